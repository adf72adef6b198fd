// The shoppers at the store: each zone once, a country the supplier does not serve, and the orders that need more thought.
import type {DropshipOrder} from '../../../server/http/contract/dropship-orders.ts';
import type {ShopControl} from '../shopify/start.ts';
import type {SupplierSandbox} from '../supplier/start.ts';
import {type Merchant, until} from './merchant.ts';

export type DemoOrder = {
  /** As the merchant knows the store order: `#1001`. */
  readonly order: string;
  readonly article: string;
  readonly country: string;
  readonly zone: string | null;
  readonly state: DropshipOrder['state'];
  readonly reason: string | null;
  readonly ref: string | null;
  readonly checkoutUrl: string | null;
  /** Euro cents: the goods, and the shipping fee. */
  readonly price: number | null;
  readonly fee: number | null;
  readonly reference: string;
  /** What the supplier itself has under our reference. */
  readonly supplierRefs: readonly string[];
  /** Of the whole store order; null while that is not known. */
  readonly losesMoney: boolean | null;
};

/** What a group of shoppers ordered, what became of each line of ours, and what else there is to say of it. */
export type DemoScene = {readonly title: string; readonly orders: readonly DemoOrder[]; readonly note?: string};

export type Shopping = {
  readonly merchant: Merchant;
  readonly store: ShopControl;
  readonly supplier: SupplierSandbox;
  /** Variants of products that have both a colour and a size; each is bought once. */
  readonly variantIds: string[];
};

/** What the twelve lines of the scenes and the one of the killed worker need. */
const articlesNeeded = 13;

/** Shoppers can order only from countries that the store sells to. */
export function letShoppersOrder(store: ShopControl): void {
  store.setShipsTo([...new Set([...store.shipsTo(), 'IT', 'NL', 'AU', 'CA', 'DK'])]);
}

export function prepareShopping(merchant: Merchant, store: ShopControl, supplier: SupplierSandbox): Shopping {
  const variantIds = store
    .products()
    .filter((product) => product.status === 'ACTIVE' && product.options.length === 2)
    .flatMap((product) => product.variants.slice(0, 1).map(({id}) => id));
  if (variantIds.length < articlesNeeded) throw new Error('the store has too few products with a colour and a size');
  return {merchant, store, supplier, variantIds};
}

/** Played one after the other; each scene waits until none of its orders is on its way any more. */
export async function playOrders(shopping: Shopping): Promise<readonly DemoScene[]> {
  const zones = await scene(
    shopping,
    'One piece each to Germany, the United Kingdom, the United States, Japan and Norway',
    ['DE', 'GB', 'US', 'JP', 'NO'].map((country) => buy(shopping, country)),
  );
  const three = await scene(
    shopping,
    'Three articles to France: three dropship orders, three shipping fees',
    [buy(shopping, 'FR', {pieces: 3})],
    3,
  );
  const own = {variantId: null, title: 'Gift wrapping', quantity: 1, price: '4.00'} as const;
  const mixed = {
    ...(await scene(shopping, 'A basket to Italy with one article of ours at 75 % off and one of the store’s own', [
      buy(shopping, 'IT', {own: [own], percentOff: 75}),
    ])),
    note: `Left alone: ${own.title} (${own.price} EUR) is the store’s own, so nothing was ordered for it.`,
  };
  const unpaid = await scene(shopping, 'An order to the Netherlands that the buyer has not paid', [
    buy(shopping, 'NL', {financialStatus: 'PENDING'}),
  ]);
  return [zones, three, mixed, unpaid, await cancelledOrder(shopping), await cutOffOrder(shopping)];
}

async function cancelledOrder(shopping: Shopping): Promise<DemoScene> {
  const gid = buy(shopping, 'AU', {financialStatus: 'PENDING'});
  await whatBecameOf(shopping, [gid], 1);
  shopping.store.cancelOrder(gid);
  const orders = await until(60_000, async () => {
    const [order] = await whatBecameOf(shopping, [gid], 1);
    return order?.state === 'cancelled' ? [order] : null;
  });
  return {title: 'An order to Australia that is cancelled before it is paid', orders};
}

