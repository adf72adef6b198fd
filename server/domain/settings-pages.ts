// The pages of the app that have fields of settings, and which of them the merchant opens for settings that cannot be read.

/** The page with the fields of what cannot be read; Settings where several pages have them. Null: everything can be read. */
export function pageOfUnreadable({
  unreadable,
}: {
  readonly unreadable: ReadonlyMap<string, unknown>;
}): SettingsPage | null {
  if (unreadable.size === 0) return null;
  const [page = 'settings', ...others] = new Set([...unreadable.keys()].map((name) => pageOf(name)));
  return others.length === 0 ? page : 'settings';
}

/** @param name of a stored setting: `pricing.rate`. */
export const pageOf = (name: string): SettingsPage => {
  const [part] = name.split('.');
  return part === 'pricing' ? 'pricing' : part === 'choice' ? 'rules' : 'settings';
};

export const settingsPages = ['settings', 'pricing', 'rules'] as const;
export type SettingsPage = (typeof settingsPages)[number];

export const settingsPageNames: Readonly<Record<SettingsPage, string>> = {
  settings: 'Settings',
  pricing: 'Pricing',
  rules: 'Import rules',
};
