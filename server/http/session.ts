// Identifies the caller: the shop comes from a verified session token, never from a query or a body.
import type {RequestHandler, Response} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {loadShop} from '../db/shops/shops.ts';
import type {Deps} from '../deps.ts';
import {checkSessionToken} from '../shopify/auth/session-token.ts';
import type {StaffUser} from '../shopify/auth/staff-scopes.ts';
import {ensureInstalled} from './installation.ts';
import {isTokenTurnedAway, Refusal, refuse} from './refusal.ts';
import {createRefusedLog} from './refused-log.ts';

/** The store and the user that a session token names, and the token itself. */
type Caller = {
  readonly shop: ShopDomain;
  readonly userId: string;
  /** The id of the session in the Shopify admin. */
  readonly sessionId: string;
  /** The session token itself, to be exchanged for an access token. */
  readonly token: string;
};

/** The caller of each request that passed `requireToken`, by its response. */
const callersByResponse = new WeakMap<Response, Caller>();

/** Checks the session token and remembers its shop and user for this request. Needs no database query and no remote call. */
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
    callersByResponse.set(res, {shop, userId, sessionId, token});
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
      if (!isTokenTurnedAway(error)) throw error;
      logRefused(req, 'Shopify does not accept the session token, or does not know its store.');
      // A store that never had the app is stored too, without a time of its removal.
      const wasRemoved = (await loadShop(deps.db, caller.shop))?.uninstalledAt != null;
      endSession(res, wasRemoved ? appRemoved : sessionEnded);
      return;
    }
    next();
  };
}

const sessionEnded = new Refusal(401, 'session_expired', 'Your session has ended. Reload the page.');

/** A page that was open when the app was removed goes on asking. */
const appRemoved = new Refusal(
  401,
  'app_removed',
  'Piecewise was removed from this store, so it has no access to it. To use it again, install it with the link that you installed it with first, and open it from “Apps” in your Shopify admin.',
);

/** Answers 401 with the header that makes App Bridge fetch a new token and repeat the request. */
export function endSession(res: Response, refusal: Refusal = sessionEnded): void {
  res.set('x-shopify-retry-invalid-session-request', '1');
  refuse(res, refusal);
}

/** The shop of a request that passed `requireToken`. */
export const shopOf = (res: Response): ShopDomain => callerOf(res).shop;

/** The caller as the audit trail names users: 'user:' and Shopify's user id. */
export const actorOf = (res: Response): string => `user:${callerOf(res).userId}`;

/** The caller in the form that the check of staff permissions needs. */
export function staffUserOf(res: Response): StaffUser {
  const {shop, userId, sessionId, token: sessionToken} = callerOf(res);
  return {shop, userId, sessionId, sessionToken};
}

/** The shop and the actor of a request, for what is stored about who asked. */
export const askerOf = (res: Response) => ({shop: shopOf(res), actor: actorOf(res)});

/** The caller of a request that passed `requireToken`; throws for every other request. */
function callerOf(res: Response): Caller {
  const caller = callersByResponse.get(res);
  if (caller === undefined) throw new Error('the route is not behind requireToken');
  return caller;
}
