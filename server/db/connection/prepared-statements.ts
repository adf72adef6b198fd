// Which statements the embedded engine keeps prepared. A statement sent as text is read and planned each time, which takes two fifths of
// the time of a short statement, and the app sends the same texts again and again.

/** How many statements are remembered. Each prepared one keeps its plan in the engine's memory: 500 joins of three tables took 37 MB. */
const maxStatements = 500;
/** In characters. Longer statements are never prepared: they are lists of rows, whose texts differ each time. */
const maxTextLength = 4_000;

/** How one statement is sent. */
export type SendPlan = {
  /** The statement's name in the engine; empty: it is sent as text and not kept. */
  readonly name: string;
  /** The engine has this statement prepared already. */
  readonly isPrepared: boolean;
  /** The prepared statement to close first, so that not too many are kept; null: none. */
  readonly closes: string | null;
};

/** A statement with its name in the engine. `isPrepared`: the engine has parsed it under that name. */
type NamedStatement = {readonly name: string; isPrepared: boolean};

/** The statement is sent as text and not kept. */
const sendAsText: SendPlan = {name: '', isPrepared: false, closes: null};

/** Remembers which statements the engine has prepared, and decides which are prepared next. */
export class PreparedStatements {
  /** Statements by their text, the least recently used first. Null: sent once so far. */
  readonly #asked = new Map<string, NamedStatement | null>();
  #names = 0;

  /** Decides how to send this statement: a long one, or one sent for the first time, as text; every other one prepared. */
  planSend(text: string): SendPlan {
    if (text.length > maxTextLength) return sendAsText;
    const earlier = this.#asked.get(text);
    this.#asked.delete(text);
    if (earlier === undefined) {
      this.#asked.set(text, null);
      return {...sendAsText, closes: this.#dropOldest()};
    }
    const kept = earlier ?? {name: `kept_${++this.#names}`, isPrepared: false};
    this.#asked.set(text, kept);
    return {...kept, closes: null};
  }

  /** Call when the engine has parsed the statement, under its name if it has one. */
  markPrepared(text: string): void {
    const kept = this.#asked.get(text);
    if (kept) kept.isPrepared = true;
  }

  /** Call when the engine no longer accepts the prepared statement, for example because a column was added to what it reads. */
  forget(text: string): void {
    this.#asked.delete(text);
  }

  #dropOldest(): string | null {
    if (this.#asked.size <= maxStatements) return null;
    const [oldest] = this.#asked;
    if (oldest === undefined) return null;
    const [text, kept] = oldest;
    this.#asked.delete(text);
    return kept?.isPrepared ? kept.name : null;
  }
}
