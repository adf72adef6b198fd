// Identifies the caller: the shop comes from a verified session token, never from a query or a body.
import type {RequestHandler, Response} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../deps.ts';
import {checkSessionToken} from '../shopify/auth/session-token.ts';
import type {StaffUser} from '../shopify/auth/staff-scopes.ts';
import {ensureInstalled} from './installation.ts';
import {isTurnedAway, Refusal, refuse} from './refusal.ts';
import {createRefusedLog} from './refused-log.ts';

type Caller = {
  readonly shop: ShopDomain;
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
};

const callers = new WeakMap<Response, Caller>();

/** Needs no database query and no remote call. After it, the shop and user are known. */
export function requireToken(deps: Pick<Deps, 'shopify' | 'log' | 'now'>): RequestHandler {
  const logRefused = createRefusedLog(deps, 'a session token was refused');
  return async (req, res, next) => {
    const [scheme = '', token = ''] = (req.get('authorization') ?? '').split(' ');
    const check = scheme.toLowerCase() === 'bearer' && token ? await checkSessionToken(deps.shopify, token) : null;
    if (check === null || check.kind === 'invalid') {
      logRefused(req, check === null ? 'The request carries no session token.' : check.reason);
      endSession(res);
      return;
    }
    const {shop, userId, sessionId} = check;
    callers.set(res, {shop, userId, sessionId, token});
    next();
  };
}

/** Use after `requireToken`. A shop's first request, also after an uninstall or lost access, installs the app. */
export function requireInstalled(deps: Deps): RequestHandler {
  const logRefused = createRefusedLog(deps, 'a session token was refused');
  return async (req, res, next) => {
    const caller = callerOf(res);
    try {
      await ensureInstalled(deps, caller.shop, caller.token, caller);
    } catch (error) {
      if (!isTurnedAway(error)) throw error;
      logRefused(req, 'Shopify does not accept the session token, or does not know its store.');
      endSession(res);
      return;
    }
    next();
  };
}

/** App Bridge then fetches a new token and repeats the request. */
export function endSession(res: Response): void {
  res.set('x-shopify-retry-invalid-session-request', '1');
  refuse(res, new Refusal(401, 'session_expired', 'Your session has ended. Reload the page.'));
}

/** The shop of a request that passed `requireToken`. */
export const shopOf = (res: Response): ShopDomain => callerOf(res).shop;

/** The caller as the audit trail names users: 'user:' and Shopify's user id. */
export const actorOf = (res: Response): string => `user:${callerOf(res).userId}`;

/** The caller as Shopify is asked what the user may do. */
export function staffUserOf(res: Response): StaffUser {
  const {shop, userId, sessionId, token: sessionToken} = callerOf(res);
  return {shop, userId, sessionId, sessionToken};
}

export const askerOf = (res: Response) => ({shop: shopOf(res), actor: actorOf(res)});

function callerOf(res: Response): Caller {
  const caller = callers.get(res);
  if (caller === undefined) throw new Error('the route is not behind requireToken');
  return caller;
}
