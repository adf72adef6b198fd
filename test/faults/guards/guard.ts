// One guard: the change that removes it and the tests that must notice.
export type Guard = {
  /** The promise it keeps. */
  readonly name: string;
  readonly changes: readonly Change[];
  /** Files of tests. At least one test in them has to fail once the guard is gone. */
  readonly tests: readonly string[];
  /** Nothing of it shows on the embedded database: its tests run on Postgres, and it is left out where there is none. */
  readonly onPostgres?: true;
};

export type Change = {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
};

/** Throws where the text is not there exactly once: then the change does not remove what it says. */
export function changed(text: string, {file, from, to}: Change): string {
  const times = text.split(from).length - 1;
  if (times !== 1) throw new Error(`${file} holds this ${times} times instead of once:\n${from}`);
  return text.replace(from, () => to);
}
