// Describes a change of settings for the audit trail: names, and the values before and after.
import {isSameValue, toSortedJson} from '#domain/settings/same-value.ts';
import {shorten} from '#domain/text.ts';

export type SettingsChanges = {
  /** Names of the settings, without nested names. */
  readonly names: readonly string[];
  /** One line per changed value, for example `pricing.markupPercent: 60`. */
  readonly before: string;
  readonly after: string;
};

/** Null if nothing changed. Lists and maps show only their differences. */
export function settingsChanges(before: object, after: object): SettingsChanges | null {
  const found = bothSides(before, after)
    .map(([name, was, is]) => ({name, values: diff(name, was, is)}))
    .filter(({values}) => values.length > 0);
  if (found.length === 0) return null;
  const values = found.flatMap((setting) => setting.values);
  return {
    names: found.map(({name}) => name),
    before: values.map((value) => `${value.path}: ${value.before}`).join('\n'),
    after: values.map((value) => `${value.path}: ${value.after}`).join('\n'),
  };
}

type Change = {readonly path: string; readonly before: string; readonly after: string};

function diff(path: string, before: unknown, after: unknown): readonly Change[] {
  if (isSameValue(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(path, before, after);
  if (isMap(before) && isMap(after)) {
    return bothSides(before, after).flatMap(([key, was, is]) => diff(`${path}.${shorten(key, keyAtMost)}`, was, is));
  }
  return [toChange(path, before, after)];
}

/** Compares entries with the same id; shows those that only one side has, and a new order. Lists that differ otherwise are shown whole. */
function diffLists(path: string, before: readonly unknown[], after: readonly unknown[]): readonly Change[] {
  const [old, now] = [byKey(before), byKey(after)];
  const stayed = [...old.keys()].filter((key) => now.has(key));
  const stay = [...now.keys()].filter((key) => old.has(key));
  const removed = [...old].flatMap(([key, value]) => (now.has(key) ? [] : [value]));
  const added = [...now].flatMap(([key, value]) => (old.has(key) ? [] : [value]));
  const changes = [
    ...stay.flatMap((key) => diff(`${path}[${shorten(key, keyAtMost)}]`, old.get(key), now.get(key))),
    ...(removed.length + added.length > 0 ? [toChange(path, removed, added)] : []),
    ...(isSameValue(stayed, stay) ? [] : [toChange(`${path} in order`, stayed, stay)]),
  ];
  return changes.length > 0 ? changes : [toChange(path, before, after)];
}

/** Keyed by the entry's id; an entry without an id is its own key. */
function byKey(list: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(list.map((entry) => [keyOf(entry), entry]));
}

function keyOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const id = isMap(entry) && 'id' in entry ? entry.id : null;
  return typeof id === 'string' ? id : (toSortedJson(entry) ?? '');
}

const keyAtMost = 60;
const valueAtMost = 300;
const addressAtMost = 320;
/** Begins only where a word begins, so a long word is searched once. */
const address = /(?<![^\s"'<>@])[^\s"'<>@]+@[^\s"'<>@]+/g;

/** An e-mail address is personal data, so the trail shows only that it was set, changed or removed. */
const addressSetting = 'storeEmail';

function toChange(path: string, before: unknown, after: unknown): Change {
  if (!path.endsWith(addressSetting)) return {path, before: shownValue(before), after: shownValue(after)};
  const hadOne = typeof before === 'string';
  const none = 'none';
  const now = hadOne ? 'another address' : 'an address';
  return {path, before: hadOne ? 'an address' : none, after: typeof after === 'string' ? now : none};
}

function shownValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  // Hides addresses before the text is cut, so that no half of one stays; the rest of a long text is never shown.
  const hidden = text.slice(0, valueAtMost + addressAtMost).replaceAll(address, 'an address');
  return hidden.length <= valueAtMost ? hidden : `${shorten(hidden, valueAtMost)}…`;
}

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every key of either side, with both values. */
function bothSides(before: object, after: object): readonly (readonly [key: string, was: unknown, is: unknown])[] {
  const [old, now] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => [key, old.get(key), now.get(key)]);
}
