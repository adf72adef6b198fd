// Remote trouble throws one class. `sent` is the question that decides whether a request may be repeated.

export type FailureKind =
  | 'unreachable' // no connection: DNS, refused, TLS; the other side never saw a byte
  | 'timeout'
  | 'throttled'
  | 'unavailable' // 5xx, connection lost
  | 'unauthorised' // the key or token is not accepted
  | 'refused' // the other side understood and said no
  | 'malformed'; // an answer we cannot read

export type FailureFacts = {
  readonly remote: 'supplier' | 'shopify';
  readonly kind: FailureKind;
  /** True unless it is certain that no byte of the request reached the network. */
  readonly sent: boolean;
  readonly status?: number;
  /** Milliseconds the remote asked us to wait. */
  readonly retryAfterMs?: number;
  /** What the other side said, cut short and free of secrets. */
  readonly said?: string;
  readonly cause?: unknown;
};

/** The message is a sentence with operation and reason; never a key, a token or an address. */
export class Failure extends Error {
  readonly remote: 'supplier' | 'shopify';
  readonly kind: FailureKind;
  readonly sent: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly said: string | undefined;

  constructor(message: string, facts: FailureFacts) {
    super(message, facts.cause === undefined ? undefined : {cause: facts.cause});
    this.name = 'Failure';
    this.remote = facts.remote;
    this.kind = facts.kind;
    this.sent = facts.sent;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
    this.said = facts.said;
  }
}

/** Whether the same call, one that changes nothing or may safely be repeated, is worth another try. */
export function isPassing(failure: Failure): boolean {
  switch (failure.kind) {
    case 'unreachable':
    case 'timeout':
    case 'throttled':
    case 'unavailable':
      return true;
    case 'unauthorised':
    case 'refused':
    case 'malformed':
      return false;
  }
}

/** Whether anything else asked of the same remote would fare no better: nobody is there, or lets us in. */
export function concernsAll({kind}: Failure): boolean {
  return kind === 'unreachable' || kind === 'throttled' || kind === 'unauthorised';
}

/** Milliseconds before try number `attempt` (1 = the first repeat): what the remote asked for, else 1 s doubling to 30 s. */
export function retryDelayMs(failure: Failure, attempt: number): number {
  return failure.retryAfterMs ?? Math.min(1_000 * 2 ** (attempt - 1), 30_000);
}
