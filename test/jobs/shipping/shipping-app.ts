// A store with products, whose merchant has allowed the app to keep a shipping profile.
import {keepProfile} from '../../../server/actions/shipping-profile/keep-profile.ts';
import {saveShopFacts} from '../../../server/db/shops/shops.ts';
import {saveStoreGrants} from '../../../server/db/shops/store-access.ts';
import {fetchShopFacts} from '../../../server/shopify/shop/shop.ts';
import type {Given, Shop, SyncTestApp} from '../sync/sync-test-app.ts';

export function shippingTestApp(app: () => SyncTestApp) {
  /** A shop that has run once: its products are in the store, at the store's own rates. */
  async function openShipping(settings: Given = {}, {isAllowed = true} = {}) {
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen'], ...settings});
    await shop.run();
    shop.store.setShipsTo(['DE', 'AT', 'GB', 'US', 'NO']);
    shop.store.setShippingRates([
      {name: 'Home', countries: ['DE', 'AT'], rates: [{price: '4.90'}]},
      {name: 'World', countries: [null], rates: [{price: '9.90'}]},
    ]);
    if (isAllowed) await allow(shop);
    await readFacts(shop);
    return shop;
  }
  /** The store's facts as the app reads them each night. */
  async function readFacts({domain}: Shop) {
    const {deps, clock} = app();
    const facts = await fetchShopFacts(deps.admin, domain);
    await saveShopFacts(deps.db, domain, facts, clock.now());
    await saveStoreGrants(deps.db, domain, facts, clock.now());
  }
  async function allow(shop: Shop) {
    shop.store.grantScopes(['write_shipping', 'read_locations']);
    await readFacts(shop);
  }
  /** What the worker does about the shop's profile. */
  const work = ({domain}: Shop) => keepProfile(app().deps, domain);
  const ours = ({store}: Shop) => {
    const found = store.profiles.all().find(({name}) => name.startsWith('Piecewise'));
    if (found === undefined) throw new Error('The store has no profile of the app.');
    return found;
  };
  const variantsOf = ({store}: Shop) => store.products().flatMap(({variants}) => variants.map(({id}) => id));
  /** What a shopper pays for shipping: the price, or `refused`. */
  const shippingTo = (shop: Shop, country: string, variantId = variantsOf(shop)[0] ?? '') => {
    const offer = shop.store.shippingFor({country, lines: [{variantId}]});
    return offer.kind === 'rate' ? offer.price : offer.kind;
  };
  /** Everything that the store says of shipping. */
  const wholeShipping = ({store}: Shop) =>
    store.profiles.all().map(({name, isDefault, zones, variantIds}) => ({name, isDefault, zones, variantIds}));
  return {openShipping, readFacts, allow, work, ours, variantsOf, shippingTo, wholeShipping};
}
