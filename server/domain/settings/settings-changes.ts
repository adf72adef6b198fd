// Describes a change of settings for the audit trail: names, and the values before and after.
import {isSameValue, toSortedJson} from '#domain/settings/same-value.ts';
import {shorten} from '#domain/text.ts';

export type SettingsChanges = {
  /** Names of the changed settings, without nested names. */
  readonly names: readonly string[];
  /** One line per changed value, for example `pricing.markupPercent: 60`. */
  readonly before: string;
  /** The new values, in lines like those of `before`. */
  readonly after: string;
};

/** Describes the difference of two settings; null if nothing changed. Of lists and maps, only the changed entries are shown. */
export function describeSettingsChanges(before: object, after: object): SettingsChanges | null {
  const found = pairEntries(before, after)
    .map(([name, was, is]) => ({name, values: diffValues(name, was, is)}))
    .filter(({values}) => values.length > 0);
  if (found.length === 0) return null;
  const values = found.flatMap((setting) => setting.values);
  return {
    names: found.map(({name}) => name),
    before: values.map((value) => `${value.path}: ${value.before}`).join('\n'),
    after: values.map((value) => `${value.path}: ${value.after}`).join('\n'),
  };
}

type ValueChange = {readonly path: string; readonly before: string; readonly after: string};

/** The differences between two values, down to single values in maps and lists. @param path the name of the setting. */
function diffValues(path: string, before: unknown, after: unknown): readonly ValueChange[] {
  if (isSameValue(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(path, before, after);
  if (isMap(before) && isMap(after)) {
    return pairEntries(before, after).flatMap(([key, was, is]) =>
      diffValues(`${path}.${shorten(key, maxKeyLength)}`, was, is),
    );
  }
  return [toValueChange(path, before, after)];
}

/** Compares entries with the same id; shows those that only one side has, and a new order. Lists that differ otherwise are shown whole. */
function diffLists(path: string, before: readonly unknown[], after: readonly unknown[]): readonly ValueChange[] {
  const [old, now] = [keyEntries(before), keyEntries(after)];
  const stayed = [...old.keys()].filter((key) => now.has(key));
  const stay = [...now.keys()].filter((key) => old.has(key));
  const removed = [...old].flatMap(([key, value]) => (now.has(key) ? [] : [value]));
  const added = [...now].flatMap(([key, value]) => (old.has(key) ? [] : [value]));
  const changes = [
    ...stay.flatMap((key) => diffValues(`${path}[${shorten(key, maxKeyLength)}]`, old.get(key), now.get(key))),
    ...(removed.length + added.length > 0 ? [toValueChange(path, removed, added)] : []),
    ...(isSameValue(stayed, stay) ? [] : [toValueChange(`${path} in order`, stayed, stay)]),
  ];
  return changes.length > 0 ? changes : [toValueChange(path, before, after)];
}

/** The entries by their ids. An entry without an id is its own key. */
function keyEntries(list: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(list.map((entry) => [entryKey(entry), entry]));
}

/** The id of a list's entry; without an id, the entry itself as text. */
function entryKey(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const id = isMap(entry) && 'id' in entry ? entry.id : null;
  return typeof id === 'string' ? id : (toSortedJson(entry) ?? '');
}

const maxKeyLength = 60;
const maxValueLength = 300;
const maxAddressLength = 320;
/** Matches an e-mail address. The match begins only where a word begins, so a long word is searched once. */
const addressPattern = /(?<![^\s"'<>@])[^\s"'<>@]+@[^\s"'<>@]+/g;

/** The settings with an e-mail address, which is personal data: the trail shows only that it was set, changed or removed. */
const addressSettings = ['storeEmail', 'mailAddress'];

function toValueChange(path: string, before: unknown, after: unknown): ValueChange {
  if (!addressSettings.some((name) => path.endsWith(name)))
    return {path, before: toShownText(before), after: toShownText(after)};
  const hadOne = typeof before === 'string';
  const none = 'none';
  const now = hadOne ? 'another address' : 'an address';
  return {path, before: hadOne ? 'an address' : none, after: typeof after === 'string' ? now : none};
}

/** A value as the audit trail shows it, cut and without e-mail addresses. */
function toShownText(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  // Replaces addresses before the text is cut, so that no half of one remains.
  const hidden = text.slice(0, maxValueLength + maxAddressLength).replaceAll(addressPattern, 'an address');
  return hidden.length <= maxValueLength ? hidden : `${shorten(hidden, maxValueLength)}…`;
}

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every key of either side, with both values. */
function pairEntries(before: object, after: object): readonly (readonly [key: string, was: unknown, is: unknown])[] {
  const [old, now] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => [key, old.get(key), now.get(key)]);
}
