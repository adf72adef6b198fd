// One POST to the Admin API and its answer, told apart; no decision about repeating is made here.
// https://shopify.dev/docs/api/admin-graphql#status-and-error-codes

import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import type {CostReport} from './lane.ts';
import {networkFailure, readCapped, type ShopFetch, shopifyFailure, statusFailure} from './transport.ts';

export type AdminAnswer =
  | {readonly kind: 'answered'; readonly data: unknown; readonly cost: CostReport | null}
  /** Data in which some fields are null because the app may not see them. */
  | {readonly kind: 'withheld'; readonly data: unknown; readonly said: string; readonly cost: CostReport | null}
  | {readonly kind: 'throttled'; readonly cost: CostReport | null};

export type AdminPost = {
  readonly app: {readonly fetch: ShopFetch};
  readonly apiVersion: string;
  readonly shop: ShopDomain;
  readonly name: string;
  readonly token: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal | undefined;
};

/** Milliseconds until the whole answer must be there; a large productSet takes Shopify many seconds. */
const callLimit = 60_000;

/** Throws a Failure for everything that is no GraphQL answer, and for GraphQL errors that are a refusal. */
export async function postAdmin(post: AdminPost): Promise<AdminAnswer> {
  const text = await exchangeText(post);
  const body = Body.safeParse(parseJson(text));
  if (!body.success)
    throw shopifyFailure(post.name, 'the answer is no GraphQL answer', {kind: 'malformed', sent: true});
  const {data, errors, extensions} = body.data;
  const cost = toCostReport(extensions?.cost);
  if (errors.length === 0) return {kind: 'answered', data, cost};
  const codes = new Set(errors.map((error) => error.extensions?.code ?? ''));
  const said = errors
    .map((error) => error.message)
    .join(' ')
    .slice(0, 500);
  if (codes.has('THROTTLED')) return {kind: 'throttled', cost};
  const onlyFields = errors.every((error) => error.extensions?.code === 'ACCESS_DENIED' && error.path !== undefined);
  if (onlyFields && data !== null && data !== undefined) return {kind: 'withheld', data, said, cost};
  const facts = {sent: true, status: 200, said};
  if (codes.has('INTERNAL_SERVER_ERROR') || codes.has('TIMEOUT')) {
    throw shopifyFailure(post.name, 'Shopify failed inside', {kind: 'unavailable', ...facts});
  }
  throw shopifyFailure(post.name, `refused: ${said}`, {kind: 'refused', ...facts});
}

async function exchangeText({app, apiVersion, shop, name, token, document, variables, signal}: AdminPost) {
  const limit = AbortSignal.timeout(callLimit);
  try {
    const response = await app.fetch(`https://${shop}/admin/api/${apiVersion}/graphql.json`, {
      method: 'POST',
      headers: {'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': token},
      body: JSON.stringify({query: document, variables}),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    if (response.status === 200) return await readCapped(response, name);
    await response.body?.cancel();
    throw statusFailure(response.status, response.headers.get('retry-after'), name);
  } catch (error) {
    signal?.throwIfAborted();
    throw networkFailure(error, name);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Cost = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({
    maximumAvailable: z.number().positive(),
    currentlyAvailable: z.number(),
    restoreRate: z.number().positive(),
  }),
});

const Body = z.object({
  data: z.unknown(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.object({code: z.string().optional()}).optional(),
      }),
    )
    .default([]),
  // An answer without a readable cost is still an answer.
  extensions: z
    .object({cost: Cost.optional().catch(undefined)})
    .optional()
    .catch(undefined),
});

function toCostReport(cost: z.infer<typeof Cost> | undefined): CostReport | null {
  return cost === undefined ? null : {requested: cost.requestedQueryCost, status: cost.throttleStatus};
}
