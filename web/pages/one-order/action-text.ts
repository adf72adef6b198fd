// What the form of an action on a dropship order says and asks for.
export type ActionField = {
  /** The name of the value in the action's input. */
  readonly name: string;
  readonly label: string;
  /** tick: a check box; choice: a list of words; carrier: Shopify's list of carriers, or one that is typed. */
  readonly kind: 'text' | 'email' | 'tick' | 'choice' | 'carrier';
  readonly details?: string;
  /** For the kind `choice`: the text of the option that changes nothing. */
  readonly unchanged?: string;
  /** For the kind `choice`: the words that can be chosen. */
  readonly options?: readonly string[];
  /** What the field holds at first; left out: it is empty, or not ticked. */
  readonly initial?: string | boolean;
};

/** What the form of one action says and asks for. */
export type ActionText = {
  /** A heading that says what the form is for; only where the form is not needed now. */
  readonly heading?: string;
  readonly button: string;
  /** When to press the button and what it does; shown above the button. */
  readonly meaning: string;
  /** Shown when the action is done. */
  readonly done: string;
  /** The fields of the form, in their order; empty: the form has only the button. */
  readonly fields: readonly ActionField[];
  /** The confirmation question; left out: the action runs without one. */
  readonly question?: string;
};
