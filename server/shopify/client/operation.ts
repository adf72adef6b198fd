// One operation of the Admin API: document, variables, answer and cost in one value, so a call cannot mix those of two operations.

import type {z} from 'zod';

export type Variables = Readonly<Record<string, unknown>>;

/** The variables of an operation that takes none. */
export type NoVariables = Readonly<Record<string, never>>;

/** `V` are the variables the document declares, `S` is the schema of its data. */
export type Operation<V extends Variables, S extends z.ZodType> = {
  /** GraphQL text with one named operation. */
  readonly document: string;
  /** Estimated points, computed from the variables where they matter; the limiter learns the real points of each document. */
  readonly cost: number | ((variables: V) => number);
  /** Reads the data of the answer. */
  readonly answer: S;
  /** Whether it changes anything in the store. */
  readonly isWrite: boolean;
  /** Whether sending it twice has the same effect as once: always for reads, for writes only where stated. */
  readonly isRepeatable?: boolean;
  /** Most attempts during a temporary failure; default five. */
  readonly maxAttempts?: number;
  /**
   * Accepts an answer in which fields are null because the app may not see them (protected customer data). Their paths are in the
   * data then, as `withheld`.
   */
  readonly allowsWithheldFields?: boolean;
};

/** The variables of an operation that reads a connection in pages. */
export type PageVariables<Id extends string> = {readonly id: Id; readonly after: string | null};
