// Faults on demand. A rule says what goes wrong and for which requests; it is taken back by the function it returns.

import type {UserError} from './mutations/user-error.ts';

export type RequestKind = 'mutation' | 'query' | 'token';

export type SeenRequest = {
  readonly shop: string;
  readonly kind: RequestKind;
  readonly operationName: string | null;
  /** Names of the root fields, as in `productSet`; empty for token requests. */
  readonly rootFields: readonly string[];
  readonly variables: Readonly<Record<string, unknown>>;
  /** Of an online token; null: an offline one, or a request for a token. */
  readonly userId: string | null;
};

export type Fault =
  /** Empties the bucket first, so that the answer is THROTTLED and the points come back by the clock. */
  | {readonly fault: 'throttle'}
  | {readonly fault: 'status'; readonly status: number; readonly retryAfterSeconds?: number}
  /** Late: before the request does anything, or with an answer that was true when it was made. */
  | {readonly fault: 'delay'; readonly ms: number; readonly at?: 'before' | 'after'}
  /** Cuts the connection before the request does anything, or after it was done but before the answer. */
  | {readonly fault: 'cut'; readonly at: 'before' | 'after'}
  /** Does the request, and answers with a page instead of JSON. */
  | {readonly fault: 'unreadable'}
  | {readonly fault: 'unauthorised'}
  /** The token endpoint refuses with this OAuth error and does nothing. */
  | {readonly fault: 'oauthError'; readonly status: number; readonly error: string}
  /** The mutation answers these user errors and does nothing. */
  | {readonly fault: 'userErrors'; readonly userErrors: readonly UserError[]}
  /** The answer of productSet leaves out all but the last of the images it has just added: neither their order nor that all are there is promised. */
  | {readonly fault: 'lateImages'}
  /** Images whose address contains the text end as FAILED. */
  | {readonly fault: 'refuseImage'; readonly sourceContains: string};

export type Misbehaviour = Fault & {
  readonly when?: (request: SeenRequest) => boolean;
  /** How many requests it strikes; without it, all until it is taken back. */
  readonly times?: number;
};

export type Faults = {
  readonly add: (rule: Misbehaviour) => () => void;
  /** The first rule of that kind that strikes this request, counted as used. */
  readonly strike: <K extends Fault['fault']>(fault: K, request: SeenRequest) => Extract<Fault, {fault: K}> | null;
  readonly refusesImage: (source: string) => boolean;
};

export function createFaults(): Faults {
  const rules: {readonly rule: Misbehaviour; left: number}[] = [];
  return {
    add(rule) {
      const entry = {rule, left: rule.times ?? Number.POSITIVE_INFINITY};
      rules.push(entry);
      return () => {
        entry.left = 0;
      };
    },
    strike(fault, request) {
      for (const entry of rules) {
        if (entry.left <= 0 || !isFault(entry.rule, fault) || entry.rule.when?.(request) === false) continue;
        entry.left -= 1;
        return entry.rule;
      }
      return null;
    },
    refusesImage: (source) =>
      rules.some(({rule, left}) => left > 0 && rule.fault === 'refuseImage' && source.includes(rule.sourceContains)),
  };
}

function isFault<K extends Fault['fault']>(
  rule: Misbehaviour,
  fault: K,
): rule is Misbehaviour & Extract<Fault, {fault: K}> {
  return rule.fault === fault;
}
