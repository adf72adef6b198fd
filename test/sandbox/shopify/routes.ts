// The HTTP routes: access tokens and the Admin API, addressed as `{origin}/admin/…` with the shop in x-forwarded-host.

import express, {type ErrorRequestHandler, type Express, type Request, type Response} from 'express';
import {z} from 'zod';
import {prepareDocument} from './documents.ts';
import {executeRequest, type Outcome} from './execute.ts';
import {withFaults} from './fault-route.ts';
import type {Faults, SeenRequest} from './misbehave.ts';
import {createMutations} from './mutations.ts';
import {answerTokenRequest, type TokenAnswer} from './oauth.ts';
import {createQueries} from './queries.ts';
import type {RequestLog} from './request-log.ts';
import {apiVersion} from './schema.ts';
import type {AppKeys} from './session-token.ts';
import type {ShopStore} from './store/shop-store.ts';
import type {TokenStore} from './tokens.ts';

export type AdminRoutes = {
  readonly shopOf: (domain: string) => ShopStore | undefined;
  readonly keys: AppKeys;
  readonly tokens: TokenStore;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly now: () => number;
};

export function addAdminRoutes(app: Express, parts: AdminRoutes): void {
  app.use('/admin', express.json({limit: '10mb'}));
  app.use('/admin', express.urlencoded({extended: false}));
  app.post('/admin/oauth/access_token', (request, response) => tokenRoute(parts, request, response));
  app.post(`/admin/api/${apiVersion}/graphql.json`, (request, response) => graphqlRoute(parts, request, response));
  app.all('/admin/api/*rest', (_request, response) => void response.status(404).json({errors: 'Not Found'}));
  app.use('/admin', answerUnreadable);
}

/** A body that is no JSON, or too large; anything else is a fault of the sandbox and goes on to whoever waits for it. */
const answerUnreadable: ErrorRequestHandler = (error, _request, response, next) => {
  const status: unknown = Reflect.get(Object(error), 'status');
  if (status !== 400 && status !== 413) return next(error);
  response.status(status).json({errors: status === 413 ? 'Payload Too Large' : 'Bad Request'});
};

async function tokenRoute(parts: AdminRoutes, request: Request, response: Response): Promise<void> {
  const shop = shopDomainOf(request);
  const seen: SeenRequest = {shop, kind: 'token', operationName: null, rootFields: [], variables: {}, userId: null};
  const answer = await withFaults(parts.faults, seen, response, (): TokenAnswer => {
    const store = parts.shopOf(shop);
    if (store === undefined) return {status: 404, body: {errors: 'Not Found'}};
    const refused = parts.faults.strike('oauthError', seen);
    if (refused !== null) return {status: refused.status, body: {error: refused.error}};
    return answerTokenRequest({...parts, store, domain: shop}, request.body);
  });
  parts.log.note({
    shop,
    kind: 'token',
    operationName: null,
    cost: 0,
    outcome: answer === null ? 'fault' : String(answer.status),
  });
  if (answer !== null) response.status(answer.status).json(answer.body);
}

const Body = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

async function graphqlRoute(parts: AdminRoutes, request: Request, response: Response): Promise<void> {
  const shop = shopDomainOf(request);
  const body = Body.safeParse(request.body);
  if (!body.success) return void response.status(400).json({errors: {query: 'Required parameter missing or invalid'}});
  const graphql = {
    query: body.data.query,
    variables: body.data.variables ?? {},
    // An empty name is none: https://github.com/Shopify/storefront-api-examples/pull/23
    operationName: body.data.operationName || null,
  };
  const token = request.get('x-shopify-access-token') ?? '';
  const userId = parts.tokens.userOf(token);
  const seen = {...seenRequest(shop, graphql), userId};
  const done = await withFaults(parts.faults, seen, response, (): Done => {
    const store = parts.shopOf(shop);
    if (store === undefined) return {status: 404, body: {errors: 'Not Found'}, outcome: null};
    const refused = checkToken(parts, store, token, seen);
    if (refused !== null) return {...refused, outcome: null};
    const root = {...createQueries(store), ...createMutations(store, parts.faults, () => seen)};
    const limits = userId === null ? undefined : store.staff.get(userId);
    const scopes = store.scopes.filter((scope) => limits === undefined || limits.includes(scope));
    const throttle = () => parts.faults.strike('throttle', seen) !== null;
    const outcome = executeRequest(store, root, graphql, {throttle, scopes});
    return {status: 200, body: outcome.answer, outcome};
  });
  const outcome = done === null ? 'fault' : (done.outcome?.result ?? String(done.status));
  parts.log.note({shop, kind: seen.kind, operationName: seen.operationName, cost: done?.outcome?.cost ?? 0, outcome});
  if (done !== null) response.status(done.status).json(done.body);
}

type Done = {readonly status: number; readonly body: unknown; readonly outcome: Outcome | null};

/** https://shopify.dev/docs/api/usage/response-codes */
function checkToken(
  parts: AdminRoutes,
  store: ShopStore,
  accessToken: string,
  seen: SeenRequest,
): {status: number; body: unknown} | null {
  const check = parts.tokens.check(store.id, accessToken);
  if (check === 'dead' || parts.faults.strike('unauthorised', seen) !== null) {
    const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
    return {status: 401, body: {errors}};
  }
  if (check === 'not expiring') {
    const errors = '[API] Non-expiring access tokens are no longer accepted for the Admin API.';
    return {status: 403, body: {errors}};
  }
  return null;
}

type Asked = {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
};

function seenRequest(shop: string, {query, variables, operationName}: Asked): Omit<SeenRequest, 'userId'> {
  const prepared = prepareDocument(query);
  const operations = prepared.kind === 'ready' ? prepared.operations : [];
  const operation = operations.find(({name}) => name === operationName) ?? operations[0];
  return {
    shop,
    kind: operation?.type ?? 'query',
    operationName: operation?.name ?? null,
    rootFields: operation?.rootFields ?? [],
    variables,
  };
}

function shopDomainOf(request: Request): string {
  return (request.get('x-forwarded-host') ?? request.hostname).toLowerCase();
}
