import {type ReactNode, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {Rules, StoredRules} from '#contract/settings.ts';
import {rulesApi} from '../api/rules-api.ts';
import {useFocusOnError} from '../form/field-errors.ts';
import type {SavingKind} from '../form/form-kind.ts';
import {useForm} from '../form/form-state.ts';
import {SaveBar} from '../form/save-bar.tsx';
import {isUndecided, SavedElsewhereSection, useSavedElsewhere} from '../form/saved-elsewhere.tsx';
import {useSaving} from '../form/saving.ts';
import {SavingState} from '../form/saving-state.tsx';
import {UnreadableSettingsInForm} from '../page/unreadable-settings.tsx';
import {CountSection} from './count-section.tsx';
import {RuleCards} from './rule-cards.tsx';
import {changesProducts, fieldNames, type RulesDraft, rulesOf} from './rules-draft.ts';
import {rulesKind} from './rules-fields.ts';
import {SimpleChoice} from './simple-choice.tsx';

type RulesFormProps = {
  readonly overview: Overview;
  readonly stored: StoredRules;
  /** In set-up: brands and categories alone, saved with a button of the form. */
  readonly isShort?: boolean;
  /** In set-up: the way to the next step, shown where the form is saved. */
  readonly next?: ReactNode;
  /** Shown below the banner. */
  readonly children?: ReactNode;
};

const savingKind: SavingKind<RulesDraft, Rules> = {
  fieldNames,
  read: rulesOf,
  changesProducts,
  preview: rulesApi.preview,
  save: rulesApi.save,
};

/** What goes into the store. What affects products is saved only after the merchant confirmed a preview, which names what leaves. */
export function RulesForm({overview, stored, isShort = false, next, children}: RulesFormProps) {
  const form = useForm(rulesKind, stored);
  const {draft} = form;
  const [asked, setAsked] = useState(0);
  const ask = () => setAsked((times) => times + 1);
  const saving = useSaving(savingKind, form.base, {
    onSaved: form.wasSaved,
    onSavedElsewhere: ask,
    alwaysCounts: stored.unreadable.length > 0,
  });
  const element = useFocusOnError(saving.errors);
  // A preview and errors no longer apply once other values were saved elsewhere.
  useSavedElsewhere(form, saving.restart);
  const change = (part: Partial<RulesDraft>) => {
    form.change(part);
    saving.restart();
  };
  const save = () => {
    if (form.elsewhere.some((one) => isUndecided(form, one))) ask();
    else void saving.submit(draft);
  };
  const discard = () => {
    form.discard();
    saving.restart();
  };
  // In set-up it stands below the button that saves, so that the merchant sees the result of the save.
  const state = (
    <SavingState saving={saving} currency={overview.currency} isSetUp={overview.setUp.everythingAsked} next={next} />
  );
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onReset={discard}
    >
      <SaveBar
        id="rules-save-bar"
        isChanged={form.isChanged}
        isSaving={saving.isSaving}
        onSave={save}
        onDiscard={discard}
      />
      <s-stack gap="base">
        {saving.failure === null && <UnreadableSettingsInForm names={stored.unreadable} />}
        {!isShort && state}
        {children}
        <SavedElsewhereSection form={form} asked={asked} />
        {isShort && (
          <>
            <SimpleChoice form={form} overview={overview} isSaving={saving.isSaving} onChange={change} />
            {state}
          </>
        )}
        <CountSection rules={rulesOf(draft).settings} overview={overview} />
        {!isShort && <RuleCards draft={draft} errors={saving.errors} overview={overview} onChange={change} />}
      </s-stack>
    </form>
  );
}
