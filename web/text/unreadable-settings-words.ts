// Texts about stored settings that cannot be read.
import {type SettingsPage, settingsPageNames} from '#domain/settings-pages.ts';

export const unreadableSettings = {
  heading: 'Some of your settings cannot be read',
  effect: (page: SettingsPage) =>
    `Nothing is sent to the supplier and no run starts until you have checked and saved them under ${settingsPageNames[page]}.`,
  inForm:
    'Saving sets each of them to its standard value, or to what you enter here, also where this form has no field for it. Check every value, then save. Sending and runs then start again.',
  paused: 'Sending is paused in this form; switch that off before you save if orders are to be sent.',
  save: 'Save these settings',
  elsewhere: {
    pricing: 'The fields of the prices are under Pricing: saved there, they are saved with what you enter.',
    rules: 'The rules are under Import rules: saved there, they are saved with what you enter.',
  },
};

/** Where the fields of settings that cannot be read are. */
export const settingsPlaces: Readonly<Record<SettingsPage, {readonly label: string; readonly href: string}>> = {
  settings: {label: `Open ${settingsPageNames.settings}`, href: '/settings'},
  pricing: {label: `Open ${settingsPageNames.pricing}`, href: '/pricing'},
  rules: {label: `Open ${settingsPageNames.rules}`, href: '/rules'},
};

const settingsParts: Readonly<Record<string, string>> = {
  choice: 'what goes into your store',
  pricing: 'prices',
  template: 'product texts',
  owned: 'who owns which product field',
  newProducts: 'the status of new products',
  retireAs: 'what happens to retired products',
  onRequest: 'articles with prices on request',
  nightlyAt: 'the time of the nightly run',
  historyDays: 'how long runs are kept',
  orders: 'orders',
  settings: 'all settings',
};

export function unreadableParts(names: readonly string[]): string {
  const labels = names.map((name) => {
    const [part = name, inner] = name.split('.');
    return `${settingsParts[part] ?? part}${inner === undefined ? '' : ` (${name})`}`;
  });
  return `Affected: ${labels.join(', ')}.`;
}
