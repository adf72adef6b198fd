import {type ReactNode, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {SettingsForm, StoredSettingsForm} from '#contract/settings.ts';
import {api} from '../../shared/api/api.ts';
import {useFocusOnError} from '../../shared/form/field-errors.ts';
import type {SavingKind} from '../../shared/form/form-kind.ts';
import {useForm} from '../../shared/form/form-state.ts';
import {SaveBar} from '../../shared/form/save-bar.tsx';
import {isUndecided, SavedElsewhereSection, useSavedElsewhere} from '../../shared/form/saved-elsewhere.tsx';
import {useSaving} from '../../shared/form/saving.ts';
import {SavingState} from '../../shared/form/saving-state.tsx';
import {Introduction} from '../../shared/page/introduction.tsx';
import {UnreadableSettingsInForm} from '../../shared/page/unreadable-settings.tsx';
import {useFocusOnNamedField} from './named-field.ts';
import {OrderFields} from './order-fields.tsx';
import {PublishingFields} from './publishing-fields.tsx';
import {fieldNames, type SettingsDraft, settingsOf} from './settings-draft.ts';
import {settingsKind} from './settings-fields.ts';

const savingKind: SavingKind<SettingsDraft, SettingsForm> = {
  fieldNames,
  read: settingsOf,
  changesProducts: () => false,
  preview: api.preview,
  save: api.saveSettings,
};

type SectionProps = {
  readonly overview: Overview;
  readonly settings: StoredSettingsForm;
  /** Shown below the banner. */
  readonly children: ReactNode;
};

/** The settings for publishing and orders. Shopify's save bar saves or discards them. */
export function SettingsSection({overview, settings, children}: SectionProps) {
  const {unreadable} = settings;
  const form = useForm(settingsKind, settings);
  const {draft} = form;
  const [asked, setAsked] = useState(0);
  const ask = () => setAsked((times) => times + 1);
  const saving = useSaving(savingKind, form.base, {
    onSaved: form.wasSaved,
    onSavedElsewhere: ask,
    alwaysCounts: unreadable.length > 0,
  });
  const element = useFocusOnError(saving.errors);
  useFocusOnNamedField(element);
  // A preview and errors no longer apply once other values were saved elsewhere.
  useSavedElsewhere(form, saving.restart);
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
        {saving.failure === null && (
          <UnreadableSettingsInForm
            names={unreadable}
            isPaused={draft.sendingPaused}
            elsewhere={['pricing', 'rules']}
          />
        )}
        <SavingState saving={saving} currency={overview.currency} />
        {children}
        <SavedElsewhereSection form={form} asked={asked} />
        <ElsewhereSection />
        <PublishingFields draft={draft} errors={saving.errors} onChange={change} />
        <OrderFields draft={draft} errors={saving.errors} onChange={change} />
      </s-stack>
    </form>
  );
}

/** What is set on pages of its own. */
const ElsewhereSection = () => (
  <s-section heading="What goes into your store">
    <Introduction of="elsewhere" />
    <s-stack direction="inline" gap="small-200">
      <s-button href="/rules">Open Import rules</s-button>
      <s-button href="/pricing">Open Pricing</s-button>
    </s-stack>
  </s-section>
);
