// One fingerprint per listing: a short hash of every field that the sync owns. If it is unchanged, no field has to be written; if
// not, it tells which fields changed.

/** Characters of each field's hash (48 bits). So few are enough because a hash is only compared with the same field's last one. */
const fieldHashLength = 12;

/** Makes a listing's fingerprint. @param values the fields that the sync owns, with their values as text. */
export function toFingerprint(
  values: readonly (readonly [field: string, value: string])[],
  digest: (text: string) => string,
): string {
  return values
    .map(([field, value]) => `${field}:${digest(value).slice(0, fieldHashLength)}`)
    .toSorted()
    .join(' ');
}

/** The fields of the fingerprint `next` that differ from `last` or are missing there. `last` null: all of them. */
export function changedFields(last: string | null, next: string): ReadonlySet<string> {
  const before = new Set(splitFingerprint(last ?? ''));
  return new Set(
    splitFingerprint(next)
      .filter((part) => !before.has(part))
      .map((part) => part.slice(0, part.indexOf(':'))),
  );
}

/** Whether the fingerprint has a hash of the field. */
export const hasField = (fingerprint: string, field: string): boolean =>
  splitFingerprint(fingerprint).some((part) => part.startsWith(`${field}:`));

/** The fingerprint without the field's hash, so that the field counts as never written. */
export const withoutField = (fingerprint: string, field: string): string =>
  splitFingerprint(fingerprint)
    .filter((part) => !part.startsWith(`${field}:`))
    .join(' ');

/** The parts of a fingerprint, each `field:hash`. */
const splitFingerprint = (fingerprint: string) => fingerprint.split(' ').filter((part) => part !== '');
