// One operation of the Admin API: its document with what goes in, what comes back and what it costs, all in one value, so that
// a call cannot pair a document with the variables, the answer or the cost of another.

import type {z} from 'zod';

export type Variables = Readonly<Record<string, unknown>>;

export type NoVariables = Readonly<Record<string, never>>;

/** `V` are the variables the document declares, `S` is the schema of its data. */
export type Operation<V extends Variables, S extends z.ZodType> = {
  /** One named operation. */
  readonly document: string;
  /** Estimated points, of the variables where they decide it; what Shopify really asks for is learnt per document. */
  readonly cost: number | ((variables: V) => number);
  /** Reads the data of the answer. */
  readonly answer: S;
  readonly write: boolean;
  /** Whether sending it twice does the same as once: always for reads, for a write only where it says so. */
  readonly repeatable?: boolean;
  /** How often it is sent at most while the trouble passes; five times where left out. */
  readonly tries?: number;
  /** Accepts an answer in which fields are null because the app may not see them (protected customer data). */
  readonly withheldFields?: boolean;
};

/** The variables of an operation that reads a connection page by page. */
export type PageOf<Id extends string> = {readonly id: Id; readonly after: string | null};
