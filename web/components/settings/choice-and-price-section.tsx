import {type FormEvent, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {SettingsForm} from '#contract/settings.ts';
import {SaveBar} from '../save-bar.tsx';
import {UnreadableSettingsInForm} from '../unreadable-settings.tsx';
import {ChoiceFields} from './choice-fields.tsx';
import {OrderFields} from './order-fields.tsx';
import {PriceFields} from './price-fields.tsx';
import {draftOf, isChanged, type SettingsDraft} from './settings-draft.ts';
import {SettingsReview} from './settings-review.tsx';
import {type Saving, useSettingsSaving} from './settings-saving.ts';

type SectionProps = {
  readonly overview: Overview;
  readonly settings: SettingsForm;
  /** Names of stored settings that cannot be read; `settings` has their defaults. */
  readonly unreadable: readonly string[];
};

/** The settings for imported articles and their prices. Shopify's save bar saves or discards them. */
export function ChoiceAndPriceSection({overview, settings, unreadable}: SectionProps) {
  const [draft, setDraft] = useState(draftOf(settings));
  const saving = useSettingsSaving(unreadable.length > 0 ? null : settings);
  const change = (part: Partial<SettingsDraft>) => {
    setDraft((before) => ({...before, ...part}));
    saving.restart();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void saving.submit(draft);
  };
  const discard = () => {
    setDraft(draftOf(settings));
    saving.restart();
  };
  return (
    <form onSubmit={save} onReset={discard}>
      <SaveBar
        id="settings-save-bar"
        isChanged={isChanged(draft, settings)}
        isSaving={saving.step.kind === 'saving'}
        onSave={() => void saving.submit(draft)}
        onDiscard={discard}
      />
      <s-stack gap="base">
        <UnreadableSettingsInForm names={unreadable} isPaused={draft.sendingPaused} />
        <SavingState saving={saving} />
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
