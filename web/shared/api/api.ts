// The server's API as functions. App Bridge adds the ID token, if none is there yet (opening-token.ts, closing-request.ts):
// https://shopify.dev/docs/api/app-home/latest/apis/authentication-and-data/id-token-api

import type {BrakeDecided} from '#contract/approvals.ts';
import type {ProductArticle} from '#contract/article.ts';
import type {Asked as AskedRun} from '#contract/articles.ts';
import type {Connection} from '#contract/connection.ts';
import type {ActionName, Delivery, DropshipOrderDetail, DropshipOrders, Entered} from '#contract/dropship-orders.ts';
import type {FieldError} from '#contract/error.ts';
import type {DecideMatches} from '#contract/matches.ts';
import type {BulkAction, BulkResults} from '#contract/order-actions.ts';
import type {Sales} from '#contract/order-money.ts';
import type {StandingAnswers} from '#contract/order-settings.ts';
import type {Overview, Sending} from '#contract/overview.ts';
import type {Preview} from '#contract/preview.ts';
import type {Choices, SavedSettings, SettingsForm, StoredSettingsForm} from '#contract/settings.ts';
import {hour, second} from '#domain/durations.ts';
import {parseRetryAfter} from '#domain/failure.ts';
import type {OrderView} from '../../text/words.ts';
import {prepareClosingPost} from './closing-request.ts';
import {forgetOpeningToken, openingToken} from './opening-token.ts';

type FailureFacts = {
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
  readonly code: string | undefined;
  readonly fields: readonly FieldError[];
  readonly retryAfterMs: number | undefined;

  constructor(message: string, {code, fields = [], retryAfterMs}: FailureFacts = {}) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.retryAfterMs = retryAfterMs;
  }
}

type StandingAnswer = StandingAnswers['answers'][number];
type PropertyAnswer = StandingAnswers['properties'][number];

export type KeyName = 'catalogue-key' | 'dropship-key';

export const api = {
  overview: (signal: AbortSignal) => ask<Overview>('GET', '/api/overview', {signal}),
  sales: (signal: AbortSignal) => ask<Sales>('GET', '/api/sales', {signal}),
  settings: (signal: AbortSignal) => ask<StoredSettingsForm>('GET', '/api/settings', {signal}),
  /** What a run does with the saved rules and prices. */
  preview: () => ask<Preview>('POST', '/api/preview', {body: {}}),
  /** `version` names what the change is based on, `previewId` the preview that showed the merchant the effect of the settings. */
  saveSettings: (settings: SettingsForm, basis: {readonly version: string; readonly previewId?: string}) =>
    ask<SavedSettings>('PUT', '/api/settings', {body: {...settings, ...basis}}),
  decideBrake: (id: string, decision: 'release' | 'discard') =>
    ask<BrakeDecided>('POST', `/api/brakes/${id}/${decision}`),
  /** @param cost euro cents: the cost the merchant saw. */
  approveCost: (articleId: string, cost: number) =>
    ask<AskedRun>('POST', `/api/articles/${encodeURIComponent(articleId)}/approve-cost`, {body: {cost}}),
  decideMatches: (decision: DecideMatches['decision'], articleIds: DecideMatches['articleIds']) =>
    ask<AskedRun>('POST', '/api/matches/decide', {body: {decision, articleIds}}),
  retryImages: () => ask<AskedRun>('POST', '/api/images/failed/retry'),
  changeSending: (word: 'pause' | 'resume') => ask<Sending>('POST', `/api/sending/${word}`),
  standingAnswers: (signal: AbortSignal) => ask<StandingAnswers>('GET', '/api/standing-answers', {signal}),
  forgetAnswer: ({articleId, category}: StandingAnswer) =>
    ask<StandingAnswers>('POST', '/api/standing-answers/forget', {body: {articleId, category}}),
  answerProperty: (answer: PropertyAnswer) =>
    ask<StandingAnswers>('POST', '/api/standing-answers/property', {body: answer}),
  forgetProperty: ({name}: PropertyAnswer) =>
    ask<StandingAnswers>('POST', '/api/standing-answers/forget-property', {body: {name}}),
  choices: (signal: AbortSignal) => ask<Choices>('GET', '/api/choices', {signal}),
  connectKey: (name: KeyName, key: string) => ask<Connection>('PUT', `/api/connection/${name}`, {body: {key}}),
  disconnectKey: (name: KeyName) => ask<Connection>('DELETE', `/api/connection/${name}`),
  dropshipOrders: ({view, search, store, cursor}: OrdersAsked, signal: AbortSignal) => {
    const {states, flagged = false, toPay = false, recentlyShipped = false} = view;
    const query = new URLSearchParams(states.map((state) => ['state', state]));
    if (search !== '') query.set('search', search);
    if (store !== null) query.set('store', store);
    if (flagged) query.set('flagged', 'true');
    if (toPay) query.set('toPay', 'true');
    if (recentlyShipped) query.set('recentlyShipped', 'true');
    if (cursor !== null) query.set('cursor', cursor);
    return ask<DropshipOrders>('GET', `/api/dropship-orders?${query.toString()}`, {signal});
  },
  dropshipOrder: (id: string, signal: AbortSignal) =>
    ask<DropshipOrderDetail>('GET', `/api/dropship-orders/${encodeURIComponent(id)}`, {signal}),
  productArticle: (gid: string, signal: AbortSignal) =>
    ask<ProductArticle>('GET', `/api/products/${encodeURIComponent(gid)}/article`, {signal}),
  delivery: (id: string, signal: AbortSignal) =>
    ask<Delivery>('GET', `/api/dropship-orders/${encodeURIComponent(id)}/delivery`, {signal}),
  entered: (id: string, signal: AbortSignal) =>
    ask<Entered>('GET', `/api/dropship-orders/${encodeURIComponent(id)}/entered`, {signal}),
  actOnOrder: (id: string, action: ActionName, input: object = {}) =>
    ask<DropshipOrderDetail>('POST', actionPath(id, action), {body: input, click: crypto.randomUUID()}),
  /** At most one page of the list at once. */
  actOnOrders: (action: BulkAction, ids: readonly string[]) =>
    ask<BulkResults>('POST', bulkPath, {body: {action, ids}, click: crypto.randomUUID()}),
  /** @returns sends the action without waiting, for a page that is being closed; sends nothing while it has no ID token. */
  prepareToActAtClose: (id: string, action: ActionName) => {
    const post = prepareClosingPost(actionPath(id, action));
    return () => post({});
  },
  prepareToActOnOrdersAtClose: (action: BulkAction) => {
    const post = prepareClosingPost(bulkPath);
    return (ids: readonly string[]) => post({action, ids});
  },
};

