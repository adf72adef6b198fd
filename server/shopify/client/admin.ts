// One Admin GraphQL call: a valid token, a place in the rate limiter, the POST, and the retries.
//
// The library's GraphqlClient is not used for the POST: it reads an answer of any size, and it waits milliseconds where Retry-After
// says seconds.

import type {z} from 'zod';
import {backOff} from '#domain/durations.ts';
import {Failure, mayPassWithinSeconds, retryDelayMs} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Log} from '../../log.ts';
import {retry} from '../../retry.ts';
import {lostAccessFailure, type Tokens} from '../auth/token.ts';
import {type AdminAnswer, type AdminPost, postAdmin} from './admin-post.ts';
import type {Operation, Variables} from './operation.ts';
import {createRateLimiter, type RateLimiter} from './rate-limiter.ts';
import {type ShopFetch, shopifyFailure} from './transport.ts';

/** Calls the Admin API of every store. */
export type Admin = {
  /** The operation's data, parsed. Throws a Failure, or the signal's reason when the caller gave up. */
  call<V extends Variables, S extends z.ZodType>(
    shop: ShopDomain,
    operation: Operation<V, S>,
    variables: NoInfer<V>,
    signal?: AbortSignal,
  ): Promise<z.output<S>>;
};

/** What calls to the Admin API need. */
export type AdminNeeds = {
  readonly app: {readonly fetch: ShopFetch};
  readonly tokens: Pick<Tokens, 'get' | 'replaceRefused'>;
  /** Called after each call that Shopify answered with data; must not throw. */
  readonly onAccepted: (shop: ShopDomain) => Promise<void>;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
  readonly apiVersion: string;
};

/** How often a call is sent at most during a temporary failure, unless its operation says otherwise. */
const maxAttempts = 5;

/** Creates the client, with one rate limiter per shop. */
export function createAdmin(needs: AdminNeeds): Admin {
  const limiters = new Map<ShopDomain, RateLimiter>();

  function limiterOf(shop: ShopDomain): RateLimiter {
    const limiter = limiters.get(shop) ?? createRateLimiter({now: () => needs.now().getTime(), wait: needs.wait});
    limiters.set(shop, limiter);
    return limiter;
  }

  return {
    async call(shop, operation, variables, signal) {
      const {document, answer, allowsWithheldFields: withheldFields = false} = operation;
      const name = operationName(document);
      const cost = typeof operation.cost === 'number' ? operation.cost : operation.cost(variables);
      const request = {shop, name, document, cost, variables, withheldFields, signal};
      const send = (token: string) => sendRateLimited(needs, limiterOf(shop), {...request, token});
      const data = await sendWithRetries(needs, operation, () => sendWithToken(needs, shop, send), signal);
      const parsed = answer.safeParse(data);
      if (parsed.success) return parsed.data;
      const issue = parsed.error.issues[0];
      const where = issue === undefined ? '' : ` at ${issue.path.join('.')}: ${issue.message}`;
      throw shopifyFailure(name, `the answer cannot be read${where}`, {kind: 'malformed', sent: true});
    },
  };
}

/** A client that calls with one given token, which nothing renews or replaces. */
export const createAdminWithToken = (needs: Omit<AdminNeeds, 'tokens' | 'onAccepted'>, token: string): Admin =>
  createAdmin({
    ...needs,
    tokens: {get: async () => token, replaceRefused: async () => 'gone'},
    onAccepted: async () => {},
  });

/** The name in the GraphQL text, for logs and errors. */
function operationName(document: string): string {
  return /\b(?:query|mutation)\s+(\w+)/.exec(document)?.[1] ?? 'unnamed operation';
}

/** The fields of an operation that decide whether and how often it is sent again. */
type RepeatPolicy = Pick<Operation<Variables, z.ZodType>, 'isWrite' | 'isRepeatable' | 'maxAttempts'>;

/** Retries temporary failures, but only where sending twice does no harm. */
function sendWithRetries<T>(
  needs: AdminNeeds,
  operation: RepeatPolicy,
  send: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const pauseAfter = (error: unknown, attempt: number): number | null => {
    signal?.throwIfAborted();
    if (
      !(error instanceof Failure) ||
      !mayPassWithinSeconds(error) ||
      attempt === (operation.maxAttempts ?? maxAttempts)
    )
      return null;
    if (error.sent && operation.isWrite && operation.isRepeatable !== true) return null;
    return retryDelayMs(error, attempt);
  };
  return retry(send, pauseAfter, (ms) => pause(needs, ms, signal));
}

/**
 * Sends with the shop's token. After a 401 another token is obtained, and the call is sent once more with it. Without another one, the
 * Failure has status 401.
 */
async function sendWithToken<T>(
  {tokens}: AdminNeeds,
  shop: ShopDomain,
  send: (token: string) => Promise<T>,
): Promise<T> {
  const token = await tokens.get(shop);
  try {
    return await send(token);
  } catch (error) {
    // Only a 401 is about the token.
    if (!(error instanceof Failure) || error.status !== 401) throw error;
    if ((await tokens.replaceRefused(shop, token)) === 'gone')
      throw lostAccessFailure({sent: true, status: error.status});
  }
  return send(await tokens.get(shop));
}

/**
 * Sends as soon as the points allow, and returns the data. THROTTLED means that nothing was done: it is retried without a limit, and never
 * counts as a failure.
 */
async function sendRateLimited(needs: AdminNeeds, limiter: RateLimiter, request: AdminRequest): Promise<unknown> {
  const {shop, name, document, cost, signal} = request;
  for (let times = 0; ; times += 1) {
    const permit = await limiter.acquire({document, cost}, {first: times > 0, signal});
    let answer: AdminAnswer | null = null;
    try {
      answer = await postAdmin({...request, ...needs});
    } finally {
      permit.release(answer?.cost ?? null);
    }
    if (answer.kind !== 'throttled') await needs.onAccepted(shop);
    if (answer.kind === 'answered') return answer.data;
    if (answer.kind === 'withheld' && request.withheldFields) return {...Object(answer.data), withheld: answer.paths};
    if (answer.kind === 'withheld') {
      const {remoteMessage} = answer;
      const facts = {kind: 'refused', sent: true, status: 200, remoteMessage, isDenied: true} as const;
      throw shopifyFailure(name, `fields are withheld: ${answer.remoteMessage}`, facts);
    }
    needs.log.warn({shop, operation: name, times}, 'throttled by Shopify');
    await pause(needs, backOff(times + 1, {first: 250, longest: 10_000}), signal);
  }
}

/** Waits; the caller's signal ends the wait early and its reason is thrown. */
async function pause({wait}: AdminNeeds, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const cut = signal && new Promise((resolve) => signal.addEventListener('abort', resolve, {once: true}));
  await (cut ? Promise.race([wait(ms), cut]) : wait(ms));
  signal?.throwIfAborted();
}

/** One call, with its estimated points, and whether an answer with withheld fields is accepted. */
type AdminRequest = Omit<AdminPost, 'app' | 'apiVersion'> & {
  /** Estimated points. */
  readonly cost: number;
  /** Whether an answer is accepted in which fields are null because the app may not see them. */
  readonly withheldFields: boolean;
};
