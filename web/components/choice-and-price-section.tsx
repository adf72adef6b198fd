import {type FormEvent, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {SettingsForm} from '#contract/settings.ts';
import {ApiFailure, api, sentenceOf} from '../api.ts';
import {ChoiceFields} from './choice-fields.tsx';
import {OrderFields} from './order-fields.tsx';
import {PriceFields} from './price-fields.tsx';
import {draftOf, type FieldErrors, type SettingsDraft, settingsOf} from './settings-draft.ts';

type SectionProps = {readonly overview: Overview; readonly settings: SettingsForm; readonly onSaved: () => void};

/** What goes into the store and at which price. Shopify's save bar saves it (submit) or discards it (reset). */
export function ChoiceAndPriceSection({overview, settings, onSaved}: SectionProps) {
  const [draft, setDraft] = useState(draftOf(settings));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const change = (part: Partial<SettingsDraft>) => setDraft((before) => ({...before, ...part}));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const read = settingsOf(draft);
    setErrors(read.errors);
    if (read.settings === null) return setFailure('Please correct what is marked below.');
    try {
      await api.saveSettings(read.settings);
      shopify.toast.show('Saved');
      onSaved();
    } catch (failed) {
      if (failed instanceof ApiFailure && failed.field !== undefined) setErrors({[failed.field]: failed.message});
      setFailure(sentenceOf(failed));
    }
  };
  const discard = () => {
    setDraft(draftOf(settings));
    setErrors({});
    setFailure(null);
  };
  return (
    <form data-save-bar onSubmit={(event) => void save(event)} onReset={discard}>
      <s-stack gap="base">
        {failure !== null && (
          <s-banner tone="critical" heading="Your changes are not saved">
            {failure}
            <s-button slot="secondary-actions" type="submit">
              Save again
            </s-button>
          </s-banner>
        )}
        <s-section id="choice" heading="What goes into your store">
          <s-paragraph color="subdued">
            An article is taken when its brand or its category is chosen. What you no longer choose is retired by the
            next run, not deleted.
          </s-paragraph>
          <ChoiceFields overview={overview} choice={draft.choice} onChange={(choice) => change({choice})} />
        </s-section>
        <PriceFields draft={draft} errors={errors} taxesIncluded={overview.taxesIncluded} onChange={change} />
        <OrderFields draft={draft} onChange={change} />
      </s-stack>
    </form>
  );
}
