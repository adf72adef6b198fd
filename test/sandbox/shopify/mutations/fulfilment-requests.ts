// What is asked of a fulfilment service for a fulfilment order, what the app answers for its own service, and to move a fulfilment order.

import {GraphQLError} from 'graphql';
import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {
  type AnswerKind,
  answerRequest,
  remainingOf,
  requestFulfilment,
  restOf,
  type Work,
} from '../store/fulfilment-requests.ts';
import {gid, idOf} from '../store/gid.ts';
import {locationById, mayRead, mayWrite} from '../store/locations.ts';
import type {FulfillmentOrderRecord, LocationRecord, OrderRecord} from '../store/records.ts';
import {assign, splitOff} from '../store/services.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {fulfillmentOrderView} from '../views/fulfillment-order.ts';
import {asUserErrors, refuse} from './user-error.ts';

type Args = Readonly<Record<string, unknown>>;

const Pieces = z.array(z.strictObject({id: z.string(), quantity: z.number().int()})).nullish();
const Said = z.object({
  message: z.string().nullish().default(null),
  reason: z.string().nullish().default(null),
});
const Request = z.object({message: z.string().nullish(), notifyCustomer: z.boolean().nullish()});

export function submitFulfillmentRequest(store: ShopStore, args: Args): View {
  const work = workOf(store, args['id'], mayRead);
  const view = (one: FulfillmentOrderRecord | null) => one && fulfillmentOrderView(store, work.order, one);
  return asUserErrors<View>(
    () => {
      const pieces = piecesOf(args['fulfillmentOrderLineItems']);
      const {submitted, unsubmitted} = requestFulfilment(store, work, {...Request.parse(args), pieces});
      return {
        originalFulfillmentOrder: view(work.fulfillmentOrder),
        submittedFulfillmentOrder: view(submitted),
        unsubmittedFulfillmentOrder: view(unsubmitted),
        userErrors: [],
      };
    },
    (userErrors) => ({...nothingSubmitted, userErrors}),
  );
}

export const nothingSubmitted: View = {
  originalFulfillmentOrder: null,
  submittedFulfillmentOrder: null,
  unsubmittedFulfillmentOrder: null,
};

/** An answer of the app's own service; a merchant's location has none to give (recorded). */
export function answer(kind: AnswerKind): (store: ShopStore, args: Args) => View {
  return (store, args) => {
    const work = workOf(store, args['id'], (_store, {manager}) => manager !== 'other app');
    return asUserErrors<View>(
      () => {
        checkLines(work.fulfillmentOrder, args['lineItems']);
        answerRequest(store, work, kind, Said.parse(args));
        return {fulfillmentOrder: fulfillmentOrderView(store, work.order, work.fulfillmentOrder), userErrors: []};
      },
      (userErrors) => ({fulfillmentOrder: null, userErrors}),
    );
  };
}

/** They only say which lines were the cause: "none of the line items will be able to be fulfilled" (docs). The words are invented. */
function checkLines({lines}: FulfillmentOrderRecord, given: unknown): void {
  const Lines = z.array(z.strictObject({fulfillmentOrderLineItemId: z.string(), message: z.string().nullish()}));
  const named = parseInput('IncomingRequestLineItemInput', Lines.nullish(), given) ?? [];
  named.forEach(({fulfillmentOrderLineItemId}, index) => {
    if (lines.some(({id}) => gid('FulfillmentOrderLineItem', id) === fulfillmentOrderLineItemId)) return;
    throw refuse(null, ['lineItems', String(index)], 'Fulfillment order line item does not exist.');
  });
}

/** Recorded: as a whole it keeps its id and is both the original and the moved one; in part the pieces get a new one. */
export function fulfillmentOrderMove(store: ShopStore, args: Args): View {
  const work = workOf(store, args['id'], mayWrite);
  const view = (one: FulfillmentOrderRecord | null) => one && fulfillmentOrderView(store, work.order, one);
  return asUserErrors<View>(
    () => {
      const to = locationById(store, String(args['newLocationId']));
      if (to === undefined) throw refuse(null, ['id'], 'Location not found.');
      const moved = move(store, work, to, piecesOf(args['fulfillmentOrderLineItems']));
      const original = work.fulfillmentOrder;
      return {
        movedFulfillmentOrder: view(moved),
        originalFulfillmentOrder: view(original),
        remainingFulfillmentOrder: view(moved === original ? null : original),
        userErrors: [],
      };
    },
    (userErrors) => ({...nothingMoved, userErrors}),
  );
}

