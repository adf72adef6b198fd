// A store with products and a shipping profile, whose merchant has allowed the app to keep a fulfilment service.
import type {ServiceWish} from '#domain/fulfilment-service/plan-service.ts';
import {toServiceStopText} from '#domain/fulfilment-service/service-texts.ts';
import {keepService} from '../../../server/actions/fulfilment-service/keep-service.ts';
import {countServiced, serviceScopeOf} from '../../../server/db/fulfilment-services/serviced-variants.ts';
import {loadService, saveServiceWish} from '../../../server/db/fulfilment-services/services.ts';
import {loadTrialProducts} from '../../../server/db/shipping-profiles/profiled-variants.ts';
import type {Admin} from '../../../server/shopify/client/admin.ts';
import {shippingTestApp} from '../shipping/shipping-app.ts';
import type {Given, Shop, SyncTestApp} from '../sync/sync-test-app.ts';

/** What the app needs in a store to keep the service. */
export const granted = [
  'write_fulfillments',
  'write_inventory',
  'write_assigned_fulfillment_orders',
  'write_third_party_fulfillment_orders',
];

export function serviceTestApp(app: () => SyncTestApp) {
  const shipping = shippingTestApp(app);
  const {openShipping, readFacts, work: workOnProfile} = shipping;
  /** A shop that has run once, in which the merchant has a second location that stocks the first variant too. */
  async function openService(settings: Given = {}) {
    const shop = await openShipping(settings);
    shop.store.grantScopes(granted);
    await readFacts(shop);
    const second = shop.store.services.addLocation('Second');
    const [first = ''] = shipping.variantsOf(shop);
    shop.store.services.stockAt(first, second);
    return shop;
  }
  async function switchService({domain}: Shop, want: ServiceWish) {
    const {db, now} = app().deps;
    const stored = await loadService(db, domain);
    const trial = want === 'trial' ? await loadTrialProducts(db, domain, 3) : [];
    await saveServiceWish(db, domain, {want, trial, actor: 'user:1', seen: stored?.wish ?? 0}, now());
  }
  const switchProfile = async (shop: Shop, want: 'off' | 'on' | 'trial') => {
    await shop.merchant.switchProfile(want);
    await work(shop);
  };
  /** What the workers do about the shop's service and its shipping profile, each as often as the other asks for it. */
  async function work(shop: Shop, keep = () => keepService(app().deps, shop.domain)) {
    await workOnProfile(shop);
    await keep();
    await workOnProfile(shop);
    await keep();
    await workOnProfile(shop);
  }
  return {
    ...shipping,
    ...serviceLooks(app, shipping.variantsOf),
    ...harmedWorkers(app),
    workOnProfile,
    openService,
    switchService,
    switchProfile,
    work,
  };
}

/** What the app and the store say of the service. */
function serviceLooks(app: () => SyncTestApp, variantsOf: (shop: Shop) => readonly string[]) {
  const state = async ({domain}: Shop) => {
    const stored = await loadService(app().deps.db, domain);
    if (stored === null) throw new Error(`${domain} was never asked for a service.`);
    const counts = await countServiced(app().deps.db, domain, serviceScopeOf(stored));
    const {stopped} = stored;
    const said = stopped === null ? null : toServiceStopText(stopped, stored.said);
    return {...counts, stopped, said, isSettled: stored.is_settled};
  };
  const ours = ({store}: Shop) => store.services.all().find(({owner}) => owner === 'app');
  /** Variants that are stocked at the service's location and nowhere else. */
  const served = (shop: Shop) => {
    const at = ours(shop)?.locationId;
    const stock = shop.store.services.stock();
    const isServed = (where: readonly string[] = []) => where.length === 1 && where[0] === at;
    return variantsOf(shop).filter((id) => isServed(stock[id]));
  };
  /** Everything that the store says of services, locations and stock. */
  const wholeStock = ({store: {services}}: Shop) => ({
    services: services.all(),
    locations: services.locations(),
    stock: services.stock(),
  });
  /** The reasons for which Shopify refused a variant, by its id. */
  const refusals = async ({domain}: Shop) => {
    const rows = await app()
      .deps.db.selectFrom('serviced_variants')
      .select(['variant_gid', 'refused'])
      .where('shop', '=', domain)
      .where('refused', 'is not', null)
      .execute();
    return Object.fromEntries(rows.map(({variant_gid: gid, refused}) => [gid, refused]));
  };
  return {state, ours, served, wholeStock, refusals};
}

/** Workers whose calls are harmed. */
function harmedWorkers(app: () => SyncTestApp) {
  /** A worker whose writing calls go through `meanwhile`, with the number of the call; it answers as the operation's schema reads it. */
  function workThrough(shop: Shop, meanwhile: (call: WritingCall) => Promise<unknown>) {
    const {deps} = app();
    let writes = 0;
    const admin: Admin = {
      async call(of, operation, variables, signal) {
        const go = () => deps.admin.call(of, operation, variables, signal);
        if (!operation.isWrite) return go();
        writes += 1;
        const sent = JSON.stringify(variables);
        const answer = await meanwhile({document: operation.document, sent, number: writes, go});
        return answer as Awaited<ReturnType<typeof go>>;
      },
    };
    return keepService({...deps, admin}, shop.domain);
  }
  /** A worker whose n-th writing call dies: `before` it is sent, or `after` Shopify has done it. Returns whether it came so far. */
  async function workUntil(shop: Shop, n: number, at: 'before' | 'after') {
    let isKilled = false;
    await workThrough(shop, async ({number, go}) => {
      if (number === n && at === 'before') isKilled = true;
      if (isKilled) throw new Error('killed');
      const answer = await go();
      if (number === n) isKilled = true;
      if (isKilled) throw new Error('killed');
      return answer;
    }).catch((error: Error) => {
      if (error.message !== 'killed') throw error;
    });
    return isKilled;
  }
  return {workThrough, workUntil};
}

export type WritingCall = {
  readonly document: string;
  readonly sent: string;
  readonly number: number;
  readonly go: () => Promise<unknown>;
};
