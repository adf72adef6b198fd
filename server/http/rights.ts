// Which permission in the Shopify admin a request needs of the user who sends it. Routes with `anyone`, and GET routes that are not listed,
// need none.
import {type Request, type RequestHandler, type Response, Router} from 'express';
import {Failure} from '#domain/failure.ts';
import type {Deps} from '../deps.ts';
import {isTokenTurnedAway, Refusal, refuse} from './refusal.ts';
import {endSession, staffUserOf} from './session.ts';
import {settingsRights} from './settings-addresses.ts';

/** What a user needs permission for: orders, products, the supplier keys; `anyone`: no permission is needed. */
type Right = 'orders' | 'products' | 'keys' | 'anyone';

/** The permissions in Shopify that each right stands for; all of them are needed. */
const scopesByRight: Readonly<Record<Right, readonly ('write_orders' | 'write_products')[]>> = {
  // For requests that send orders or change what is sent, also the words for colour and size; that mark orders; and that show a buyer's
  // address or entries.
  orders: ['write_orders'],
  // For requests that delete products, publish them, take them off sale, choose which ones are imported, or undo a run and take that back.
  products: ['write_products'],
  keys: ['write_orders', 'write_products'],
  anyone: [],
};

/**
 * Every route below /api that changes something, and the GET routes that show a buyer's own data. A changing request that no route here
 * names gets 404.
 */
export const rightsByRoute: Readonly<Record<string, Right>> = {
  'DELETE /articles/:id/options': 'orders',
  'GET /dropship-orders/:id/delivery': 'orders',
  'GET /dropship-orders/:id/entered': 'orders',
  'POST /dropship-orders/:id/approve': 'orders',
  'POST /dropship-orders/:id/buyer-refund': 'orders',
  'POST /dropship-orders/:id/buyer-refund/again': 'orders',
  'POST /dropship-orders/:id/buyer-refund/end': 'orders',
  'POST /dropship-orders/:id/buyer-refund/look': 'orders',
  'POST /dropship-orders/:id/confirm': 'orders',
  'POST /dropship-orders/:id/details': 'orders',
  'POST /dropship-orders/:id/dismiss': 'orders',
  'POST /dropship-orders/:id/fulfil-again': 'orders',
  'POST /dropship-orders/:id/paid': 'orders',
  'POST /dropship-orders/:id/place-again': 'orders',
  'POST /dropship-orders/:id/refunded': 'orders',
  'POST /dropship-orders/:id/replace': 'orders',
  'POST /dropship-orders/:id/seen': 'orders',
  'POST /dropship-orders/:id/shipped': 'orders',
  'POST /dropship-orders/:id/unpaid': 'orders',
  'POST /dropship-orders/bulk': 'orders',
  'POST /dropship-orders/find-buyers': 'orders',
  'POST /mail/confirmation': 'orders',
  'POST /options/answers': 'orders',
  'POST /options/overruled/remove': 'orders',
  'POST /options/proposals': 'orders',
  'POST /sending/pause': 'orders',
  'POST /sending/resume': 'orders',
  'POST /shipments': 'orders',
  'POST /shipments/check': 'orders',
  'POST /standing-answers/forget': 'orders',
  'POST /standing-answers/forget-property': 'orders',
  'POST /standing-answers/property': 'orders',
  'PUT /articles/:id/options': 'orders',
  'PUT /mail': 'orders',
  ...settingsRights,

  'POST /articles/delete': 'products',
  'POST /articles/:id/off-sale': 'products',
  'POST /articles/set-back/give-back': 'products',
  'POST /articles/off-sale': 'products',
  'POST /articles/publish': 'products',
  'POST /brakes/:id/release': 'products',
  'POST /brakes/:id/discard': 'products',
  'POST /departure': 'products',
  'POST /departure/again': 'products',
  'POST /departure/end': 'products',
  'POST /departure/stop': 'products',
  'POST /runs/:id/undo': 'products',
  'PUT /articles/hand': 'products',
  'PUT /fulfilment-service': 'products',
  'PUT /shipping-profile': 'products',
  'POST /shipping-profile/zones/:zone/give-back': 'products',
  'PUT /articles/:id/hand': 'products',
  'PUT /articles/:id/variants': 'products',

  'PUT /connection/catalogue-key': 'keys',
  'PUT /connection/dropship-key': 'keys',
  'POST /connection/check': 'keys',
  'DELETE /connection/catalogue-key': 'keys',
  'DELETE /connection/dropship-key': 'keys',

  'POST /approvals/costs': 'anyone',
  'POST /articles/:id/approve-cost': 'anyone',
  'POST /articles/:id/fields/:field/give-back': 'anyone',
  'POST /articles/give-back': 'anyone',
  'POST /articles/:id/images/retry': 'anyone',
  'POST /articles/:id/read': 'anyone',
  'POST /articles/:id/retry': 'anyone',
  'POST /images/failed/retry': 'anyone',
  'POST /matches/decide': 'anyone',
  'POST /own-prices': 'anyone',
  'POST /preview': 'anyone',
  'POST /pricing/try': 'anyone',
  'POST /quarantine/retry': 'anyone',
  'POST /rules/count': 'anyone',
  'POST /runs': 'anyone',
  'POST /runs/:id/pause': 'anyone',
  'POST /runs/:id/resume': 'anyone',
  'POST /runs/:id/stop': 'anyone',
  'POST /set-up/close': 'anyone',
  'POST /set-up/trial': 'anyone',
  'POST /template/try': 'anyone',
  'PUT /articles/:id/fields/:field': 'anyone',
};

