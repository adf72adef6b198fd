// Which statements the embedded engine keeps prepared. A statement sent as text is read and planned each time, which takes two fifths of
// the time of a short statement, and the app sends the same texts again and again.

/** Each keeps its plan in the engine's memory: 500 joins of three tables took 37 MB. */
const keptAtMost = 500;
/** In characters. Longer ones are lists of rows, whose texts differ each time. */
const longest = 4_000;

export type Sending = {
  /** Empty: as text, not to be kept. */
  readonly name: string;
  readonly isPrepared: boolean;
  /** The prepared statement to close first, so that not too many are kept; null: none. */
  readonly closes: string | null;
};

type NamedStatement = {readonly name: string; isPrepared: boolean};

const asText: Sending = {name: '', isPrepared: false, closes: null};

export class PreparedStatements {
  /** By their text, the one asked longest ago first. Null: asked once so far. */
  readonly #asked = new Map<string, NamedStatement | null>();
  #names = 0;

  /** How to send this text now. The first time it goes as text, the second time it is prepared. */
  next(text: string): Sending {
    if (text.length > longest) return asText;
    const earlier = this.#asked.get(text);
    this.#asked.delete(text);
    if (earlier === undefined) {
      this.#asked.set(text, null);
      return {...asText, closes: this.#dropOldest()};
    }
    const kept = earlier ?? {name: `kept_${++this.#names}`, isPrepared: false};
    this.#asked.set(text, kept);
    return {...kept, closes: null};
  }

  /** The engine has read it, under its name if it has one. */
  hasRead(text: string): void {
    const kept = this.#asked.get(text);
    if (kept) kept.isPrepared = true;
  }

  /** The engine does not take it as prepared any more, for example because a column was added to what it reads. */
  forget(text: string): void {
    this.#asked.delete(text);
  }

  #dropOldest(): string | null {
    if (this.#asked.size <= keptAtMost) return null;
    const [oldest] = this.#asked;
    if (oldest === undefined) return null;
    const [text, kept] = oldest;
    this.#asked.delete(text);
    return kept?.isPrepared ? kept.name : null;
  }
}
