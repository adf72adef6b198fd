import type {ReactNode} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {General, Saved} from '#contract/settings.ts';
import {publishingSettings} from '#domain/settings/catalogue.ts';
import {generalSettings, sendingSettings} from '#domain/settings/orders.ts';
import {api} from '../../shared/api/api.ts';
import {describedKind} from '../../shared/form/described.ts';
import {DescribedFields} from '../../shared/form/described-field.tsx';
import {SavingState} from '../../shared/form/saving-state.tsx';
import {SettingsForm, useSettingsForm} from '../../shared/form/settings-form.tsx';
import {Introduction} from '../../shared/page/introduction.tsx';
import {useFocusOnNamedField} from './named-field.ts';

const kind = {
  ...describedKind(generalSettings),
  changesProducts: () => false,
  preview: api.preview,
  save: api.saveSettings,
};

type SectionProps = {
  readonly overview: Overview;
  readonly settings: Saved<General>;
  /** Shown below the banner. */
  readonly children: ReactNode;
};

/** The settings for publishing and orders. Shopify's save bar saves or discards them. */
export function SettingsSection({overview, settings, children}: SectionProps) {
  const state = useSettingsForm(kind, settings);
  const {element, fields, saving} = state;
  useFocusOnNamedField(element);
  const top = (
    <>
      <SavingState saving={saving} currency={overview.currency} />
      {children}
    </>
  );
  return (
    <SettingsForm state={state} id="settings-save-bar" top={top}>
      <ElsewhereSection />
      <s-section heading="Publishing">
        <Introduction of="publishing" />
        <DescribedFields settings={publishingSettings} {...fields} />
      </s-section>
      <s-section heading="Sending orders">
        <DescribedFields settings={sendingSettings} {...fields} />
      </s-section>
    </SettingsForm>
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