/**
 * Checks the user's permission; use after `requireToken`. Express matches paths here as for the routes, so no spelling of a path avoids the
 * check.
 */
export function requireRights(deps: Pick<Deps, 'staff'>): Router {
  const router = Router();
  for (const [route, right] of Object.entries(rightsByRoute)) {
    const [method = '', path = ''] = route.split(' ');
    const check = requireRight(deps, right);
    if (method === 'GET') router.get(path, check);
    if (method === 'POST') router.post(path, check);
    if (method === 'PUT') router.put(path, check);
    if (method === 'DELETE') router.delete(path, check);
  }
  router.use(refuseUnnamedChanges);
  return router;
}

/** Passes requests that only read; answers 404 to all others. */
const refuseUnnamedChanges: RequestHandler = ({method}: Request, res, next) => {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') next();
  else refuse(res, new Refusal(404, 'not_found', 'There is nothing at this address.'));
};

/** Passes a request on if its user has the right; else 403, or 503 if Shopify does not answer, or 401 for a refused session token. */
function requireRight({staff}: Pick<Deps, 'staff'>, right: Right): RequestHandler {
  const needed = scopesByRight[right];
  return async (_req, res, next) => {
    const refusal = needed.length === 0 ? null : await checkScopes(staff, res, needed);
    if (refusal === null) next('router');
    else if (refusal === 'turned_away') endSession(res);
    else refuse(res, refusal);
  };
}

/** Null: the user has the permissions; 'turned_away': Shopify does not accept the session token; else the refusal. */
async function checkScopes(
  staff: Deps['staff'],
  res: Response,
  needed: readonly (keyof typeof permissionPhrases)[],
): Promise<Refusal | 'turned_away' | null> {
  try {
    const scopes = await withTimeLimit(staff.scopesOf(staffUserOf(res)));
    const missing = needed.filter((scope) => !scopes.has(scope));
    return missing.length === 0 ? null : notPermittedRefusal(missing);
  } catch (error) {
    if (isTokenTurnedAway(error)) return 'turned_away';
    if (error instanceof Failure) return rightsUnknown;
    throw error;
  }
}

const permissionPhrases = {write_orders: 'edit orders', write_products: 'edit products'} as const;

/** The 403 for a user without these permissions. */
function notPermittedRefusal(missing: readonly (keyof typeof permissionPhrases)[]): Refusal {
  const what = missing.map((scope) => permissionPhrases[scope]).join(' and ');
  const message = `Your Shopify account may not ${what} in this store, so it may not do this here either. Ask the store’s owner for that permission; after a change it takes up to ten minutes until it counts here.`;
  return new Refusal(403, 'not_permitted', message);
}

/**
 * Time limit for Shopify's answer about permissions; shorter than `waitMs`, so that other requests of the shop do not time out behind this
 * one.
 */
const answerLimitMs = 3_000;

/** Rejects if Shopify does not answer within `answerLimitMs`. The answer may still come later: then the next click finds it. */
async function withTimeLimit<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(
      new Failure('Shopify did not say in time what the user may do.', {
        remote: 'shopify',
        kind: 'timeout',
        sent: true,
      }),
    );
  }, answerLimitMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const rightsUnknown = new Refusal(
  503,
  'rights_unknown',
  'Shopify does not answer, so it is not known whether your account may do this. Nothing was changed; try again in a minute.',
);
