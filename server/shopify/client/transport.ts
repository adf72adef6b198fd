// Shared by all calls to Shopify: where a call goes, how much of an answer is read, how errors become Failures.

import {Failure, type FailureFacts, parseRetryAfter} from '#domain/failure.ts';

/** Fetches an address of a store or of Shopify. */
export type ShopFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Most bytes read of one answer, unless the caller sets another limit; a larger answer is refused while it streams. */
export const maxAnswerBytes = 20 * 1024 * 1024;

/**
 * Plain fetch, unless an origin is set (a stand-in): then `https://{shop}/…` goes to `{origin}/…` and `x-forwarded-host` names the shop.
 * Redirects are not followed: a token must not reach another host. `onAnswer` is told the status of each answer.
 */
export function createShopFetch(origin: string | null, onAnswer: (status: number) => void = () => {}): ShopFetch {
  const send: ShopFetch = (url, init) => {
    if (origin === null) return fetch(url, {...init, redirect: 'manual'});
    const asked = new URL(url);
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-host', asked.host);
    return fetch(new URL(asked.pathname + asked.search, origin), {...init, headers, redirect: 'manual'});
  };
  return async (url, init) => {
    const answer = await send(url, init);
    onAnswer(answer.status);
    return answer;
  };
}

/** The body as text, counted while it streams (after decompression); a body over the cap is a `malformed` Failure. */
export async function readCapped(response: Response, what: string, cap = maxAnswerBytes): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > cap) {
      throw shopifyFailure(what, `the answer is larger than ${cap} bytes`, {kind: 'malformed', sent: true});
    }
    text += decoder.decode(chunk, {stream: true});
  }
  return text + decoder.decode();
}

/** A Failure of Shopify whose sentence names the call (`what`) and the reason. */
export function shopifyFailure(what: string, reason: string, facts: Omit<FailureFacts, 'remote'>): Failure {
  return new Failure(`Shopify, ${what}: ${reason}.`, {...facts, remote: 'shopify'});
}

/** Codes of a connection that was never established: no byte of the request left. */
const neverSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** A thrown fetch error as a Failure. The caller must handle its own abort signal first. */
export function networkFailure(error: unknown, what: string): Failure {
  if (error instanceof Failure) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') {
    return shopifyFailure(what, 'no answer in time', {kind: 'timeout', sent: true, cause: error});
  }
  const code = errorCode(error);
  return neverSentCodes.has(code)
    ? shopifyFailure(what, `no connection (${code})`, {kind: 'unreachable', sent: false, cause: error})
    : shopifyFailure(what, `connection lost${code && ` (${code})`}`, {kind: 'unavailable', sent: true, cause: error});
}

/** The code of an error, or of the error that caused it; empty: none. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return errorCode(error.cause);
}

/** An HTTP status outside 2xx as a Failure. `retryAfter` is the header: seconds or a date. */
export function statusFailure(status: number, retryAfter: string | null, what: string): Failure {
  const facts = {sent: true, status, ...toRetryAfter(retryAfter)};
  if (status === 401) return shopifyFailure(what, 'the access token is not accepted', {kind: 'unauthorised', ...facts});
  if (status === 429) return shopifyFailure(what, 'too many requests', {kind: 'throttled', ...facts});
  if (status >= 500) return shopifyFailure(what, `answered ${status}`, {kind: 'unavailable', ...facts});
  return shopifyFailure(what, refusalReasonByStatus[status] ?? `answered ${status}`, {kind: 'refused', ...facts});
}

/** Reasons in words by HTTP status: https://shopify.dev/docs/api/usage/response-codes */
const refusalReasonByStatus: Readonly<Record<number, string>> = {
  402: 'the store is frozen for an unpaid bill (402)',
  403: 'the app may not do this in the store (403)',
  404: 'the store does not exist (404)',
  423: 'the store is locked (423)',
};

/** Milliseconds: a longer wait that Shopify asks for is shortened to this. */
const longestRetryAfterMs = 300_000;

/** The wait that a Retry-After header asks for; empty if it states none. */
function toRetryAfter(header: string | null): {retryAfterMs?: number} {
  const ms = parseRetryAfter(header, Date.now());
  return ms === undefined ? {} : {retryAfterMs: Math.min(ms, longestRetryAfterMs)};
}
