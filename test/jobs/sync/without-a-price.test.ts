// Where the store's facts leave no price to be made, products stay as they are; what the supplier withdrew leaves all the same.
import {expect, it} from 'vitest';
import {quickestEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

onEachSyncTestApp('a store for which no price can be made', {articles: 60, shops: 6}, (app, engine) => {
  const everyBrand = () => [
    ...new Set(
      app()
        .supplier.catalogue.all()
        .map(({brand}) => brand),
    ),
  ];
  const shown = (shop: Shop) =>
    [...shop.products().values()].map(({status, variants}) => JSON.stringify([status, variants]));
  /** Prices without tax, and nothing said about the VAT they would contain. */
  const openNetShop = async (settings: Parameters<ReturnType<typeof app>['openShop']>[0]) => {
    const shop = await app().openShop({...settings, onRequest: true, vatPercent: null});
    shop.store.setSettings({taxesIncluded: false});
    expect((await shop.run()).state).toBe('done');
    expect((await shop.run()).state).toBe('done');
    return shop;
  };

  const margin = {by: 'a margin', settings: () => ({choice: [{id: 'm', effect: 'include', marginFrom: 10}]})};
  const words = {by: 'brands', settings: () => ({brands: everyBrand()})};
  it.each(engine === quickestEngine ? [words, margin] : [margin])(
    'prices that contain tax from now on leave every product as it is until the VAT is set (chosen by $by)',
    async ({settings}) => {
      const shop = await openNetShop(settings());
      const before = shown(shop);
      expect(before.length).toBeGreaterThan(40);
      shop.store.setSettings({taxesIncluded: true});
      for (let night = 0; night < 2; night += 1) {
        await app().passDays(1);
        const run = await shop.run();
        expect(run).toMatchObject({state: 'partial', counts: {writes: 0, held: 0, retired: 0}});
        expect(run.reason).toContain('VAT');
      }
      expect(shown(shop)).toEqual(before);
      await shop.set({vatPercent: 22});
      const priced = await shop.run();
      expect(priced).toMatchObject({state: 'done', counts: {held: 0, retired: 0}});
      expect(priced.counts.updated).toBe(before.length);
    },
  );

  // The tests above, and those of other suites, send each statement of those below to the other engine too.
  if (engine !== quickestEngine) return;

  it('a change in the store is no change of rule: what a margin no longer chooses because of it waits for a word', async () => {
    const rate = {currency: 'CZK', perEuro: '1000', asOf: '2026-11-01'};
    const shop = await app().openShop({
      choice: [{id: 'm', effect: 'include', marginFrom: 40}],
      pricing: {vatPercent: 20, markupPercent: 20, addOn: 30_000, rate},
    });
    await shop.run();
    await shop.run();
    const before = shown(shop);
    expect(before.length).toBeGreaterThan(40);
    // What is added to every price is worth a thousandth from now on.
    shop.store.setCurrency('CZK');
    const run = await shop.run();
    expect(run).toMatchObject({state: 'partial', counts: {retired: 0}});
    expect(run.reason).toContain('no longer among the chosen articles');
  });

  it.each([
    {what: 'a currency without a rate', change: async (shop: Shop) => shop.store.setCurrency('CHF')},
    {
      what: 'tax, and nothing said of the VAT',
      change: async (shop: Shop) => {
        await shop.set({vatPercent: null});
        shop.store.setSettings({taxesIncluded: true});
      },
    },
  ])('under $what a withdrawn article is still taken off sale, and nothing else is written', async ({change}) => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen']});
    await shop.run();
    await change(shop);
    const [withdrawn = ''] = [...shop.products().keys()].toSorted();
    catalogue.withdraw(withdrawn);
    try {
      expect(await shop.run()).toMatchObject({state: 'partial', counts: {retired: 1, writes: 1}});
      expect([...shop.products().values()].filter(({status}) => status !== 'ACTIVE')).toHaveLength(1);
      expect(shop.product(withdrawn).status).toBe('DRAFT');
    } finally {
      catalogue.restore(withdrawn);
    }
  });
});
