import {useEffect, useEffectEvent, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {StoredSettingsForm} from '#contract/settings.ts';
import {useFocusOnError} from '../../field-errors.ts';
import {SaveBar} from '../save-bar.tsx';
import {UnreadableSettingsInForm} from '../unreadable-settings.tsx';
import {ChoiceFields} from './choice-fields.tsx';
import {OrderFields} from './order-fields.tsx';
import {PriceFields} from './price-fields.tsx';
import {isUndecided, SavedElsewhereSection} from './saved-elsewhere.tsx';
import type {SettingsDraft} from './settings-draft.ts';
import {type SettingsFormState, useSettingsForm} from './settings-form-state.ts';
import {SettingsReview} from './settings-review.tsx';
import {type Saving, useSettingsSaving} from './settings-saving.ts';

type SectionProps = {readonly overview: Overview; readonly settings: StoredSettingsForm};

/** The settings for imported articles and their prices. Shopify's save bar saves or discards them. */
export function ChoiceAndPriceSection({overview, settings}: SectionProps) {
  const {unreadable} = settings;
  const form = useSettingsForm(settings);
  const {draft} = form;
  const [asked, setAsked] = useState(0);
  const ask = () => setAsked((times) => times + 1);
  const saving = useSettingsSaving(form.base, {
    onSaved: form.wasSaved,
    onSavedElsewhere: ask,
    alwaysCounts: unreadable.length > 0,
  });
  const element = useFocusOnError(saving.errors);
  // A preview and errors belong to what was saved before.
  useNewsOfSaved(form, saving.restart);
  const change = (part: Partial<SettingsDraft>) => {
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
        id="settings-save-bar"
        isChanged={form.isChanged}
        isSaving={saving.isSaving}
        onSave={save}
        onDiscard={discard}
      />
      <s-stack gap="base">
        {saving.failure === null && <UnreadableSettingsInForm names={unreadable} isPaused={draft.sendingPaused} />}
        <SavingState saving={saving} />
        <SavedElsewhereSection form={form} asked={asked} />
        <s-section heading="What goes into your store">
          <s-paragraph color="subdued">
            An article is taken when its brand or its category is chosen. What you no longer choose is retired by the
            next run, not deleted.
          </s-paragraph>
          <ChoiceFields overview={overview} choice={draft.choice} onChange={(choice) => change({choice})} />
        </s-section>
        <PriceFields draft={draft} errors={saving.errors} taxesIncluded={overview.taxesIncluded} onChange={change} />
        <OrderFields draft={draft} errors={saving.errors} onChange={change} />
      </s-stack>
    </form>
  );
}

/** Calls `onNews` when more was saved elsewhere. */
function useNewsOfSaved({elsewhere}: SettingsFormState, onNews: () => void): void {
  const known = useRef(elsewhere);
  const hear = useEffectEvent(onNews);
  useEffect(() => {
    if (known.current === elsewhere) return;
    const isMore = elsewhere.length > 0;
    known.current = elsewhere;
    if (isMore) hear();
  }, [elsewhere]);
}

function SavingState({saving: {step, failure, confirm}}: {saving: Saving}) {
  return (
    <>
      {failure !== null && (
        <s-banner tone="critical" heading="Your changes are not saved">
          {failure}
          <s-button slot="secondary-actions" type="submit">
            Save again
          </s-button>
        </s-banner>
      )}
      {step.kind === 'counting' && (
        <s-stack direction="inline" gap="small-200">
          <s-spinner accessibilityLabel="Counting what your changes do" />
          <s-text>Counting what your changes do. They are not saved yet.</s-text>
        </s-stack>
      )}
      {(step.kind === 'review' || step.kind === 'saving') && (
        <SettingsReview preview={step.preview} saving={step.kind === 'saving'} onConfirm={() => void confirm()} />
      )}
    </>
  );
}
