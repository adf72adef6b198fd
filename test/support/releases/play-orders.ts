// Orders in every state that a dropship order can have, in any released program; and what waits when that program is killed: a delivery that
// it acknowledged and did not handle, an order on its way to the supplier, and an order that its buyer has yet to pay.
import {actOn, ordersOf, type PlayedShop, type Program} from './played-shop.ts';

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
  const offered = new Set(shop.supplier.catalogue.listed().map(({id}) => id));
  const variants = shop.store
    .products()
    .filter(({status, options}) => status === 'ACTIVE' && options.length === 2)
    .filter(({articleId}) => articleId !== null && offered.has(articleId))
    .flatMap((product) => product.variants.slice(0, 1).map(({id}) => id));
  const place = (order: Order = {}): string => {
    const variantId = variants.shift();
    if (variantId === undefined) throw new Error('the store has too few products with a colour and a size');
    return shop.store.placeOrder({country: 'DE', lines: [{variantId}], ...order}).id;
  };
  const becomes = (gid: string, ...states: string[]) =>
    ordersOf(shop, program, gid, ({state}) => states.includes(String(state)));
  const act = async (gid: string, from: string, action: string, body: object = {}) =>
    actOn(shop, program, (await becomes(gid, from))[0], action, body);
  const spoil = (does: Parameters<PlayedShop['supplier']['misbehave']>[0]['does']) =>
    shop.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does});

  const gids: Record<string, string> = {
    awaiting_payment: place(),
    paid: place(),
    shipped: place(),
    refunded: place(),
    dismissed: place(),
  };
  const at = (state: string): string => gids[state] ?? '';
  for (const gid of Object.values(gids)) await becomes(gid, 'awaiting_payment');
  for (const state of ['paid', 'shipped', 'refunded']) await act(at(state), 'awaiting_payment', 'paid');
  await act(at('shipped'), 'paid', 'shipped', {carrier: 'DHL', trackingNumber: '00340434'});
  await act(at('refunded'), 'paid', 'refunded');
  await act(at('dismissed'), 'awaiting_payment', 'dismiss');

  Object.assign(gids, {
    waiting: place({financialStatus: 'PENDING'}),
    blocked: place({country: 'BR'}),
    held: place({test: true}),
    needs_details: place({email: null}),
    cancelled: place({financialStatus: 'PENDING'}),
  });
  for (const state of ['waiting', 'blocked', 'held', 'needs_details']) await becomes(at(state), state);
  await becomes(at('cancelled'), 'waiting');
  shop.store.cancelOrder(at('cancelled'));
  await becomes(at('cancelled'), 'cancelled');
  for (const [state, does] of [
    ['unconfirmed', {kind: 'cut', when: 'after'}],
    ['rejected', {kind: 'status', status: 422, body: '{"ok":false}'}],
  ] as const) {
    const off = spoil(does);
    gids[state] = place();
    await becomes(gids[state], state);
    off();
  }
  const unpaidTyped = place({email: null, financialStatus: 'PENDING'});
  await act(unpaidTyped, 'waiting', 'details', {email: 'typed@buyer.example'});
  await becomes(unpaidTyped, 'waiting');

  spoil({kind: 'hang', when: 'before'});
  gids['placing'] = place();
  await becomes(gids['placing'], 'placing');
  await program.worker.stop('SIGKILL');
  const unhandled = place();
  await shop.shopify.webhooks.flush();
  await program.web.stop();
  return {gids, unpaidTyped, unhandled};
}