export const nothingMoved: View = {
  movedFulfillmentOrder: null,
  originalFulfillmentOrder: null,
  remainingFulfillmentOrder: null,
};

const asked: readonly string[] = ['SUBMITTED', 'ACCEPTED', 'CANCELLATION_REQUESTED', 'CANCELLATION_REJECTED'];

/**
 * Also what a merchant does in the admin. Recorded: nothing is refused because the new location does not stock it, and of a request that
 * was submitted the words; the schema names the other request states too.
 */
export function move(
  store: ShopStore,
  {order, fulfillmentOrder}: Work,
  to: LocationRecord,
  pieces?: ReadonlyMap<number, number>,
  isForced = false,
): FulfillmentOrderRecord {
  if (!isForced && asked.includes(fulfillmentOrder.requestStatus)) {
    throw refuse(null, null, 'Cannot move submitted fulfillment order that is at a 3PL fulfillment service.');
  }
  if (fulfillmentOrder.status === 'CLOSED') throw refuse(null, null, 'Cannot move a closed fulfillment order.');
  if (fulfillmentOrder.status === 'IN_PROGRESS' && fulfillmentOrder.location.manager === 'merchant') {
    const first = 'Cannot move a fulfillment order that has had progress reported.';
    const then = `To move a fulfillment order that has had progress reported, the fulfillment order must first be marked as open resolving the ongoing progress state.`;
    throw refuse('CANNOT_MOVE_FULFILLMENT_ORDER_WITH_REPORTED_PROGRESS', ['id'], `${first} ${then}`);
  }
  const isWhole = restOf(fulfillmentOrder, pieces).size === 0 && isUntouched(fulfillmentOrder);
  const moved = isWhole
    ? fulfillmentOrder
    : splitOff(store, order, fulfillmentOrder, pieces ?? remainingOf(fulfillmentOrder));
  if (moved !== fulfillmentOrder && fulfillmentOrder.lines.every(({remaining}) => remaining === 0)) {
    fulfillmentOrder.status = 'CLOSED';
  }
  moved.requestStatus = 'UNSUBMITTED';
  if (moved.status !== 'ON_HOLD' && moved.status !== 'SCHEDULED') moved.status = 'OPEN';
  assign(store, moved, to);
  return moved;
}

const isUntouched = ({lines}: FulfillmentOrderRecord): boolean =>
  lines.every(({total, remaining}) => total === remaining);

function piecesOf(given: unknown): ReadonlyMap<number, number> | undefined {
  const named = parseInput('FulfillmentOrderLineItemInput', Pieces, given);
  return named == null
    ? undefined
    : new Map(named.map(({id, quantity}) => [idOf('FulfillmentOrderLineItem', id) ?? -1, quantity]));
}

/** Recorded for an id that cannot be; it is taken to be the same for what is not there, and what the app may not see. */
function workOf(
  store: ShopStore,
  id: unknown,
  isReachable: (store: ShopStore, location: LocationRecord) => boolean,
): Work {
  const number = idOf('FulfillmentOrder', String(id));
  for (const order of store.orders.values()) {
    const fulfillmentOrder = findIn(order, number);
    const isThere = fulfillmentOrder !== undefined && order.routedAt <= store.now();
    if (isThere && isReachable(store, fulfillmentOrder.location)) return {order, fulfillmentOrder};
  }
  throw new GraphQLError(`Invalid id: ${String(id)}`, {extensions: {code: 'RESOURCE_NOT_FOUND'}});
}

const findIn = ({fulfillmentOrders}: OrderRecord, number: number | null): FulfillmentOrderRecord | undefined =>
  fulfillmentOrders.find(({id}) => id === number);
