// Removes from a sentence what must not be passed on: addresses, and what looks like a key or a token. Our sentences contain none, but some
// quote what another program answered.

/** What replaces something that was removed. */
const removed = '[removed]';

/** At most this much of a sentence is passed on. */
const maxLength = 500;

/** A word with letters and digits of this length or more may be a key, unless it is an id or a time. */
const keyLength = 20;

/** The sentence without e-mail addresses, keys and tokens, of at most 500 characters. */
export function withoutSecrets(text: string): string {
  let before = '';
  const kept = text.replaceAll(/[^\s"'<>(),;]+/g, (word) => {
    const isSecret = mayBeSecret(word) || before.toLowerCase() === 'bearer';
    before = word;
    return isSecret ? removed : word;
  });
  return kept.slice(0, maxLength);
}

function mayBeSecret(word: string): boolean {
  if (word.includes('@') || /^shp[a-z]{2}_/i.test(word)) return true;
  if (word.length < keyLength || !/\d/.test(word) || !/[A-Za-z]/.test(word)) return false;
  return !harmless.some((pattern) => pattern.test(word));
}

/** Ids of runs, ids of Shopify's things, and times; each may end a sentence. */
const harmless: readonly RegExp[] = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}[.:]?$/,
  /^gid:\/\/shopify\/[A-Za-z]{1,40}\/\d{1,20}[.:]?$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z[.:]?$/,
];
