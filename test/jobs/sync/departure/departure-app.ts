// A merchant who leaves: asked for as the page does, carried out by runs that a test starts.
import {expect} from 'vitest';
import type {DepartureChoice} from '#domain/departure/plan-departure.ts';
import {deletionWord} from '#domain/departure/plan-departure.ts';
import {RunId} from '#domain/ids.ts';
import {syncCatalogue} from '../../../../jobs/sync-catalogue.ts';
import type {Admin} from '../../../../server/shopify/client/admin.ts';
import {productStatuses} from '../../../../server/shopify/products/own-statuses.ts';
import type {Given, Shop, SyncTestApp} from '../sync-test-app.ts';

/** Two brands with a few articles. */
export const brands = ['Nordhaag', 'Sablefen'];

export function departureApp(app: () => SyncTestApp) {
  /** A shop whose products are in the store. */
  const imported = async (settings: Given = {}) => {
    const shop = await app().openShop({brands, ...settings});
    await shop.run();
    return {shop, ids: [...shop.products().keys()].toSorted()};
  };
  /** Links a product that the merchant had before to its article, as Home asks about it. Call before the first run. */
  const adopted = async () => {
    const shop = await app().openShop({brands});
    const {catalogue} = app().supplier;
    const article = catalogue
      .listed()
      .map(({id}) => catalogue.get(id))
      .find((found) => found !== undefined && brands.includes(found.brand) && found.sku !== '');
    if (article === undefined) throw new Error('no such article');
    const gid = shop.store.createProduct(
      {title: 'My own coat', vendor: article.brand},
      {inventoryItem: {sku: article.sku}},
    );
    await shop.run();
    await shop.merchant.decideMatches('same', [article.id]);
    await shop.runOver('selected', [article.id]);
    shop.store.editProduct(gid, {status: 'ACTIVE'});
    return {shop, gid, id: article.id};
  };
  /** The run of the departure, as a worker does it. */
  const carryOut = async (shop: Shop) => {
    const {departure} = await shop.merchant.departure();
    if (departure === null) throw new Error('the shop is not leaving');
    return shop.tryRun({runId: RunId.parse(departure.runId), kind: 'departure'});
  };
  const departWith = departing(app);
  const leave = async (shop: Shop, products: DepartureChoice) => {
    await shop.merchant.leave(products, products === 'delete' ? deletionWord : undefined);
    return carryOut(shop);
  };
  /** What shoppers can buy, by the store alone: article ids, or the gid of what names none. */
  const onSale = ({store}: Shop) =>
    store
      .products()
      .filter(({status}) => status === 'ACTIVE' || status === 'UNLISTED')
      .map(({articleId, id}) => articleId ?? id)
      .toSorted();
  const statuses = ({store}: Shop) => new Set(store.products().map(({status}) => status));
  /** Whether a full run that anyone asks for changes nothing in the store. */
  const expectStill = async (shop: Shop) => {
    const [before, writes] = [onSale(shop), shop.store.writes()];
    await shop.tryRun();
    await shop.tryRun({trigger: 'schedule'});
    expect([onSale(shop), shop.store.writes()]).toEqual([before, writes]);
  };
  return {imported, adopted, carryOut, departWith, leave, onSale, statuses, expectStill};
}

/**
 * The run of the departure, and `meanwhile` right before its n-th writing call, or before it compares the store.
 * Every call takes seconds, so that the run looks up.
 * @param around makes each call.
 */
const departing =
  (app: () => SyncTestApp) =>
  async (
    shop: Shop,
    before: number | 'comparison',
    meanwhile: () => Promise<unknown>,
    around: <T>(call: () => Promise<T>) => Promise<T> = (call) => call(),
  ) => {
    const {deps, clock} = app();
    let writes = 0;
    let between: Promise<unknown> | null = null;
    const admin: Admin = {
      async call(of, operation, variables, signal) {
        if (operation.isWrite) writes += 1;
        const isNow =
          before === 'comparison'
            ? operation.document === productStatuses.document
            : operation.isWrite && writes === before;
        if (isNow) between ??= meanwhile();
        // The calls that are made at once wait for it too.
        await between;
        clock.turn(3_000);
        return around(() => deps.admin.call(of, operation, variables, signal));
      },
    };
    const runId = RunId.parse((await shop.merchant.departure()).departure?.runId);
    const message = {shop: shop.domain, runId, kind: 'departure', trigger: 'merchant'} as const;
    return syncCatalogue({...deps, admin}, message);
  };
