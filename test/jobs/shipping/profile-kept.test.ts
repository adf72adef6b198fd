// The shipping profile beside others: what the merchant changes stays, a lost answer or a killed worker doubles nothing, and what someone
// else took is left to them.
import {expect, it} from 'vitest';
import {keepProfile} from '../../../server/actions/shipping-profile/keep-profile.ts';
import type {Admin} from '../../../server/shopify/client/admin.ts';
import {onEachSyncTestApp, type Shop} from '../sync/sync-test-app.ts';
import {shippingTestApp} from './shipping-app.ts';

onEachSyncTestApp('the shipping profile beside others', {articles: 60, shops: 22}, (app) => {
  const {openShipping, work, ours, variantsOf, shippingTo, wholeShipping, readFacts} = shippingTestApp(app);
  const switchedOn = async () => {
    const shop = await openShipping();
    const before = wholeShipping(shop);
    await shop.merchant.switchProfile('on');
    await work(shop);
    return {shop, before, id: ours(shop).id};
  };
  const zoneOf = async ({merchant}: Shop, zone: string) =>
    (await merchant.shippingProfile()).zones.find((one) => one.zone === zone);
  /** A worker whose n-th writing call dies: `before` it is sent, or `after` Shopify has done it. Returns how many calls it wrote. */
  const workUntil = async (shop: Shop, n: number, at: 'before' | 'after') => {
    const {deps} = app();
    let writes = 0;
    const admin: Admin = {
      async call(of, operation, variables, signal) {
        if (operation.isWrite) writes += 1;
        if (operation.isWrite && writes === n && at === 'before') throw new Error('killed');
        const answer = await deps.admin.call(of, operation, variables, signal);
        if (operation.isWrite && writes === n) throw new Error('killed');
        return answer;
      },
    };
    await keepProfile({...deps, admin}, shop.domain).catch((error: Error) => {
      if (error.message !== 'killed') throw error;
    });
    return writes;
  };

  it.each([1, 2, 3, 4].flatMap((n) => [['before', n] as const, ['after', n] as const]))(
    'killed %s its write number %i ends as one that was not, on and off',
    async (at, n) => {
      const shop = await openShipping();
      const [first = ''] = variantsOf(shop);
      shop.store.profiles.create({
        name: 'Heavy goods',
        zones: [{name: 'Home', countries: ['DE'], rates: [{price: '29.00'}]}],
        variantIds: [first],
      });
      const before = wholeShipping(shop);
      await shop.merchant.switchProfile('on');
      expect(await workUntil(shop, n, at)).toBe(n);
      await work(shop);
      expect(shop.store.profiles.all().map(({name}) => name)).toEqual([
        'General profile',
        'Heavy goods',
        'Piecewise: delivery by the supplier',
      ]);
      expect(ours(shop).zones.map(({rates}) => rates.length)).toEqual(Array(11).fill(1));
      expect([ours(shop).variantIds, shippingTo(shop, 'DE')]).toEqual([variantsOf(shop), '16.00']);
      await shop.merchant.switchProfile('off');
      await workUntil(shop, Math.min(n, 2), at);
      await work(shop);
      expect(wholeShipping(shop)).toEqual(before);
    },
  );

  it('leaves what the merchant changed, shows it, and writes it again once asked to', async () => {
    const {shop, id} = await switchedOn();
    const {profiles} = shop.store;
    profiles.editRate(id, {zone: 'United Kingdom'}, {price: '12.00'});
    profiles.editRate(id, {zone: 'Japan'}, {active: false});
    profiles.editZone(id, 'United States', {countries: ['US', 'MX']});
    profiles.removeZone(id, 'South Korea');
    profiles.rename(id, 'Supplier goods');
    app().clock.turn(21 * 3_600_000);
    await work(shop);
    const {zones} = await shop.merchant.shippingProfile();
    const changed = zones
      .filter(({change}) => change !== null)
      .map(({zone, change, shown}) => [zone, change, shown?.minor]);
    expect(changed).toEqual([
      ['GB', 'price', 1_200],
      ['US', 'countries', undefined],
      ['JP', 'methods', undefined],
      ['KR', 'removed', undefined],
    ]);
    // Other terms touch only what is still as the app wrote it.
    await shop.merchant.switchProfile('on', {percent: 50});
    const trouble = await work(shop).catch((error: Error) => error.message);
    expect(trouble).toBe(undefined);
    expect([shippingTo(shop, 'DE'), shippingTo(shop, 'GB')]).toEqual(['8.00', '12.00']);
    for (const zone of ['GB', 'US', 'JP', 'KR']) await shop.merchant.giveZoneBack(zone);
    await work(shop);
    expect((await shop.merchant.shippingProfile()).zones.filter(({change}) => change !== null)).toEqual([]);
    shop.store.setShipsTo([...shop.store.shipsTo(), 'JP', 'KR', 'MX']);
    expect(['GB', 'US', 'JP', 'KR'].map((country) => shippingTo(shop, country))).toEqual([
      '15.00',
      '15.00',
      '15.00',
      '17.50',
    ]);
    expect(shippingTo(shop, 'MX')).toBe('refused');
    expect(await refusedGiveBack(shop, 'GB')).toMatch(/as Piecewise wrote it/);
  });

  it('says what the merchant has just changed in Shopify once Pricing is opened, also while Shopify is away', async () => {
    const {shop, id} = await switchedOn();
    expect((await shop.merchant.shippingProfile()).isWorking).toBe(false);
    shop.store.profiles.editRate(id, {zone: 'United Kingdom'}, {price: '12.00'});
    const end = app().testApp.shopify.misbehave({fault: 'status', status: 503});
    expect((await shop.merchant.shippingProfile()).isWorking).toBe(false);
    end();
    expect((await shop.merchant.shippingProfile()).isWorking).toBe(true);
    await work(shop);
    const {isWorking, zones} = await shop.merchant.shippingProfile();
    expect([isWorking, zones.find(({zone}) => zone === 'GB')?.shown?.minor]).toEqual([false, 1_200]);
  });

  it('follows a fee that the supplier changes', async () => {
    const {shop} = await switchedOn();
    const {db} = app().deps;
    const [article = ''] = [...shop.products().keys()];
    const stock = JSON.stringify({price: 1_000, shipping: {GB: {fee: 4_100}}});
    await db
      .updateTable('articles')
      .set({stock})
      .where('shop', '=', shop.domain)
      .where('article_id', '=', article as never)
      .execute();
    await work(shop);
    expect([shippingTo(shop, 'GB'), (await zoneOf(shop, 'GB'))?.fee]).toEqual(['41.00', 4_100]);
  });

  it('that was deleted in Shopify says so, and gives back what it had taken from another profile', async () => {
    const shop = await openShipping();
    const [first = ''] = variantsOf(shop);
    shop.store.profiles.create({
      name: 'Heavy goods',
      zones: [{name: 'Home', countries: ['DE'], rates: [{price: '29.00'}]}],
      variantIds: [first],
    });
    const before = wholeShipping(shop);
    await shop.merchant.switchProfile('on');
    await work(shop);
    shop.store.profiles.remove(ours(shop).id);
    await work(shop);
    expect(await shop.merchant.shippingProfile()).toMatchObject({
      stopped: 'removed',
      said: /deleted in Shopify/,
      isWorking: false,
    });
    expect(wholeShipping(shop)).toEqual(before);
    await shop.merchant.switchProfile('on');
    await work(shop);
    expect([shippingTo(shop, 'DE'), ours(shop).zones.length]).toEqual(['16.00', 11]);
  });

  it('leaves variants that someone else has put into another profile, and says how many', async () => {
    const shop = await openShipping();
    const [first = '', second = ''] = variantsOf(shop);
    const {profiles} = shop.store;
    profiles.create({name: 'Heavy goods', variantIds: [first]});
    await shop.merchant.switchProfile('on');
    await work(shop);
    const other = profiles.create({name: 'Another app', owner: 'other app', variantIds: [first, second]});
    await work(shop);
    expect((await shop.merchant.shippingProfile()).variants.taken).toBe(2);
    await shop.merchant.switchProfile('off');
    await work(shop);
    expect(profiles.all().find(({id}) => id === other)?.variantIds).toEqual([first, second]);
  });

  it('is refused where the store’s markets have the rates; one that is on says what no longer holds', async () => {
    const {shop} = await switchedOn();
    shop.store.profiles.toMarketDriven();
    await readFacts(shop);
    await work(shop);
    expect(await shop.merchant.shippingProfile()).toMatchObject({want: 'on', isMarketDriven: true});
    const {shippingWarning, unservedCheckout} = await shop.merchant.overview();
    expect(shippingWarning).toMatch(/Shoppers may choose your cheaper rate/);
    expect(unservedCheckout).toBe('by_markets');
    await shop.merchant.switchProfile('off');
    await work(shop);
    await expect(shop.merchant.switchProfile('on')).rejects.toThrow(/are those of its markets/);
  });

  it('is left alone while another worker has it', async () => {
    const shop = await openShipping();
    await shop.merchant.switchProfile('on');
    const ended = await Promise.allSettled([work(shop), work(shop), work(shop)]);
    expect(ended.map(({status}) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await work(shop);
    expect(shop.store.profiles.all()).toHaveLength(2);
    expect(ours(shop).zones).toHaveLength(11);
  });

  const refusedGiveBack = (shop: Shop, zone: string) =>
    shop.merchant.giveZoneBack(zone).then(
      () => 'not refused',
      (error: Error) => error.message,
    );
});
