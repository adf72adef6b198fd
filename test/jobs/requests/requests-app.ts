// A store whose orders are requested of the app's fulfilment service: its products are stocked at the service's location.

import {OrderGid} from '#domain/ids.ts';
import {answerRequests} from '../../../jobs/requests/answer-requests.ts';
import {loadRequestsOfOrder} from '../../../server/db/fulfilment-services/requests.ts';
import {loadService, saveServiceWish} from '../../../server/db/fulfilment-services/services.ts';
import {saveShopFacts} from '../../../server/db/shops/shops.ts';
import {saveStoreGrants} from '../../../server/db/shops/store-access.ts';
import {fetchShopFacts} from '../../../server/shopify/shop/shop.ts';
import type {TestEngine} from '../../support/test-app.ts';
import {granted} from '../fulfilment-service/service-app.ts';
import {type OrderTestApp, type OrderTestAppOptions, openOrderTestApp} from '../orders/order-test-app.ts';

export type RequestsApp = OrderTestApp & {
  /** The fulfilment order of a store order that has only one. */
  readonly fulfilmentOrder: (
    order: string,
  ) => ReturnType<OrderTestApp['store']['services']['fulfilmentOrders']>[number];
  /** The merchant requests the fulfilment in the store's admin; the app hears of it at once. */
  readonly request: (order: string) => Promise<void>;
  readonly requestCancellation: (order: string) => Promise<void>;
  /** Gives or takes the permissions that the service needs. */
  readonly permit: (isThere: boolean) => void;
  /** Has the service that someone deleted registered again, with the products stocked there. */
  readonly restoreService: () => Promise<void>;
  /** The sweep that answers what no call announced. */
  readonly sweep: () => Promise<void>;
  /** What the last sweeps could not answer, and why. */
  readonly troubles: () => readonly string[];
  /** How the requests for a store order are stored. */
  readonly statuses: (order: string) => Promise<readonly string[]>;
};

/** The merchant allows the app to keep the shipping profile and the fulfilment service. */
export async function allowService({deps, shop, store, clock}: OrderTestApp): Promise<void> {
  store.grantScopes(['write_shipping', 'read_locations', ...granted]);
  store.setShippingRates([{name: 'World', countries: [null], rates: [{price: '9.90'}]}]);
  const facts = await fetchShopFacts(deps.admin, shop);
  await saveShopFacts(deps.db, shop, facts, clock.now());
  await saveStoreGrants(deps.db, shop, facts, clock.now());
}

export async function openRequestsApp(engine: TestEngine, options: OrderTestAppOptions = {}): Promise<RequestsApp> {
  const app = await openOrderTestApp(engine, options);
  const {worker, shop, store, clock} = app;
  await allowService(app);
  await app.merchant.switchProfile('on');
  await app.quiet();
  const restoreService = async () => {
    const seen = (await loadService(worker.db, shop))?.wish ?? 0;
    await saveServiceWish(worker.db, shop, {want: 'on', trial: [], actor: 'user:1', seen}, clock.now());
    for (let round = 0; round < 3; round += 1) {
      await app.upkeep('keep-service', 'keep-shipping');
      await app.quiet();
    }
  };
  await restoreService();
  let troubles: string[] = [];
  const warn = (about: {readonly err?: unknown}, text: string) =>
    void troubles.push(`${text}: ${about.err instanceof Error ? about.err.message : JSON.stringify(about)}`);
  const heard = {...worker, log: Object.assign(Object.create(worker.log), {warn})};
  const sweep = async () => {
    troubles = [];
    await answerRequests(heard, shop);
    await app.quiet();
    await answerRequests(heard, shop);
  };
  const fulfilmentOrder = (order: string) => {
    const [only, ...others] = store.services.fulfilmentOrders(order).filter(({status}) => status !== 'CLOSED');
    if (only === undefined || others.length > 0) throw new Error(`${order} has ${others.length + 1} fulfilment orders`);
    return only;
  };
  return {
    ...app,
    fulfilmentOrder,
    sweep,
    restoreService,
    permit: (isThere) =>
      isThere
        ? store.grantScopes(granted)
        : store.setScopes(store.scopes().filter((scope) => !granted.includes(scope))),
    troubles: () => troubles,
    async request(order) {
      store.services.request(fulfilmentOrder(order).id);
      await sweep();
    },
    async requestCancellation(order) {
      store.services.requestCancellation(fulfilmentOrder(order).id);
      await sweep();
    },
    statuses: async (order) =>
      (await loadRequestsOfOrder(worker.db, shop, OrderGid.parse(order))).map(({status}) => status),
  };
}
