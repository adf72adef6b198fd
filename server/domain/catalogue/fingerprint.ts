// One fingerprint per listing: a short hash of every field the sync owns. If it is equal, no field has to be written; if
// not, it tells which fields changed.

/** Characters per field hash (48 bits). Each hash is compared with one other value only. */
const length = 12;

/** @param values the owned fields with their values as text. */
export function toFingerprint(
  values: readonly (readonly [field: string, value: string])[],
  digest: (text: string) => string,
): string {
  return values
    .map(([field, value]) => `${field}:${digest(value).slice(0, length)}`)
    .toSorted()
    .join(' ');
}

/** Fields of `next` that are missing in `last` or differ from it. Null: nothing counts as written. */
export function changedFields(last: string | null, next: string): ReadonlySet<string> {
  const before = new Set(partsOf(last ?? ''));
  return new Set(
    partsOf(next)
      .filter((part) => !before.has(part))
      .map((part) => part.slice(0, part.indexOf(':'))),
  );
}

export const hasField = (fingerprint: string, field: string): boolean =>
  partsOf(fingerprint).some((part) => part.startsWith(`${field}:`));

export const withoutField = (fingerprint: string, field: string): string =>
  partsOf(fingerprint)
    .filter((part) => !part.startsWith(`${field}:`))
    .join(' ');

const partsOf = (fingerprint: string) => fingerprint.split(' ').filter((part) => part !== '');
