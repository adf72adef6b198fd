// Who is asking: the shop of a verified session token, never of a query or a body. The first request of a shop installs it.
import type {RequestHandler, Response} from 'express';
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../deps.ts';
import {checkSessionToken} from '../shopify/session-token.ts';
import {ensureInstalled} from './installation.ts';
import {Refusal, refuse} from './refusal.ts';

type Caller = {readonly shop: ShopDomain; readonly userId: string};

const callers = new WeakMap<Response, Caller>();

export function requireShop(deps: Deps): RequestHandler {
  return async (req, res, next) => {
    const [scheme = '', token = ''] = (req.get('authorization') ?? '').split(' ');
    const check = scheme.toLowerCase() === 'bearer' && token ? await checkSessionToken(deps.shopify, token) : null;
    if (check === null || check.kind === 'invalid') {
      endSession(res);
      return;
    }
    try {
      await ensureInstalled(deps, check.shop, token);
    } catch (error) {
      if (!isTurnedAway(error)) throw error;
      endSession(res);
      return;
    }
    callers.set(res, {shop: check.shop, userId: check.userId});
    next();
  };
}

/** App Bridge fetches a fresh token and asks once more. */
function endSession(res: Response): void {
  res.set('x-shopify-retry-invalid-session-request', '1');
  refuse(res, new Refusal(401, 'session_expired', 'Your session has ended. Reload the page.'));
}

/** Shopify does not know the token, or not the store it names. */
function isTurnedAway(error: unknown): boolean {
  return (
    error instanceof Failure && error.remote === 'shopify' && (error.kind === 'unauthorised' || error.status === 404)
  );
}

/** The shop of a request that came through `requireShop`. */
export const shopOf = (res: Response): ShopDomain => callerOf(res).shop;

/** Who asks, as the audit trail names people: 'user:' and Shopify's user id. */
export const actorOf = (res: Response): string => `user:${callerOf(res).userId}`;

function callerOf(res: Response): Caller {
  const caller = callers.get(res);
  if (caller === undefined) throw new Error('the route is not behind requireShop');
  return caller;
}
