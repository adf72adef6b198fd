// Sends one POST to the Admin API and classifies its answer. admin.ts decides on retries.
// https://shopify.dev/docs/api/admin-graphql#status-and-error-codes

import {z} from 'zod';
import {minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {parseStorableJson} from '#domain/json.ts';
import type {CostReport} from './cost-bucket.ts';
import {networkFailure, readCapped, type ShopFetch, shopifyFailure, statusFailure} from './transport.ts';
import {dailyLimitPattern, dailyVariantLimitCode} from './user-errors.ts';

/** An answer that is no error. `throttled`: nothing was done, because points are missing. */
export type AdminAnswer =
  /** All data that was asked for. */
  | {readonly kind: 'answered'; readonly data: unknown; readonly cost: CostReport | null}
  /** Data in which some fields are null because the app may not see them. */
  | {
      /** Data in which some fields are null because the app may not see them. */
      readonly kind: 'withheld';
      readonly data: unknown;
      /** Paths of these fields, such as `order.shippingAddress`. */
      readonly paths: readonly string[];
      /** Shopify's own words about the withheld fields. */
      readonly remoteMessage: string;
      readonly cost: CostReport | null;
    }
  | {readonly kind: 'throttled'; readonly cost: CostReport | null};

/** One request to the Admin API. */
export type AdminPost = {
  readonly app: {readonly fetch: ShopFetch};
  readonly apiVersion: string;
  readonly shop: ShopDomain;
  /** The operation's name, for the texts of errors. */
  readonly name: string;
  readonly token: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Aborted when the caller gives up; undefined: the caller always waits. */
  readonly signal: AbortSignal | undefined;
};

/** Milliseconds until the whole answer must be there; a large productSet takes Shopify many seconds. */
const callTimeoutMs = minute;

/**
 * Sends the request and classifies its answer. Throws a Failure for any answer that is no `AdminAnswer`: an HTTP error, no GraphQL, another
 * GraphQL error. After an abort, throws the signal's reason.
 */
export async function postAdmin(post: AdminPost): Promise<AdminAnswer> {
  const text = await fetchAnswerText(post);
  const body = GraphqlBody.safeParse(parseStorableJson(text));
  if (!body.success)
    throw shopifyFailure(post.name, 'the answer is no GraphQL answer', {kind: 'malformed', sent: true});
  const {data, errors, extensions} = body.data;
  const cost = toCostReport(extensions?.cost);
  if (errors.length === 0) return {kind: 'answered', data, cost};
  const codes = new Set(errors.map((error) => error.extensions?.code ?? ''));
  const remoteMessage = toErrorText(errors);
  if (codes.has('THROTTLED')) return {kind: 'throttled', cost};
  const onlyFields = errors.every((error) => isDenied(error) && isBelowRoot(data, error.path));
  const paths = errors.map(({path}) => (path ?? []).join('.'));
  if (onlyFields) return {kind: 'withheld', data, paths, remoteMessage, cost};
  const facts = {sent: true, status: 200, remoteMessage, paths};
  if (codes.has('INTERNAL_SERVER_ERROR') || codes.has('TIMEOUT')) {
    throw shopifyFailure(post.name, 'Shopify failed inside', {kind: 'unavailable', ...facts});
  }
  throw shopifyFailure(post.name, `refused: ${remoteMessage}`, {
    kind: 'refused',
    isDenied: errors.every(isDenied),
    ...facts,
  });
}

/**
 * Whether the error says that the app, or the user, may not see or do it. Shopify's own examples of withheld customer data have the sentence and no code:
 * https://shopify.dev/docs/apps/launch/protected-customer-data
 */
const isDenied = ({message, extensions}: z.infer<typeof GraphqlBody>['errors'][number]): boolean =>
  extensions?.code === 'ACCESS_DENIED' || /^This app is not approved to (?:access|use) /.test(message);

/** The errors as one text. Their codes come first, so that callers can look for a code without knowing Shopify's wording. */
function toErrorText(errors: z.infer<typeof GraphqlBody>['errors']): string {
  const codes = new Set(errors.flatMap((error) => error.extensions?.code ?? []));
  const messages = errors.map(({message}) => message).join(' ');
  return (codes.size > 0 ? `${[...codes].join(', ')}: ${messages}` : messages).slice(0, 500);
}

/** Whether only a field below the root was denied; a denied root would look like "does not exist". */
function isBelowRoot(data: unknown, path: readonly (string | number)[] | null | undefined): boolean {
  const [root, ...rest] = path ?? [];
  if (typeof data !== 'object' || data === null || root === undefined || rest.length === 0) return false;
  return Object.entries(data).some(([field, value]) => field === root && value !== null);
}

/** Sends the request and returns the body of a 200; any other answer, and a lost connection, is thrown as a Failure. */
async function fetchAnswerText({app, apiVersion, shop, name, token, document, variables, signal}: AdminPost) {
  const limit = AbortSignal.timeout(callTimeoutMs);
  try {
    const response = await app.fetch(`https://${shop}/admin/api/${apiVersion}/graphql.json`, {
      method: 'POST',
      headers: {'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': token},
      body: JSON.stringify({query: document, variables}),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    if (response.status === 200) return await readCapped(response, name);
    if (response.status === 429) await refuseDailyLimit(response, name);
    await response.body?.cancel();
    throw statusFailure(response.status, response.headers.get('retry-after'), name);
  } catch (error) {
    signal?.throwIfAborted();
    throw networkFailure(error, name);
  }
}

/** Throws if a 429 is the daily limit on new variants: a retry within minutes cannot help. */
async function refuseDailyLimit(response: Response, name: string): Promise<void> {
  const text = await readCapped(response, name, 1024 * 1024);
  if (!dailyLimitPattern.test(text)) return;
  const facts = {kind: 'refused', sent: true, status: 429, remoteMessage: dailyVariantLimitCode} as const;
  throw shopifyFailure(name, 'the store takes no more new variants today', facts);
}

/** What an answer states about points. */
const CostExtension = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({
    maximumAvailable: z.number().positive(),
    currentlyAvailable: z.number(),
    restoreRate: z.number().positive(),
  }),
});

/** The form of a GraphQL answer. */
const GraphqlBody = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).nullish(),
        extensions: z.object({code: z.string().optional().catch(undefined)}).nullish(),
      }),
    )
    .default([]),
  // An answer without a readable cost is still an answer.
  extensions: z
    .object({cost: CostExtension.optional().catch(undefined)})
    .optional()
    .catch(undefined),
});

/** The points that an answer states; null: none. */
function toCostReport(cost: z.infer<typeof CostExtension> | undefined): CostReport | null {
  return cost === undefined ? null : {requested: cost.requestedQueryCost, status: cost.throttleStatus};
}
