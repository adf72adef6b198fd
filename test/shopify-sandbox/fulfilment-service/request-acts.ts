// What merchant and service do with a fulfilment order, one act after the other.
import {z} from 'zod';
import {
  accept,
  acceptCancellation,
  close,
  openService,
  orderFromService,
  read,
  reject,
  rejectCancellation,
  type Service,
  ship,
} from './open-service.ts';

export const Any = z.looseObject({});
const Read = z.object({
  fulfillmentOrder: z.looseObject({supportedActions: z.array(z.object({action: z.string()}))}).nullable(),
});

export type Placed = Service & {readonly order: string; readonly id: string};
export async function placed(quantity = 1): Promise<Placed> {
  const open = await openService();
  return {...open, ...orderFromService(open, quantity)};
}

const shipAll = ({done, id}: Placed) => done(Any, ship, {f: {lineItemsByFulfillmentOrder: [{fulfillmentOrderId: id}]}});

/** The acts of merchant and service that lead to each state. */
export const acts = {
  request: async ({shop, id}: Placed) => void shop.services.request(id),
  accept: ({done, id}: Placed) => done(Any, accept, {id}),
  reject: ({done, id}: Placed) => done(Any, reject, {id, reason: 'OTHER'}),
  close: ({done, id}: Placed) => done(Any, close, {id}),
  askToCancel: async ({shop, id}: Placed) => shop.services.requestCancellation(id, 'Wrong size'),
  acceptCancellation: ({done, id}: Placed) => done(Any, acceptCancellation, {id}),
  rejectCancellation: ({done, id}: Placed) => done(Any, rejectCancellation, {id}),
  ship: shipAll,
};
export type Act = keyof typeof acts;

export const readIn = async ({done}: Service, id: string) => (await done(Read, read, {id})).fulfillmentOrder;

export async function inState(path: readonly Act[]): Promise<Placed> {
  const at = await placed();
  for (const act of path) await acts[act](at);
  return at;
}
