// Orders in every state that a dropship order can have, in any released program; and what waits when that program is killed: a delivery that
// it acknowledged and did not handle, an order on its way to the supplier, and an order that its buyer has yet to pay.
import {type Answer, actOn, ordersOf, type PlayedShop, type Program} from './played-shop.ts';

type Order = Partial<Parameters<PlayedShop['store']['placeOrder']>[0]>;

export type PlayedOrders = {
  /** Store orders by the state of their dropship order when the program was killed. */
  readonly gids: Readonly<Record<string, string>>;
  /** Not yet paid for by the buyer; the merchant typed the e-mail address, which the buyer had left out. */
  readonly unpaidTyped: string;
  /** Its webhook was stored, and no worker was there. */
  readonly unhandled: string;
};

export async function playOrders(shop: PlayedShop, program: Program): Promise<PlayedOrders> {
  const shopper = createShopper(shop, program);
  const {place, act, becomes} = shopper;
  const gids = {...(await playSent(shopper)), ...(await playUnsent(shop, shopper))};
  const unpaidTyped = place({email: null, financialStatus: 'PENDING'});
  await act(unpaidTyped, 'waiting', 'details', {email: 'typed@buyer.example'});
  await becomes(unpaidTyped, 'waiting');

  const off = shop.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'hang', when: 'before'}});
  const placing = place();
  await becomes(placing, 'placing');
  await program.worker.stop('SIGKILL');
  const unhandled = place();
  await shop.shopify.webhooks.flush();
  // The worker may have died between the order's state and its request: the next program's first order would hang in its place.
  off();
  await program.web.stop();
  return {gids: {...gids, placing}, unpaidTyped, unhandled};
}

type Shopper = {
  /** A paid order of one piece to Germany, but for what is said. Returns its gid. */
  readonly place: (order?: Order) => string;
  readonly becomes: (gid: string, state: string) => Promise<readonly Answer[]>;
  /** What the merchant does to the order, once it is in that state. */
  readonly act: (gid: string, state: string, action: string, body?: object) => Promise<Answer>;
};

function createShopper(shop: PlayedShop, program: Program): Shopper {
  const offered = new Set(shop.supplier.catalogue.listed().map(({id}) => id));
  const variants = shop.store
    .products()
    .filter(({status, options}) => status === 'ACTIVE' && options.length === 2)
    .filter(({articleId}) => articleId !== null && offered.has(articleId))
    .flatMap((product) => product.variants.slice(0, 1).map(({id}) => id));
  const becomes: Shopper['becomes'] = (gid, state) => ordersOf(shop, program, gid, (order) => order['state'] === state);
  return {
    place(order = {}) {
      const variantId = variants.shift();
      if (variantId === undefined) throw new Error('the store has too few products with a colour and a size');
      return shop.store.placeOrder({country: 'DE', lines: [{variantId}], ...order}).id;
    },
    becomes,
    act: async (gid, state, action, body = {}) => actOn(shop, program, (await becomes(gid, state))[0], action, body),
  };
}

async function playSent({place, act, becomes}: Shopper): Promise<Record<string, string>> {
  const gids = {awaiting_payment: place(), paid: place(), shipped: place(), refunded: place(), dismissed: place()};
  for (const gid of Object.values(gids)) await becomes(gid, 'awaiting_payment');
  for (const gid of [gids.paid, gids.shipped, gids.refunded]) await act(gid, 'awaiting_payment', 'paid');
  await act(gids.shipped, 'paid', 'shipped', {carrier: 'DHL', trackingNumber: '00340434'});
  await act(gids.refunded, 'paid', 'refunded');
  await act(gids.dismissed, 'awaiting_payment', 'dismiss');
  return gids;
}

async function playUnsent({store, supplier}: PlayedShop, shopper: Shopper): Promise<Record<string, string>> {
  const {place, becomes} = shopper;
  const gids = {
    waiting: place({financialStatus: 'PENDING'}),
    blocked: place({country: 'BR'}),
    held: place({test: true}),
    needs_details: place({email: null}),
  };
  for (const [state, gid] of Object.entries(gids)) await becomes(gid, state);
  const cancelled = place({financialStatus: 'PENDING'});
  await becomes(cancelled, 'waiting');
  store.cancelOrder(cancelled);
  await becomes(cancelled, 'cancelled');
  const spoilt: Record<string, string> = {};
  for (const [state, does] of [
    ['unconfirmed', {kind: 'cut', when: 'after'}],
    ['rejected', {kind: 'status', status: 422, body: '{"ok":false}'}],
  ] as const) {
    const off = supplier.misbehave({api: 'dropship', a: 'order', times: 1, does});
    const gid = place();
    await becomes(gid, state);
    off();
    spoilt[state] = gid;
  }
  return {...gids, cancelled, ...spoilt};
}
