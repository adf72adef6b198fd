// The parts of the settings: which permission a change needs, and the address that pages loaded before /settings/:part existed still use.

type Part = {readonly right: 'orders' | 'products' | 'anyone'; readonly before: string};

export const settingsParts = {
  general: {right: 'orders', before: '/settings'},
  orders: {right: 'orders', before: '/order-settings'},
  rules: {right: 'products', before: '/rules'},
  pricing: {right: 'anyone', before: '/pricing'},
  // Holds the standing answers too.
  template: {right: 'orders', before: '/template'},
  ownership: {right: 'anyone', before: '/ownership'},
  importing: {right: 'products', before: '/importing'},
} as const satisfies Readonly<Record<string, Part>>;

export type SettingsPart = keyof typeof settingsParts;

const isPart = (name: string): name is SettingsPart => Object.hasOwn(settingsParts, name);
export const settingsNames: readonly SettingsPart[] = Object.keys(settingsParts).filter(isPart);

/** Below /api. */
export const addressesOf = (part: SettingsPart): readonly string[] => [`/settings/${part}`, settingsParts[part].before];

/** Every route below /api whose PUT saves settings, and with them the choice if its inputs have changed. */
export const settingsPaths: readonly string[] = settingsNames.flatMap(addressesOf);

export const settingsRights = Object.fromEntries(
  settingsNames.flatMap((part) => addressesOf(part).map((path) => [`PUT ${path}`, settingsParts[part].right] as const)),
);
