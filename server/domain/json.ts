// Parses text that should be JSON, without throwing.

type JsonReviver = (key: string, value: unknown) => unknown;

/** The parsed value; undefined if the text is not JSON, which is unambiguous because JSON has no undefined. */
export function parseJson(text: string, revive?: JsonReviver): unknown {
  try {
    const value: unknown = JSON.parse(text, revive);
    return value;
  } catch {
    return undefined;
  }
}

/** Parses JSON and drops what Postgres cannot store as text: zero characters, and lone surrogates become replacement characters. */
export const parseStorableJson = (text: string): unknown =>
  parseJson(text, mayBeUnstorable.test(text) ? toStorableValue : undefined);

/** Matches escapes that may stand for such characters. JSON text can contain them only as escapes. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i;

const toStorableValue: JsonReviver = (_key, value) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;

/** Says what the text is instead of JSON, without repeating any of it. */
export function whyNotJson(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'it is empty';
  return start.startsWith('<') ? 'it is a web page, not JSON' : 'it is not JSON, or was cut off';
}
