// The parts of the settings: which permission a change needs, and the address that pages loaded before /settings/:part existed still use.

/** The right that saving the part needs, and the path of the part before /settings/:part existed (null: none). */
type PartAddress = {readonly right: 'orders' | 'products' | 'anyone'; readonly formerPath: string | null};

/** The right and the former path of each part of the settings. */
export const settingsParts = {
  general: {right: 'orders', formerPath: '/settings'},
  orders: {right: 'orders', formerPath: '/order-settings'},
  rules: {right: 'products', formerPath: '/rules'},
  pricing: {right: 'anyone', formerPath: '/pricing'},
  // The part `template` also holds the standing colour and size, which decide what is ordered.
  template: {right: 'orders', formerPath: '/template'},
  products: {right: 'products', formerPath: null},
  importing: {right: 'products', formerPath: '/importing'},
} as const satisfies Readonly<Record<string, PartAddress>>;

export type SettingsPart = keyof typeof settingsParts;

const isSettingsPart = (name: string): name is SettingsPart => Object.hasOwn(settingsParts, name);
export const settingsPartNames: readonly SettingsPart[] = Object.keys(settingsParts).filter(isSettingsPart);

/** The paths of a part below /api: the current one, and the former one if there was one. */
export function pathsOfPart(part: SettingsPart): readonly string[] {
  const {formerPath} = settingsParts[part];
  return [`/settings/${part}`, ...(formerPath === null ? [] : [formerPath])];
}

/** All paths below /api whose PUT saves settings. A save may also recompute which articles are chosen. */
export const settingsPaths: readonly string[] = settingsPartNames.flatMap(pathsOfPart);

/** The right that a PUT to each settings path needs. */
export const settingsRights = Object.fromEntries(
  settingsPartNames.flatMap((part) =>
    pathsOfPart(part).map((path) => [`PUT ${path}`, settingsParts[part].right] as const),
  ),
);
