// What tests of workers that die or stall do: fill the store, buy, read the outcome.
import {dropshipReference, LineItemGid, ShopDomain} from '#domain/ids.ts';
import type {DropshipOrder} from '../../server/http/contract/dropship-orders.ts';
import type {KillPlacingApp} from './kill-placing-app.ts';

export type Ended = {readonly state: DropshipOrder['state']; readonly taken: number};

export type Bought = {readonly shop: string; readonly gid: string; readonly reference: string};

/** One piece of a product with a colour and a size. */
export function buy({shopify}: KillPlacingApp, shop: string): Bought {
  const store = shopify.shop(shop);
  const variantId = store.products().find(({options}) => options.length === 2)?.variants[0]?.id;
  if (variantId === undefined) throw new Error('the store has no product with a colour and a size');
  const order = store.placeOrder({country: 'DE', lines: [{variantId}]});
  const line = LineItemGid.parse(order.lines[0]?.id);
  return {shop, gid: order.id, reference: dropshipReference(ShopDomain.parse(shop), order.name, line, 1)};
}

export const orderOf = async ({merchant}: KillPlacingApp, {shop, gid}: Bought): Promise<DropshipOrder | undefined> =>
  (await merchant(shop).orders()).orders.find(({orderGid}) => orderGid === gid);

export function whatBecame({supplier}: KillPlacingApp, order: DropshipOrder | undefined): Ended | null {
  if (order === undefined) return null;
  const taken = supplier.orders().filter(({reference}) => reference === order.reference).length;
  return {state: order.state, taken};
}

export async function importAll({merchant, supplier}: KillPlacingApp, shop: string): Promise<void> {
  const page = merchant(shop);
  await page.connect('catalogue', supplier.issueKey('catalogue'));
  await page.connect('dropship', supplier.issueKey('dropship'));
  await page.lastRun();
  await page.choose((await page.choices()).brands.map(({name}) => name));
  await page.saveSettings({...(await page.settings()), newProducts: 'active', delayMinutes: 0});
  await page.savePricing({vatPercent: 22});
  await page.startRun();
  await page.lastRun();
}
