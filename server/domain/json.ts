// Text that should be JSON.

type Revive = (key: string, value: unknown) => unknown;

/** Undefined if the text is not JSON; JSON itself has no undefined. */
export function parseJson(text: string, revive?: Revive): unknown {
  try {
    const value: unknown = JSON.parse(text, revive);
    return value;
  } catch {
    return undefined;
  }
}

/** The same without what no text column of a database holds: zero characters, and halves of characters. */
export const parseStorableJson = (text: string): unknown =>
  parseJson(text, mayBeUnstorable.test(text) ? toStorable : undefined);

/** In JSON both can only be escaped. So can whole characters. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i;

const toStorable: Revive = (_key, value) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;

/** Describes what arrived instead of JSON without repeating any of it. */
export function whyNotJson(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'it is empty';
  return start.startsWith('<') ? 'it is a web page, not JSON' : 'it is not JSON, or was cut off';
}
