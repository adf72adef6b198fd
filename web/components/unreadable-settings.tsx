import {unreadableParts, unreadableSettings} from '../unreadable-settings-words.ts';

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
  readonly isPaused: boolean;
};

/** In the settings form, which shows standard values in their place; its button saves the form. */
export function UnreadableSettingsInForm({names, isPaused}: InFormProps) {
  if (names.length === 0) return null;
  return (
    <s-banner tone="critical" heading={unreadableSettings.heading}>
      {unreadableParts(names)} {unreadableSettings.inForm} {isPaused && unreadableSettings.paused}
      <s-button slot="secondary-actions" type="submit">
        {unreadableSettings.save}
      </s-button>
    </s-banner>
  );
}
