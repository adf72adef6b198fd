// Text that should be JSON.

/** Undefined if the text is not JSON; JSON itself has no undefined. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Describes what arrived instead of JSON without repeating any of it. */
export function whyNotJson(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'it is empty';
  return start.startsWith('<') ? 'it is a web page, not JSON' : 'it is not JSON, or was cut off';
}
