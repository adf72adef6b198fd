// Reads the supplier's error message. The interface document shows no error body except that of 401 ("Errors of the dropship endpoints and
// of invalid parameters: not shown"), so every usual form is read.

import {cleanLine} from '#domain/text.ts';
import {withoutBuyer} from './redact.ts';

const maxMessageLength = 300;
/** Of a longer text only the beginning is searched for keys and the buyer. */
const maxTextSearched = 10_000;
const messageFieldNames = ['message', 'detail', 'error_description', 'description', 'reason', 'title', 'code', 'error'];

/** The message as one line for the merchant, or null. Removes `keys`, and the buyer's name and e-mail in the spellings of redact.ts. */
export function readErrorMessage(body: unknown, keys: readonly string[], buyer: readonly string[] = []): string | null {
  const found = findMessage(body, 0);
  if (found === null) return null;
  // The text is cleaned first, because invisible characters could split a key or a name and hide it.
  const withKeysRemoved = redactKeys(cleanLine(found, maxTextSearched), keys);
  const line = cleanLine(withoutBuyer(withKeysRemoved, buyer), maxMessageLength);
  return line === '' ? null : line;
}

/** The first text under a usual name, at most a few levels deep; null: none. */
function findMessage(value: unknown, level: number): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (level > 3 || typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    const all = value.slice(0, 5).flatMap((entry) => findMessage(entry, level + 1) ?? []);
    return all.length === 0 ? null : all.join(' ');
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of level === 0 ? ['error', 'errors', ...messageFieldNames] : messageFieldNames) {
    const found = findMessage(fields.get(name), level + 1);
    if (found !== null) return found;
  }
  return null;
}

/** Removes the keys, except those of one or two characters. */
function redactKeys(text: string, keys: readonly string[]): string {
  const known = keys.map((key) => key.trim()).filter((key) => key.length > 2);
  return known.reduce((kept, key) => kept.replaceAll(key, '[…]'), text);
}
