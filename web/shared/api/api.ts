// The server's API as functions. App Bridge adds the ID token to requests that carry none (opening-token.ts, closing-request.ts):
// https://shopify.dev/docs/api/app-home/latest/apis/authentication-and-data/id-token-api

import type {BrakeDecided} from '#contract/approvals.ts';
import type {ProductArticle} from '#contract/article.ts';
import type {Asked as AskedRun} from '#contract/articles.ts';
import type {Delivery} from '#contract/buyers/delivery.ts';
import type {ActionName, DropshipOrderDetail, DropshipOrders, Entered} from '#contract/dropship-orders.ts';
import type {FieldError} from '#contract/error.ts';
import type {DecideMatches} from '#contract/matches.ts';
import type {BulkAction, BulkResults, ShownOrder} from '#contract/order-actions.ts';
import type {Sales} from '#contract/order-money.ts';
import type {Overview, Sending} from '#contract/overview.ts';
import type {Preview} from '#contract/preview.ts';
import type {Choices, General, Saved} from '#contract/settings.ts';
import {hour, second} from '#domain/durations.ts';
import {parseRetryAfter} from '#domain/failure.ts';
import {prepareClosingPost} from './closing-request.ts';
import {forgetOpeningToken, openingToken} from './opening-token.ts';
import {type OrdersRequest, ordersQuery} from './orders-query.ts';

type FailureDetails = {
  /** The server's name for the kind of refusal. */
  readonly code?: string | undefined;
  /** The wrong inputs, or the values that differ from the saved ones (`changed_meanwhile`). */
  readonly fields?: readonly FieldError[];
  /** Milliseconds after which a retry makes sense, if the server says so. */
  readonly retryAfterMs?: number | undefined;
};

/** A request that failed, with the message for the merchant: the server's own, or one of this page where the server sent none. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** The server's code for the kind of refusal; undefined where it sent none. */
  readonly code: string | undefined;
  /** The wrong inputs, or the values that differ from the saved ones (`changed_meanwhile`); empty: none is named. */
  readonly fields: readonly FieldError[];
  /** Milliseconds after which a retry makes sense; undefined: the server did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, {code, fields = [], retryAfterMs}: FailureDetails = {}) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.retryAfterMs = retryAfterMs;
  }
}

export const api = {
  overview: (signal: AbortSignal) => callApi<Overview>('GET', '/api/overview', {signal}),
  sales: (signal: AbortSignal) => callApi<Sales>('GET', '/api/sales', {signal}),
  settings: (signal: AbortSignal) => callApi<Saved<General>>('GET', '/api/settings/general', {signal}),
  /** Previews what a run does with the saved rules and prices. */
  preview: () => callApi<Preview>('POST', '/api/preview', {body: {}}),
  /** `version` names what the change is based on, `previewId` the preview that showed the merchant the effect of the settings. */
  saveSettings: (settings: General, basis: {readonly version: string; readonly previewId?: string}) =>
    callApi<Saved<General>>('PUT', '/api/settings/general', {body: {...settings, ...basis}}),
  decideBrake: (id: string, decision: 'release' | 'discard') =>
    callApi<BrakeDecided>('POST', `/api/brakes/${id}/${decision}`),
  /** Releases these articles of the brake; the others wait on. */
  releasePart: (id: string, articleIds: readonly string[]) =>
    callApi<BrakeDecided>('POST', `/api/brakes/${id}/release`, {body: {articleIds}}),
  /** @param cost euro cents: the cost the merchant saw. */
  approveCost: (articleId: string, cost: number) =>
    callApi<AskedRun>('POST', `/api/articles/${encodeURIComponent(articleId)}/approve-cost`, {body: {cost}}),
  decideMatches: (decision: DecideMatches['decision'], articleIds: DecideMatches['articleIds']) =>
    callApi<AskedRun>('POST', '/api/matches/decide', {body: {decision, articleIds}}),
  retryImages: () => callApi<AskedRun>('POST', '/api/images/failed/retry'),
  changeSending: (word: 'pause' | 'resume') => callApi<Sending>('POST', `/api/sending/${word}`),
  choices: (signal: AbortSignal) => callApi<Choices>('GET', '/api/choices', {signal}),
  dropshipOrders: (asked: OrdersRequest, signal: AbortSignal) =>
    callApi<DropshipOrders>('GET', `/api/dropship-orders?${ordersQuery(asked)}`, {signal}),
  dropshipOrder: (id: string, signal: AbortSignal) =>
    callApi<DropshipOrderDetail>('GET', `/api/dropship-orders/${encodeURIComponent(id)}`, {signal}),
  productArticle: (gid: string, signal: AbortSignal) =>
    callApi<ProductArticle>('GET', `/api/products/${encodeURIComponent(gid)}/article`, {signal}),
  delivery: (id: string, signal: AbortSignal) =>
    callApi<Delivery>('GET', `/api/dropship-orders/${encodeURIComponent(id)}/delivery`, {signal}),
  entered: (id: string, signal: AbortSignal) =>
    callApi<Entered>('GET', `/api/dropship-orders/${encodeURIComponent(id)}/entered`, {signal}),
  actOnOrder: (id: string, action: ActionName, input: object = {}) =>
    callApi<DropshipOrderDetail>('POST', actionPath(id, action), {body: input, idempotencyKey: crypto.randomUUID()}),
  /** Acts on several orders, at most one page of the list. @param shown what was shown of each, by id; for `approve`. */
  actOnOrders: (action: BulkAction, ids: readonly string[], shown?: Record<string, ShownOrder>) =>
    callApi<BulkResults>('POST', bulkActionPath, {
      body: {action, ids, ...(shown === undefined ? {} : {shown})},
      idempotencyKey: crypto.randomUUID(),
    }),
  /** @returns a function that sends the action without waiting, while the page is being closed; it sends nothing without an ID token. */
  prepareToActAtClose: (id: string, action: ActionName) => {
    const post = prepareClosingPost(actionPath(id, action));
    return () => post({});
  },
  prepareToActOnOrdersAtClose: (action: BulkAction) => {
    const post = prepareClosingPost(bulkActionPath);
    return (ids: readonly string[]) => post({action, ids});
  },
};