const bulkPath = '/api/dropship-orders/bulk';

const actionPath = (id: string, action: ActionName): string =>
  `/api/dropship-orders/${encodeURIComponent(id)}/${action}`;

export type OrdersAsked = {
  readonly view: OrderView;
  /** Empty: no search. */
  readonly search: string;
  /** Shopify's id of the one store order to filter by. */
  readonly store: string | null;
  readonly cursor: string | null;
};

type Asked = {
  readonly body?: object;
  readonly signal?: AbortSignal;
  /** A unique key for every click on an order, so that a repeated request has no second effect. */
  readonly click?: string;
};

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Does not validate the answer: the server keeps to the contract. */
export async function ask<T>(method: Method, path: string, {body, signal, click}: Asked = {}): Promise<T> {
  const headers = new Headers({accept: 'application/json'});
  const request: RequestInit = {method, headers};
  if (signal !== undefined) request.signal = signal;
  if (click !== undefined) {
    headers.set('idempotency-key', click);
    // The browser then finishes a request that it has begun, even if the page is closed.
    request.keepalive = true;
  }
  if (body !== undefined) {
    headers.set('content-type', 'application/json');
    request.body = JSON.stringify(body);
  }
  const response = await sendWithToken(path, request, headers);
  const text = await response.text();
  if (!response.ok) throw refusal(response, text);
  const answer: T = JSON.parse(text);
  return answer;
}

/** A request is refused for its token before it has any effect, so it can be repeated. */
async function sendWithToken(path: string, request: RequestInit, headers: Headers): Promise<Response> {
  const token = openingToken();
  if (token === null) return send(path, request);
  headers.set('authorization', `Bearer ${token}`);
  const response = await send(path, request);
  if (response.status !== 401) return response;
  forgetOpeningToken();
  headers.delete('authorization');
  return send(path, request);
}

export async function askFile(path: string): Promise<Blob> {
  const headers = new Headers();
  const response = await sendWithToken(path, {method: 'GET', headers}, headers);
  if (!response.ok) throw refusal(response, await response.text());
  return response.blob();
}

async function send(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    if (isOutsideAdmin()) throw new ApiFailure(openInAdmin);
    throw new ApiFailure(
      'Piecewise cannot be reached right now. Check your connection and try again. If that does not help, open Piecewise again from your Shopify admin.',
    );
  }
}

const openInAdmin = 'Piecewise works inside your Shopify admin only. Open Piecewise from your Shopify admin.';

/** The admin shows the app in a frame. Shopify's mobile app shows it in a window of its own and sets `environment.mobile`. */
const isOutsideAdmin = (): boolean =>
  window.self === window.top && (typeof shopify === 'undefined' || !shopify.environment?.mobile);

function refusal({status, headers}: Response, text: string): ApiFailure {
  if (status === 401 && isOutsideAdmin()) return new ApiFailure(openInAdmin);
  const error = readError(text);
  const retryAfterMs = readRetryAfter(headers.get('retry-after'));
  const requestId = headers.get('x-request-id');
  const reference = requestId === null ? '' : ` Reference for support: ${requestId}`;
  if (error !== null) {
    return new ApiFailure(status === 500 ? error.message + reference : error.message, {...error, retryAfterMs});
  }
  // A proxy may answer this instead of the server, in its own format.
  if (status === 429) return new ApiFailure('Piecewise is busy. Try again in a few seconds.', {retryAfterMs});
  return new ApiFailure(`Piecewise could not answer (HTTP ${status}). Please try again in a minute.${reference}`);
}

/** Shortest and longest Retry-After we honour: 0 would stop the polling, and an open page must not stay idle for days. */
const shortestRetryAfterMs = second;
const longestRetryAfterMs = hour;

function readRetryAfter(header: string | null): number | undefined {
  const ms = parseRetryAfter(header, Date.now());
  return ms === undefined ? undefined : Math.min(Math.max(ms, shortestRetryAfterMs), longestRetryAfterMs);
}

type ServerError = {
  readonly message: string;
  readonly code: string | undefined;
  readonly fields: readonly FieldError[];
};

/** The server's error form; null for anything else, such as a proxy's page. */
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
