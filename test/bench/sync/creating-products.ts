// Creating products on a standard plan, and moving them into the shipping profile, in scaled time: the clock of app and store stands still but for the waits, so that
// what is measured is how well the store's points are used, not how fast this machine is.

import {ShopDomain} from '#domain/ids.ts';
import {defaultProfileTerms} from '#domain/shipping-profile/profile-terms.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import {keepProfile} from '../../../server/actions/shipping-profile/keep-profile.ts';
import {countProfiled} from '../../../server/db/shipping-profiles/profiled-variants.ts';
import {saveWish} from '../../../server/db/shipping-profiles/shipping-profiles.ts';
import {saveStoreGrants} from '../../../server/db/shops/store-access.ts';
import type {Admin} from '../../../server/shopify/client/admin.ts';
import {fetchShopFacts, shopFacts} from '../../../server/shopify/shop/shop.ts';
import {type Clock, createClock} from '../../support/clock.ts';
import {openTestApp, type TestApp, type TestEngine} from '../../support/test-app.ts';
import {byItself, type Figure} from '../figure.ts';
import {chooseEverything} from './prepare.ts';

/** https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits */
const pointsPerSecond = 100;
/** A full bucket at the start: twenty seconds' worth. */
const bucket = 2_000;

export async function* measureCreatingProducts(engine: TestEngine, scale: number): AsyncGenerator<Figure> {
  // Session tokens go by the real clock, so the turned one starts at its time.
  const clock = createClock(new Date());
  const wanted = Math.round(2_000 * scale);
  const app = await openTestApp(engine, {
    clock,
    workers: false,
    // Some are not sold singly and some only on request: of what is left there are enough.
    supplier: {articles: Math.round(wanted * 1.15), excludedBrands: []},
    shopify: {shops: [{domain: 'bench.myshopify.com', plan: 'standard'}]},
  });
  try {
    const shop = ShopDomain.parse(app.shop);
    await chooseEverything(app);
    const asked = app.shopify.requests().length;
    const begun = clock.now().getTime();
    const run = await syncCatalogue(app.deps, {shop, kind: 'full', trigger: 'merchant'});
    const seconds = (clock.now().getTime() - begun) / 1_000;
    const requests = app.shopify.requests().slice(asked);
    const used = requests.reduce((sum, {cost}) => sum + cost, 0);
    const made = app.store.products().length;
    if (run?.state !== 'done') throw new Error(`the run ended as ${run?.state}: ${run?.reason}`);
    if (made < wanted) throw new Error(`only ${made} products were made, ${wanted} are wanted`);
    const name = `${made} products made on a standard plan (${engine})`;
    yield byItself(`${name}: points used of those given`, (100 * used) / (bucket + pointsPerSecond * seconds), '%', {
      atLeast: 95,
    });
    yield byItself(
      `${name}: THROTTLED answers`,
      requests.filter(({outcome}) => outcome === 'throttled').length,
      'answers',
      {atMost: 0},
    );
    yield* measureMoving(app, clock, `${made} products moved into the shipping profile (${engine})`);
  } finally {
    await app.close();
  }
}

/** Puts every product into the shipping profile. With each of its calls another one begins, as one about an order would. */
async function* measureMoving(app: TestApp, clock: Clock, name: string): AsyncGenerator<Figure> {
  const {deps, shopify, store} = app;
  const shop = ShopDomain.parse(app.shop);
  store.setShippingRates([{name: 'World', countries: [null], rates: [{price: '9.90'}]}]);
  store.grantScopes(['write_shipping', 'read_locations']);
  await saveStoreGrants(deps.db, shop, await fetchShopFacts(deps.admin, shop), clock.now());
  const wish = {want: 'on', terms: defaultProfileTerms, trial: [], actor: 'bench', seen: 0} as const;
  await saveWish(deps.db, shop, wish, clock.now());
  // The bucket is full again.
  clock.turn((1_000 * bucket) / pointsPerSecond);
  const asked = shopify.requests().length;
  const begun = clock.now().getTime();
  const waits: Promise<number>[] = [];
  const admin: Admin = {
    async call(of, operation, variables, signal) {
      const since = clock.now().getTime();
      const beside = deps.admin.call(of, shopFacts, {}, signal);
      waits.push(beside.then(() => clock.now().getTime() - since));
      return deps.admin.call(of, operation, variables, signal);
    },
  };
  await keepProfile({...deps, admin}, shop);
  const longest = Math.max(...(await Promise.all(waits)));
  const seconds = (clock.now().getTime() - begun) / 1_000;
  const requests = shopify.requests().slice(asked);
  const used = requests.reduce((sum, {cost}) => sum + cost, 0);
  const {moved, wanted} = await countProfiled(deps.db, shop, 'all');
  if (moved !== wanted || moved === 0) throw new Error(`${moved} of ${wanted} variants were moved.`);
  const given = bucket + pointsPerSecond * seconds;
  const throttled = requests.filter(({outcome}) => outcome === 'throttled').length;
  yield byItself(`${name}: points used of those given`, (100 * used) / given, '%', {atLeast: 95});
  yield byItself(`${name}: THROTTLED answers`, throttled, 'answers', {atMost: 0});
  yield byItself(`${name}: longest wait of a call beside`, longest / 1_000, 's', {atMost: 3});
}