const bulkActionPath = '/api/dropship-orders/bulk';

const actionPath = (id: string, action: ActionName): string =>
  `/api/dropship-orders/${encodeURIComponent(id)}/${action}`;

type RequestOptions = {
  readonly body?: object;
  readonly signal?: AbortSignal;
  /** A unique key for every click that acts on an order, so that a repeated request has no second effect. */
  readonly idempotencyKey?: string;
};

type HttpMethod = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Sends a request and returns the JSON answer, which is not validated because the server keeps to the contract. Throws an `ApiFailure`. */
export async function callApi<T>(method: HttpMethod, path: string, options: RequestOptions = {}): Promise<T> {
  const headers = new Headers({accept: 'application/json'});
  const request: RequestInit = {method, headers};
  if (options.signal !== undefined) request.signal = options.signal;
  if (options.idempotencyKey !== undefined) {
    headers.set('idempotency-key', options.idempotencyKey);
    // Makes the browser finish a request that it has begun, even if the page is closed.
    request.keepalive = true;
  }
  if (options.body !== undefined) {
    headers.set('content-type', 'application/json');
    request.body = JSON.stringify(options.body);
  }
  const response = await sendWithToken(path, request, headers);
  const text = await response.text();
  if (!response.ok) throw toApiFailure(response, text);
  const answer: T = JSON.parse(text);
  return answer;
}

/** Sends with the opening token, and again without it if the server answers 401: such a request had no effect, so it can be repeated. */
async function sendWithToken(path: string, request: RequestInit, headers: Headers): Promise<Response> {
  const token = openingToken();
  if (token === null) return fetchOrFail(path, request);
  headers.set('authorization', `Bearer ${token}`);
  const response = await fetchOrFail(path, request);
  if (response.status !== 401) return response;
  forgetOpeningToken();
  headers.delete('authorization');
  return fetchOrFail(path, request);
}

/** Loads a file from the API. Throws an `ApiFailure`. */
export async function downloadFile(path: string): Promise<Blob> {
  const headers = new Headers();
  const response = await sendWithToken(path, {method: 'GET', headers}, headers);
  if (!response.ok) throw toApiFailure(response, await response.text());
  return response.blob();
}

/** Sends a request. A connection that fails becomes an `ApiFailure`; an abort by the caller is thrown as it is. */
async function fetchOrFail(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    if (isOutsideAdmin()) throw new ApiFailure(openInAdminText);
    throw new ApiFailure(
      'Piecewise cannot be reached right now. Check your connection and try again. If that does not help, open Piecewise again from your Shopify admin.',
    );
  }
}

const openInAdminText = 'Piecewise works inside your Shopify admin only. Open Piecewise from your Shopify admin.';

/** Whether the page is open outside the Shopify admin, which shows it in a frame, or on mobile in a window with `environment.mobile`. */
const isOutsideAdmin = (): boolean =>
  window.self === window.top && (typeof shopify === 'undefined' || !shopify.environment?.mobile);

/** The failure for an answer that is not 2xx. @param text the body of the answer. */
function toApiFailure({status, headers}: Response, text: string): ApiFailure {
  if (status === 401 && isOutsideAdmin()) return new ApiFailure(openInAdminText);
  const error = readError(text);
  const retryAfterMs = readRetryAfter(headers.get('retry-after'));
  const requestId = headers.get('x-request-id');
  const reference = requestId === null ? '' : ` Reference for support: ${requestId}`;
  if (error !== null) {
    return new ApiFailure(status === 500 ? error.message + reference : error.message, {...error, retryAfterMs});
  }
  // A proxy may answer 429 instead of the server, in its own format.
  if (status === 429) return new ApiFailure('Piecewise is busy. Try again in a few seconds.', {retryAfterMs});
  return new ApiFailure(`Piecewise could not answer (HTTP ${status}). Please try again in a minute.${reference}`);
}

/** The shortest Retry-After that is followed: 0 would stop the polling. */
const shortestRetryAfterMs = second;
/** The longest Retry-After that is followed: an open page must not stay idle for days. */
const longestRetryAfterMs = hour;

/** The Retry-After of an answer in milliseconds, kept within its limits; undefined: there is none, or it cannot be read. */
function readRetryAfter(header: string | null): number | undefined {
  const ms = parseRetryAfter(header, Date.now());
  return ms === undefined ? undefined : Math.min(Math.max(ms, shortestRetryAfterMs), longestRetryAfterMs);
}

/** What is read of an error answer of the server. */
type ServerError = {
  readonly message: string;
  readonly code: string | undefined;
  readonly fields: readonly FieldError[];
};

/** Reads an error answer of the server; null for anything else, such as the page of a proxy. */
function readError(text: string): ServerError | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(answer) || !isRecord(answer.error)) return null;
  const {message, code, field, fields} = answer.error;
  if (typeof message !== 'string') return null;
  const named = Array.isArray(fields) ? fields.filter(isFieldError) : [];
  const only = typeof field === 'string' ? [{path: field, message}] : [];
  return {message, code: typeof code === 'string' ? code : undefined, fields: named.length > 0 ? named : only};
}

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Any thrown value as a sentence for the merchant. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiFailure
    ? error.message
    : 'Something unexpected happened in this page. Please open the app again.';
