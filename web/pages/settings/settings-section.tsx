import type {Overview} from '#contract/overview.ts';
import type {General, Saved} from '#contract/settings.ts';
import {publishingSettings} from '#domain/settings/catalogue.ts';
import {
  afterSendingSettings,
  generalSettings,
  limitSettings,
  sendingSettings,
  substituteSettings,
} from '#domain/settings/orders.ts';
import {api} from '../../shared/api/api.ts';
import {createDescribedKind} from '../../shared/form/described.ts';
import {DescribedFields} from '../../shared/form/described-field.tsx';
import {useNamedPlace} from '../../shared/form/named-place.ts';
import {SavingState} from '../../shared/form/saving-state.tsx';
import {SettingsForm, useSettingsForm} from '../../shared/form/settings-form.tsx';
import {Introduction} from '../../shared/page/introduction.tsx';

/** How the form of these settings is made, read and saved. They are saved without a preview of their effect. */
const generalFormKind = {
  ...createDescribedKind(generalSettings),
  changesProducts: () => false,
  preview: api.preview,
  save: api.saveSettings,
};

type SettingsSectionProps = {
  readonly overview: Overview;
  readonly settings: Saved<General>;
};

/** The settings for publishing and orders. Shopify's save bar saves or discards them. */
export function SettingsSection({overview, settings}: SettingsSectionProps) {
  const state = useSettingsForm(generalFormKind, settings);
  const {element, fields, saving} = state;
  useNamedPlace(element, 'center');
  const top = <SavingState saving={saving} currency={overview.currency} />;
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
      <s-section heading="Orders that wait for you">
        <DescribedFields settings={limitSettings} {...fields} />
      </s-section>
      <s-section heading="Where something is missing">
        <DescribedFields settings={substituteSettings} {...fields} />
      </s-section>
      <s-section heading="After sending">
        <DescribedFields settings={afterSendingSettings} {...fields} />
      </s-section>
    </SettingsForm>
  );
}

/** Links to the settings of products, which are set on pages of their own. */
const ElsewhereSection = () => (
  <s-section heading="What goes into your store">
    <Introduction of="elsewhere" />
    <s-stack direction="inline" gap="small-200">
      <s-button href="/rules">Open Import rules</s-button>
      <s-button href="/pricing">Open Pricing</s-button>
      <s-button href="/settings/products">How products look</s-button>
    </s-stack>
  </s-section>
);
