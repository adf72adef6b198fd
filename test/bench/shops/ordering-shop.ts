// A shop with real products of one brand, whose orders are placed and followed.
import {setTimeout as wait} from 'node:timers/promises';
import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import type {SupplierProcess} from '../supplier-process.ts';
import type {Ground, Partner} from './ground.ts';

/** Settings with which products are made and orders are sent at once; `choice` decides of what. */
async function openShopFor({deps}: Ground, shop: ShopDomain, choice: readonly object[]): Promise<void> {
  const settings = {
    choice,
    pricing: {vatPercent: 22, markupPercent: 60},
    newProducts: 'active',
    orders: {delayMinutes: 0, waitForFraudAnalysis: false},
  };
  await saveSettings(deps.db, shop, settings, deps.now());
}

/** Reads the catalogue, and makes the products of the brand that has the fewest, but more than two. */
export async function importBrand(ground: Ground, {shop}: Partner): Promise<void> {
  const {deps} = ground;
  await openShopFor(ground, shop, []);
  await runHere(ground, shop);
  const {brand} = await deps.db
    .selectFrom('articles')
    .select('brand')
    .where('shop', '=', shop)
    .where('listed', '=', true)
    .groupBy('brand')
    .having((eb) => eb.fn.countAll<number>(), '>', 2)
    .orderBy((eb) => eb.fn.countAll<number>())
    .limit(1)
    .executeTakeFirstOrThrow();
  await openShopFor(ground, shop, [{id: 'brand', effect: 'include', brands: [brand]}]);
  await runHere(ground, shop);
}

/** In this process, without a queue. A run that a merchant asks for makes products. */
async function runHere({deps}: Ground, shop: ShopDomain): Promise<void> {
  const closed = await syncCatalogue(deps, {shop, kind: 'full', trigger: 'merchant'});
  if (closed?.state !== 'done') throw new Error(`a run of ${shop} ended as ${closed?.state}: ${closed?.reason}`);
}

/** Reads the catalogue, and chooses all of it: the next run makes the products. */
export async function chooseEverything(ground: Ground, {shop}: Partner): Promise<void> {
  await openShopFor(ground, shop, []);
  await runHere(ground, shop);
  await openShopFor(ground, shop, [{id: 'everything', effect: 'include'}]);
}

const Placed = z.object({reference: z.string(), at: z.number()});

/** Milliseconds from placing each order in the store to its request at the supplier, one order after the other. */
export async function timeOrders(ground: Ground, {shop}: Partner, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let order = 0; order < count; order += 1) times.push(await timeOrder(ground, shop));
  return times;
}

export async function timeOrder({shopify, supplier}: Ground, shop: ShopDomain): Promise<number> {
  const before = (await sentOrders(supplier, 0)).length;
  const placed = await shopify.ask('order', Placed, shop);
  for (const begun = performance.now(); ; await wait(10)) {
    const sent = (await sentOrders(supplier, before)).find(({reference}) => reference === placed.reference);
    if (sent !== undefined) return sent.at - placed.at;
    if (performance.now() - begun > 120_000) throw new Error(`an order of ${shop} was not sent in two minutes`);
  }
}

/** What the supplier accepted, from the named number on. */
export const sentOrders = ({ask}: Pick<SupplierProcess, 'ask'>, from: number) => ask('orders', z.array(Placed), from);
