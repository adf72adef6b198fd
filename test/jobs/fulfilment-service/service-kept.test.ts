// The fulfilment service beside others: a lost answer or a killed worker doubles nothing, and what someone else did is found.
import {expect, it} from 'vitest';
import {keepService} from '../../../server/actions/fulfilment-service/keep-service.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp} from '../sync/sync-test-app.ts';
import {serviceTestApp} from './service-app.ts';

onEachSyncTestApp('the fulfilment service beside others', {articles: 45, shops: 24}, (app, engine) => {
  const service = serviceTestApp(app);
  const {openService, switchService, switchProfile, work, workUntil, workThrough} = service;
  const {state, ours, served, wholeStock, refusals, variantsOf} = service;
  const open = async (settings = {}) => {
    const shop = await openService(settings);
    await switchProfile(shop, 'on');
    const [first = ''] = variantsOf(shop);
    // One without an SKU, which it is given for the time of the service.
    shop.store.editVariant(variantsOf(shop)[1] ?? '', {sku: ''});
    const skus = () => shop.store.products().flatMap(({variants}) => variants.map(({sku}) => sku));
    return {shop, first, skus, before: wholeStock(shop), skusBefore: skus()};
  };
  const switchedOn = async () => {
    const opened = await open();
    await switchService(opened.shop, 'on');
    await work(opened.shop);
    expect(served(opened.shop)).toEqual(variantsOf(opened.shop));
    return opened;
  };
  const ends = ['before', 'after'] as const;

  it.each(['done', 'refused'] as const)('switches on before off, where one call for both is %s', async (one) => {
    const {shop, before} = await open();
    shop.store.setSettings({togglesTogether: one});
    await switchService(shop, 'on');
    await work(shop);
    expect(served(shop)).toEqual(variantsOf(shop));
    await switchService(shop, 'off');
    await work(shop);
    expect(wholeStock(shop)).toEqual(before);
  });

  it('gives a variant without an SKU the id of its article, and takes it back at the end', async () => {
    const {shop, skus, skusBefore} = await switchedOn();
    const at = skusBefore.findIndex((sku) => sku === '' || sku === null);
    const article = [...shop.products()].find(([, {variants}]) => variants.some(({id}) => id === variantsOf(shop)[at]));
    expect(skus()[at]).toBe(article?.[0]);
    await switchService(shop, 'off');
    await work(shop);
    expect(skus()).toEqual(skusBefore);
  });

  it('says why Shopify refuses one variant, moves all others, and tries it again a day later', async () => {
    const {shop, first} = await open();
    // Where its pieces are counted, an open order keeps it.
    shop.store.editVariant(first, {inventoryItem: {tracked: true}});
    const order = shop.store.placeOrder({country: 'DE', lines: [{variantId: first}]});
    const before = wholeStock(shop);
    await switchService(shop, 'on');
    await work(shop);
    const others = variantsOf(shop).filter((id) => id !== first);
    expect(new Set(served(shop))).toEqual(new Set(others));
    expect(wholeStock(shop).stock[first]).toEqual(before.stock[first]);
    expect(await refusals(shop)).toEqual({
      [first]: expect.stringMatching(/^Shopify refused it: .*committed quantities/),
    });
    expect(await state(shop)).toMatchObject({isSettled: true, stopped: null, refused: 1, moved: others.length});
    // Stocked at both, it is no longer at the service's once that is refused again.
    shop.store.services.stockAt(first, ours(shop)?.locationId ?? '');
    app().clock.turn(21 * 3_600_000);
    await work(shop);
    expect(wholeStock(shop).stock[first]).toEqual(before.stock[first]);
    shop.store.fulfil(order.id);
    await work(shop);
    expect(Object.keys(await refusals(shop))).toEqual([first]);
    app().clock.turn(21 * 3_600_000);
    await work(shop);
    expect([served(shop), await refusals(shop)]).toEqual([variantsOf(shop), {}]);
  });

  it('keeps the service while Shopify refuses to move a variant back, and says why', async () => {
    const {shop, before} = await switchedOn();
    await switchService(shop, 'off');
    await work(shop, () =>
      workThrough(shop, async ({document, go}) => {
        if (!document.includes('inventoryBulkToggle')) return go();
        return [{code: 'GENERIC_ERROR', field: null, message: 'Not now'}];
      }),
    );
    expect(await state(shop)).toMatchObject({stopped: 'refused', said: /Not now/, isSettled: true});
    expect(ours(shop)).toBeDefined();
    app().clock.turn(21 * 3_600_000);
    await work(shop);
    expect(wholeStock(shop)).toEqual(before);
  });

  it('that was deleted in Shopify says so, with its products where they were; switched on again it is made once more', async () => {
    const {shop, before} = await switchedOn();
    const {services} = shop.store;
    services.remove(ours(shop)?.id ?? '');
    await work(shop);
    expect(await state(shop)).toMatchObject({stopped: 'removed', isSettled: true});
    expect(wholeStock(shop)).toEqual(before);
    await switchService(shop, 'on');
    await work(shop);
    expect(served(shop)).toEqual(variantsOf(shop));
  });

  it('leaves a variant where the merchant has stocked it meanwhile, and one that is deleted is forgotten', async () => {
    const {shop, first} = await switchedOn();
    const {services} = shop.store;
    const third = services.addLocation('Third');
    services.stockAt(first, third);
    services.unstockFrom(first, ours(shop)?.locationId ?? '');
    const deleted = variantsOf(shop).at(-1) ?? '';
    shop.store.deleteVariant(deleted);
    await switchService(shop, 'off');
    await work(shop);
    expect(services.stock()[first]).toEqual([third]);
    expect(services.all()).toEqual([]);
  });

  it('goes on in another job after five minutes, so that other shops have their turn', async () => {
    const {shop} = await open();
    await switchService(shop, 'on');
    await work(shop, () =>
      workThrough(shop, async ({document, go}) => {
        if (document.includes('inventoryBulkToggle')) app().clock.turn(20_000);
        return go();
      }),
    );
    const {moved, wanted, isSettled} = await state(shop);
    expect([moved > 0, moved < wanted, isSettled]).toEqual([true, true, false]);
    await work(shop);
    expect(served(shop)).toEqual(variantsOf(shop));
  });

  it('is left alone while another worker has it', async () => {
    const {shop} = await open();
    await switchService(shop, 'on');
    const keep = () => keepService(app().deps, shop.domain);
    const ended = await Promise.allSettled([keep(), keep(), keep()]);
    expect(ended.map(({status}) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await work(shop);
    expect(shop.store.services.all()).toHaveLength(1);
    expect(served(shop)).toEqual(variantsOf(shop));
  });

  // On one engine: a killed worker leaves behind what the statements above have stored, which run on both. Each case takes seconds.
  if (engine !== quickestEngine) return;

  it.each([1, 2, 3, 4].flatMap((n) => ends.map((at) => [at, n] as const)))(
    'killed %s its write number %i ends as one that was not, on and off',
    async (at, n) => {
      const {shop, before, skus, skusBefore} = await open();
      shop.store.setSettings({togglesTogether: n > 2 ? 'refused' : 'done'});
      await switchService(shop, 'trial');
      expect(await workUntil(shop, n === 1 ? 1 : 99, at)).toBe(n === 1);
      await service.workOnProfile(shop);
      if (n > 1) expect(await workUntil(shop, n - 1, at)).toBe(true);
      await work(shop);
      expect(shop.store.services.all()).toHaveLength(1);
      expect(await state(shop)).toMatchObject({isSettled: true, stopped: null, refused: 0, products: 3});
      expect(served(shop)).toHaveLength((await state(shop)).wanted);
      await switchService(shop, 'off');
      await workUntil(shop, n, at);
      await work(shop);
      expect([wholeStock(shop), skus()]).toEqual([before, skusBefore]);
    },
  );

  it.each(ends)('killed %s the service is deleted is forgotten nevertheless', async (at) => {
    const {shop, before} = await switchedOn();
    await switchService(shop, 'off');
    const killed = workThrough(shop, async ({document, go}) => {
      if (!document.includes('fulfillmentServiceDelete')) return go();
      if (at === 'after') await go();
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    await work(shop);
    expect(wholeStock(shop)).toEqual(before);
    expect(await state(shop)).toMatchObject({isSettled: true, stopped: null});
  });
});
