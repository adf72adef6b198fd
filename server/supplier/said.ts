// What the supplier says when it says no. Assumption: error bodies other than the 401's are not shown in the interface
// document ("Errors of the dropship endpoints and of invalid parameters: not shown"), so every usual form is read.
import {cleanLine} from './text.ts';

const longest = 300;
const looked = 10_000;
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

/** Addresses are cut out by their form as well: they may come back in another spelling than they were sent. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.map((secret) => secret.trim()).filter((secret) => secret.length > 2);
  const longestFirst = known.toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((kept, secret) => kept.replaceAll(secret, '[…]'), text.slice(0, looked));
  return rest.replace(/[^\s@"'<>(),;:]{1,64}@[^\s@"'<>(),;:]{1,255}/g, '[…]');
}
