// Which permission in the Shopify admin a request needs of the user who sends it. Everyone who can open the app may do the rest.
import {type Request, type RequestHandler, type Response, Router} from 'express';
import {Failure} from '#domain/failure.ts';
import type {Deps} from '../deps.ts';
import {isTurnedAway, Refusal, refuse} from './refusal.ts';
import {endSession, staffUserOf} from './session.ts';
import {settingsRights} from './settings-addresses.ts';

type Right = 'orders' | 'products' | 'keys' | 'anyone';

const scopesOf: Readonly<Record<Right, readonly ('write_orders' | 'write_products')[]>> = {
  // Sends, or changes what is sent, also the words for colour and size; marks an order, which is written to the store; shows an address
  // or what a buyer entered.
  orders: ['write_orders'],
  // Deletes products, or takes them off sale.
  products: ['write_products'],
  keys: ['write_orders', 'write_products'],
  anyone: [],
};

/** Every route below /api that changes something, and those that show what is a buyer's own. A change that is not named here is refused. */
export const rights: Readonly<Record<string, Right>> = {
  'DELETE /articles/:id/options': 'orders',
  'GET /dropship-orders/:id/delivery': 'orders',
  'GET /dropship-orders/:id/entered': 'orders',
  'POST /dropship-orders/:id/approve': 'orders',
  'POST /dropship-orders/:id/confirm': 'orders',
  'POST /dropship-orders/:id/details': 'orders',
  'POST /dropship-orders/:id/dismiss': 'orders',
  'POST /dropship-orders/:id/fulfil-again': 'orders',
  'POST /dropship-orders/:id/paid': 'orders',
  'POST /dropship-orders/:id/place-again': 'orders',
  'POST /dropship-orders/:id/refunded': 'orders',
  'POST /dropship-orders/:id/seen': 'orders',
  'POST /dropship-orders/:id/shipped': 'orders',
  'POST /dropship-orders/bulk': 'orders',
  'POST /options/overruled/remove': 'orders',
  'POST /sending/pause': 'orders',
  'POST /sending/resume': 'orders',
  'POST /standing-answers/forget': 'orders',
  'POST /standing-answers/forget-property': 'orders',
  'POST /standing-answers/property': 'orders',
  'PUT /articles/:id/options': 'orders',
  ...settingsRights,

  'POST /articles/delete': 'products',
  'POST /brakes/:id/release': 'products',
  'POST /brakes/:id/discard': 'products',
  'POST /runs/:id/undo': 'products',
  'PUT /articles/hand': 'products',
  'PUT /articles/:id/hand': 'products',
  'PUT /articles/:id/variants': 'products',

  'PUT /connection/catalogue-key': 'keys',
  'PUT /connection/dropship-key': 'keys',
  'DELETE /connection/catalogue-key': 'keys',
  'DELETE /connection/dropship-key': 'keys',

  'POST /approvals/costs': 'anyone',
  'POST /articles/:id/approve-cost': 'anyone',
  'POST /articles/:id/fields/:field/give-back': 'anyone',
  'POST /articles/:id/images/retry': 'anyone',
  'POST /articles/:id/read': 'anyone',
  'POST /articles/:id/retry': 'anyone',
  'POST /images/failed/retry': 'anyone',
  'POST /matches/decide': 'anyone',
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
  'PUT /articles/:id/fields/:field': 'anyone',
};

/** Use after `requireToken`. Express itself finds the entry, so a path cannot pass here in a spelling that reaches its route. */
export function requireRights(deps: Pick<Deps, 'staff'>): Router {
  const router = Router();
  for (const [route, right] of Object.entries(rights)) {
    const [method = '', path = ''] = route.split(' ');
    const check = requireRight(deps, right);
    if (method === 'GET') router.get(path, check);
    if (method === 'POST') router.post(path, check);
    if (method === 'PUT') router.put(path, check);
    if (method === 'DELETE') router.delete(path, check);
  }
  router.use(refuseUnnamed);
  return router;
}

const refuseUnnamed: RequestHandler = ({method}: Request, res, next) => {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') next();
  else refuse(res, new Refusal(404, 'not_found', 'There is nothing at this address.'));
};

function requireRight({staff}: Pick<Deps, 'staff'>, right: Right): RequestHandler {
  const needed = scopesOf[right];
  return async (_req, res, next) => {
    const refusal = needed.length === 0 ? null : await refusalFor(staff, res, needed);
    if (refusal === null) next('router');
    else if (refusal === 'turned_away') endSession(res);
    else refuse(res, refusal);
  };
}

async function refusalFor(
  staff: Deps['staff'],
  res: Response,
  needed: readonly (keyof typeof permissions)[],
): Promise<Refusal | 'turned_away' | null> {
  try {
    const scopes = await within(staff.of(staffUserOf(res)));
    const missing = needed.filter((scope) => !scopes.has(scope));
    return missing.length === 0 ? null : notAllowed(missing);
  } catch (error) {
    if (isTurnedAway(error)) return 'turned_away';
    if (error instanceof Failure) return unanswered;
    throw error;
  }
}

const permissions = {write_orders: 'edit orders', write_products: 'edit products'} as const;

function notAllowed(missing: readonly (keyof typeof permissions)[]): Refusal {
  const what = missing.map((scope) => permissions[scope]).join(' and ');
  const message = `Your Shopify account may not ${what} in this store, so it may not do this here either. Ask the store’s owner for that permission; after a change it takes up to ten minutes until it counts here.`;
  return new Refusal(403, 'not_permitted', message);
}

/** Shorter than what other requests of the shop wait for a place, so that these do not block them. */
const answerLimitMs = 3_000;

/** The answer may still come later: then the next click finds it. */
async function within<T>(answer: Promise<T>): Promise<T> {
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

const unanswered = new Refusal(
  503,
  'rights_unknown',
  'Shopify does not answer, so it is not known whether your account may do this. Nothing was changed; try again in a minute.',
);
