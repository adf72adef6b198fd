// The markets of countries that are not served: read with a permission of their own, by a run and by the button of the page.
import {expect, it} from 'vitest';
import {onEachSyncTestApp, type Shop} from '../sync/sync-test-app.ts';
import {shippingTestApp} from './shipping-app.ts';

onEachSyncTestApp('the markets of countries that are not served', {articles: 60, shops: 5}, (app) => {
  const {openShipping} = shippingTestApp(app);
  /** A store with a market that is a draft, one for a part of a country, and countries in two markets. */
  const openMarkets = async () => {
    const shop = await openShipping({}, {isAllowed: false});
    const [, nordics = '', europe = ''] = shop.store.setMarkets([
      {name: 'Home', countries: ['DE', 'AT']},
      {name: 'Nordics', countries: ['NO', 'DK']},
      {name: 'Europe', countries: ['FR', 'NO'], subdivisions: [{country: 'CH', code: 'CH-ZH'}]},
      {name: 'Later', countries: ['TR'], isActive: false},
    ]);
    return {shop, nordics, europe};
  };
  const marketsOf = async ({merchant}: Shop) => (await merchant.shippingProfile()).markets;
  const asked = ({domain}: Shop) =>
    app()
      .testApp.shopify.requests()
      .filter(({shop, operationName}) => shop === domain && operationName === 'Markets').length;

  it('are not asked for without the permission', async () => {
    const {shop} = await openMarkets();
    await shop.run();
    await shop.merchant.shipping();
    expect(await marketsOf(shop)).toEqual({isPermitted: false, read: null});
    expect(asked(shop)).toBe(0);
  });

  it('are named at once when the merchant has allowed it, also where only a part of a country is sold to', async () => {
    const {shop, nordics, europe} = await openMarkets();
    shop.store.grantScopes(['read_markets']);
    await shop.merchant.shipping();
    expect(await marketsOf(shop)).toEqual({
      isPermitted: true,
      read: {
        markets: [
          {gid: nordics, name: 'Nordics', countries: ['Norway (NO)']},
          {gid: europe, name: 'Europe', countries: ['Norway (NO)', 'Switzerland (CH)']},
        ],
        inNone: [],
        isComplete: true,
      },
    });
  });

  it('are read again by each run: a market that is a draft now has no country that is sold to', async () => {
    const {shop} = await openMarkets();
    shop.store.grantScopes(['read_markets']);
    await shop.run();
    expect((await marketsOf(shop)).read?.markets.map(({name}) => name)).toEqual(['Nordics', 'Europe']);
    shop.store.setMarkets([
      {name: 'Home', countries: ['DE', 'AT']},
      {name: 'World', countries: null, isActive: false},
    ]);
    // Shopify may still name a country that no active market has.
    shop.store.setSettings({shipsTo: ['DE', 'AT', 'NO']});
    await shop.run();
    expect(await marketsOf(shop)).toMatchObject({read: {markets: [], inNone: ['Norway (NO)']}});
  });

  it('change nothing else where Shopify refuses them; what was read stays', async () => {
    const {shop} = await openMarkets();
    shop.store.grantScopes(['read_markets']);
    await shop.merchant.shipping();
    const before = await marketsOf(shop);
    const end = app().testApp.shopify.misbehave({
      fault: 'status',
      status: 404,
      when: ({operationName}) => operationName === 'Markets',
    });
    const {state} = await shop.run();
    const {unserved} = await shop.merchant.shipping();
    end();
    expect(state).toBe('done');
    expect(unserved).toEqual(['Norway (NO)', 'Switzerland (CH)']);
    expect(await marketsOf(shop)).toEqual(before);
  });

  it('are forgotten when the permission is taken back', async () => {
    const {shop} = await openMarkets();
    shop.store.grantScopes(['read_markets']);
    await shop.merchant.shipping();
    shop.store.setScopes(shop.store.scopes().filter((scope) => scope !== 'read_markets'));
    await shop.merchant.shipping();
    expect(await marketsOf(shop)).toEqual({isPermitted: false, read: null});
    const {db} = app().deps;
    const rows = await db.selectFrom('store_markets').select('shop').where('shop', '=', shop.domain).execute();
    expect(rows).toEqual([]);
  });
});