async function cutOffOrder(shopping: Shopping): Promise<DemoScene> {
  const cut = {api: 'dropship', a: 'order', times: 1, does: {kind: 'cut', when: 'after'}} as const;
  const off = shopping.supplier.misbehave(cut);
  const cutOff = await scene(shopping, 'An order to Canada that the supplier takes before the connection breaks', [
    buy(shopping, 'CA'),
  ]);
  off();
  const ref = cutOff.orders[0]?.supplierRefs.join(', ') || 'nothing';
  const note = `The supplier does have it, as ${ref}. The app does not guess: it asks the merchant to look for the reference.`;
  return {...cutOff, note};
}

type Basket = {
  readonly pieces?: number;
  readonly financialStatus?: 'PAID' | 'PENDING';
  /** Off our lines. */
  readonly percentOff?: number;
  /** Lines of the store's own. */
  readonly own?: Parameters<ShopControl['placeOrder']>[0]['lines'];
};

/** The store order's gid. */
export function buy(shopping: Shopping, country: string, basket: Basket = {}): string {
  const {pieces = 1, financialStatus = 'PAID', own = [], percentOff = 0} = basket;
  const ours = shopping.variantIds.splice(0, pieces).map((variantId) => {
    const discount = (priceOf(shopping, variantId) * percentOff) / 100;
    return {variantId, quantity: 1, ...(percentOff === 0 ? {} : {discount: discount.toFixed(2)})};
  });
  return shopping.store.checkOut({country, lines: [...ours, ...own], financialStatus}).id;
}

function priceOf({store}: Shopping, variantId: string): number {
  const variant = store
    .products()
    .flatMap(({variants}) => variants)
    .find(({id}) => id === variantId);
  return Number(variant?.price);
}

export async function scene(
  shopping: Shopping,
  title: string,
  gids: readonly string[],
  linesEach = 1,
): Promise<DemoScene> {
  return {title, orders: await whatBecameOf(shopping, gids, linesEach)};
}

async function whatBecameOf(
  {merchant, supplier}: Shopping,
  gids: readonly string[],
  linesEach: number,
): Promise<readonly DemoOrder[]> {
  const settled = await until(60_000, async () => {
    const {orders} = await merchant.orders();
    const found = gids.map((gid) => orders.filter((order) => order.orderGid === gid));
    return found.every((lines) => lines.length === linesEach && lines.every(isSettled)) ? found.flat() : null;
  });
  const known = supplier.orders();
  return settled.map((order) => toDemoOrder(order, known)).toSorted(byReference);
}

/** The money of a store order is read after it was sent. */
const isSettled = ({state, reason, storeOrder}: DropshipOrder): boolean => {
  if (state === 'awaiting_payment') return (storeOrder?.losesMoney ?? null) !== null;
  return state !== 'placing' && !(state === 'waiting' && reason === null);
};

/** The order of the store's lines. */
const byReference = (one: DemoOrder, other: DemoOrder): number => (one.reference < other.reference ? -1 : 1);

function toDemoOrder(order: DropshipOrder, known: ReturnType<SupplierSandbox['orders']>): DemoOrder {
  const {country, zone, state, reason, ref, checkoutUrl, price, fee, reference} = order;
  return {
    order: order.orderName,
    article: [order.articleName, order.colour, order.size].filter((word) => word !== null).join(', '),
    country: country ?? '',
    zone,
    state,
    reason,
    ref,
    checkoutUrl,
    price: price === null ? null : price * order.quantity,
    fee,
    reference,
    losesMoney: order.storeOrder?.losesMoney ?? null,
    supplierRefs: known.filter((at) => at.reference === reference).map((at) => at.ref),
  };
}

/** Whether a checkout link opens at the supplier. */
export async function opens(url: string): Promise<boolean> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status === 200;
}
