// The supplier's error message. Assumption: error bodies other than the 401's are not shown in the interface document ("Errors of the
// dropship endpoints and of invalid parameters: not shown"), so every usual form is read.

import {cleanLine} from '#domain/text.ts';
import {withoutBuyer} from './redact.ts';

const longest = 300;
const looked = 10_000;
const sentences = ['message', 'detail', 'error_description', 'description', 'reason', 'title', 'code', 'error'];

/** One line for the merchant, or null. Removes `keys` as written, and the buyer (name, e-mail) in the spellings that redact.ts knows. */
export function readErrorMessage(body: unknown, keys: readonly string[], buyer: readonly string[] = []): string | null {
  const found = sayingIn(body, 0);
  if (found === null) return null;
  // Cleaned first: invisible characters could split a key or a name and hide it.
  const withKeysRemoved = withoutKeys(cleanLine(found, looked), keys);
  const line = cleanLine(withoutBuyer(withKeysRemoved, buyer), longest);
  return line === '' ? null : line;
}

function sayingIn(value: unknown, level: number): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (level > 3 || typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    const all = value.slice(0, 5).flatMap((entry) => sayingIn(entry, level + 1) ?? []);
    return all.length === 0 ? null : all.join(' ');
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of level === 0 ? ['error', 'errors', ...sentences] : sentences) {
    const found = sayingIn(fields.get(name), level + 1);
    if (found !== null) return found;
  }
  return null;
}

function withoutKeys(text: string, keys: readonly string[]): string {
  const known = keys.map((key) => key.trim()).filter((key) => key.length > 2);
  return known.reduce((kept, key) => kept.replaceAll(key, '[…]'), text);
}
