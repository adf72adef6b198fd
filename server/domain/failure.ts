// The error class for failed calls to the supplier and to Shopify. `sent` decides whether a write that is not idempotent may be repeated.

import {backOff, second} from '#domain/durations.ts';

/** What went wrong with the call. */
export type FailureKind =
  | 'unreachable' // no connection: DNS, refused, TLS; no byte of the request was sent
  | 'timeout'
  | 'throttled'
  | 'unavailable' // 5xx, an internal error that Shopify reports, connection lost
  | 'unauthorised' // the key or token is missing, unusable or not accepted
  | 'misconfigured' // the remote refuses this app for every shop: an operator must correct the configuration
  | 'refused' // the remote understood the request and refused it
  | 'malformed'; // an answer we cannot read

/** The supplier's two interfaces, each with its own key. */
export type SupplierApi = 'catalogue' | 'dropship';

/** What is known about a failed call. */
export type FailureFacts = {
  readonly remote: 'supplier' | 'shopify';
  /** Which of the supplier's interfaces failed. */
  readonly api?: SupplierApi;
  readonly kind: FailureKind;
  /** Whether the request may have been sent; false only if it is certain that no byte of it was. */
  readonly sent: boolean;
  /** The HTTP status of the answer; left out: no answer came, or it had none to report. */
  readonly status?: number;
  /** Milliseconds the remote asked us to wait. */
  readonly retryAfterMs?: number;
  /** The remote's error text, shortened and free of secrets. */
  readonly remoteMessage?: string;
  /** The fields of a GraphQL answer that its errors are about, such as `refundCreate`; '' for an error about none. */
  readonly paths?: readonly string[];
  /** Whether Shopify says of all that failed that the app, or the user, may not see or do it. */
  readonly isDenied?: boolean;
  readonly cause?: unknown;
};

/** A failed call; the fields are those of `FailureFacts`. The message names operation and reason, never a key, a token or an address. */
export class Failure extends Error {
  readonly remote: 'supplier' | 'shopify';
  readonly api: SupplierApi | undefined;
  readonly kind: FailureKind;
  readonly sent: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly remoteMessage: string | undefined;
  readonly paths: readonly string[];
  readonly isDenied: boolean;

  constructor(message: string, facts: FailureFacts) {
    super(message, facts.cause === undefined ? undefined : {cause: facts.cause});
    this.name = 'Failure';
    this.remote = facts.remote;
    this.api = facts.api;
    this.kind = facts.kind;
    this.sent = facts.sent;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
    this.remoteMessage = facts.remoteMessage;
    this.paths = facts.paths ?? [];
    this.isDenied = facts.isDenied ?? false;
  }
}

/** Whether the failure is temporary, so that an idempotent call may succeed later. */
export function isTransient(failure: Failure): boolean {
  switch (failure.kind) {
    case 'unreachable':
    case 'timeout':
    case 'throttled':
    case 'unavailable':
    case 'misconfigured':
      return true;
    case 'unauthorised':
    case 'refused':
    case 'malformed':
      return false;
  }
}

/** Whether a retry within seconds may help. It does not for a wrong configuration, which is not corrected that fast. */
export function mayPassWithinSeconds(failure: Failure): boolean {
  return isTransient(failure) && failure.kind !== 'misconfigured';
}

/** Whether other requests to the same remote are likely to fail too: no connection, too many requests, key or app not accepted. */
export function affectsOtherRequests({kind}: Failure): boolean {
  return kind === 'unreachable' || kind === 'throttled' || kind === 'unauthorised' || kind === 'misconfigured';
}

/** Milliseconds before retry number `attempt` (1 = the first): the remote's own delay, else 1 s doubling to 30 s. */
export function retryDelayMs(failure: Failure, attempt: number): number {
  return failure.retryAfterMs ?? backOff(attempt, {first: second, longest: 30 * second});
}

/**
 * Reads the header Retry-After, seconds or a date (https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3), as milliseconds from `now`
 * (ms); undefined if it is missing or unusable.
 */
export function parseRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,3})?$/.test(text)) return Number(text) * 1_000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
