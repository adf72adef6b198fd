import {pageOf, type SettingsPage} from '#domain/settings-pages.ts';
import {settingsPlaces, unreadableParts, unreadableSettings} from '../../text/unreadable-settings-words.ts';

/** Shown on Home, above the list of orders and on the page of one order. @param page with the settings that cannot be read */
export function UnreadableSettingsBanner({page}: {readonly page: SettingsPage | null}) {
  if (page === null) return null;
  return (
    <s-banner tone="critical" heading={unreadableSettings.heading}>
      {unreadableSettings.effect(page)}
      <s-button slot="secondary-actions" href={settingsPlaces[page].href}>
        {settingsPlaces[page].label}
      </s-button>
    </s-banner>
  );
}

type InFormProps = {
  /** Names of stored settings that cannot be read. */
  readonly names: readonly string[];
  /** Whether sending is paused in the form. */
  readonly isPaused?: boolean;
  /** Other pages to which this form links if they have the fields of settings that cannot be read. */
  readonly elsewhere?: readonly (keyof typeof unreadableSettings.elsewhere)[];
};

/** In the forms of settings, prices and rules, which show standard values for these settings. The first button saves the form. */
export function UnreadableSettingsInForm({names, isPaused = false, elsewhere = []}: InFormProps) {
  if (names.length === 0) return null;
  const leadsTo = elsewhere.filter((page) => names.some((name) => pageOf(name) === page));
  return (
    <s-banner tone="critical" heading={unreadableSettings.heading}>
      {unreadableParts(names)} {unreadableSettings.inForm} {isPaused && unreadableSettings.paused}
      {leadsTo.map((page) => ` ${unreadableSettings.elsewhere[page]}`)}
      <s-button slot="secondary-actions" type="submit">
        {unreadableSettings.save}
      </s-button>
      {leadsTo.map((page) => (
        <s-button key={page} slot="secondary-actions" href={settingsPlaces[page].href}>
          {settingsPlaces[page].label}
        </s-button>
      ))}
    </s-banner>
  );
}
