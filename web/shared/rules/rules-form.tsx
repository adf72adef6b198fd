import type {ReactNode} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {Rules, Saved} from '#contract/settings.ts';
import {rulesApi} from '../api/rules-api.ts';
import {SavingState} from '../form/saving-state.tsx';
import {SettingsForm, useSettingsForm} from '../form/settings-form.tsx';
import {Notice} from '../page/notice.tsx';
import {stepAddress} from '../page/store-filled.ts';
import {CountSection} from './count-section.tsx';
import {RuleCards} from './rule-cards.tsx';
import {readRules} from './rules-draft.ts';
import {rulesKind} from './rules-fields.ts';
import {SimpleChoice} from './simple-choice.tsx';

type RulesFormProps = {
  readonly overview: Overview;
  readonly stored: Saved<Rules>;
  /** True in set-up: shows brands and categories alone, saved with a button of the form. */
  readonly isShort?: boolean;
  /** In set-up: goes on to the next step, once the form is saved. */
  readonly onSaved?: () => void;
  /** Shown at the top of the form, above its fields. */
  readonly children?: ReactNode;
};

const rulesFormKind = {...rulesKind, preview: rulesApi.preview, save: rulesApi.save};

/**
 * The form of what goes into the store. What affects products is saved only after the merchant has confirmed a preview, which names what
 * leaves the store.
 */
export function RulesForm({overview, stored, isShort = false, onSaved, children}: RulesFormProps) {
  const {everythingAsked} = overview.setUp;
  const state = useSettingsForm(rulesFormKind, stored, {createsLater: isShort && !everythingAsked});
  const {form, fields, saving} = state;
  const outcome = (
    <SavingState saving={saving} currency={overview.currency} isSetUp={everythingAsked} onSaved={onSaved} />
  );
  const top = (
    <>
      {!isShort && outcome}
      {children}
    </>
  );
  return (
    <SettingsForm state={state} id="rules-save-bar" top={top}>
      {isShort && (
        <>
          <SimpleChoice form={form} overview={overview} isSaving={saving.isSaving} onChange={fields.onChange} />
          {/* Below the button that saves, so that the merchant sees the result of the save. */}
          {outcome}
          {saving.savedTimes > 0 && !overview.chosen && <NothingChosen />}
        </>
      )}
      <CountSection
        rules={readRules(fields.draft).settings}
        overview={overview}
        pricesAddress={isShort ? stepAddress('prices') : '/pricing'}
      />
      {!isShort && <RuleCards {...fields} overview={overview} />}
    </SettingsForm>
  );
}

/** Says in set-up why the saved rules lead to no next step. */
const NothingChosen = () => (
  <s-section accessibilityLabel="Nothing is chosen">
    <div role="status">
      <Notice tone="warning" heading="Saved, and nothing is chosen">
        Tick a brand or a category to go on.
      </Notice>
    </div>
  </s-section>
);
