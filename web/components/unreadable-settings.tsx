import {isOfPrices, unreadableParts, unreadableSettings} from '../unreadable-settings-words.ts';

/** Shown on Home, above the list of orders and on the page of one order. */
export function UnreadableSettingsBanner({isShown}: {readonly isShown: boolean}) {
  if (!isShown) return null;
  return (
    <s-banner tone="critical" heading={unreadableSettings.heading}>
      {unreadableSettings.effect}
      <s-button slot="secondary-actions" href="/settings">
        {unreadableSettings.open}
      </s-button>
    </s-banner>
  );
}

type InFormProps = {
  /** Names of stored settings that cannot be read. */
  readonly names: readonly string[];
  /** Whether sending is paused in the form. */
  readonly isPaused?: boolean;
  /** The page with the fields of the prices, where this form does not have them. */
  readonly pricesAt?: string;
};

/** In the settings form, which shows standard values in their place; its button saves the form. */
export function UnreadableSettingsInForm({names, isPaused = false, pricesAt}: InFormProps) {
  if (names.length === 0) return null;
  const leadsToPrices = pricesAt !== undefined && names.some(isOfPrices);
  return (
    <s-banner tone="critical" heading={unreadableSettings.heading}>
      {unreadableParts(names)} {unreadableSettings.inForm} {isPaused && unreadableSettings.paused}
      {leadsToPrices && ` ${unreadableSettings.prices}`}
      <s-button slot="secondary-actions" type="submit">
        {unreadableSettings.save}
      </s-button>
      {leadsToPrices && (
        <s-button slot="secondary-actions" href={pricesAt}>
          {unreadableSettings.openPrices}
        </s-button>
      )}
    </s-banner>
  );
}
