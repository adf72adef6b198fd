// What the supplier says when it says no. Assumption: error bodies other than the 401's are not shown in the interface
// document ("Errors of the dropship endpoints and of invalid parameters: not shown"), so every usual form is read.
import {cleanLine} from './text.ts';

const longest = 300;
const sentences = ['message', 'detail', 'error_description', 'description', 'reason', 'title', 'code', 'error'];

/** One line for a person, or null. `secrets` (the key, the buyer's name and e-mail) are taken out wherever they stand. */
export function readSaid(body: unknown, secrets: readonly string[]): string | null {
  const found = sayingIn(body, 0);
  if (found === null) return null;
  const line = cleanLine(withoutSecrets(found, secrets), longest);
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

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets.filter((secret) => secret.trim().length > 0).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '[…]'), text);
}
