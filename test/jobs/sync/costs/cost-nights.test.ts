// Costs that go wrong night after night: no seventh of the shop slips past the brake, and what waits keeps all but its price.
import {expect, it} from 'vitest';
import {loadWaitingBrake} from '../../../../server/db/runs/brakes.ts';
import {discardBrake} from '../../../../server/db/runs/decide-brake.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';

// On one engine: `brakes`, `history` and `without-a-price` send its statements on both.
onEachSyncTestApp('costs over several nights', {articles: 60, shops: 9, engines: oneEngine}, (app) => {
  const everyBrand = () => [
    ...new Set(
      app()
        .supplier.catalogue.all()
        .map(({brand}) => brand),
    ),
  ];
  const centsOf = (id: string) =>
    app()
      .supplier.catalogue.listed()
      .find((entry) => entry.id === id)?.cents ?? 0;
  const prices = (shop: Shop) =>
    [...shop.products()].map(([id, {variants}]) => [id, ...variants.map(({price}) => price)].join(' '));
  const offSale = (shop: Shop) => [...shop.products().values()].filter(({status}) => status !== 'ACTIVE').length;
  /** What `a=stock` says of every article, while `a=list` stays as it is; prices in cents. */
  const whileStockSays = async (price: (cents: number) => number, work: () => Promise<void>) => {
    const {supplier} = app();
    const ends = supplier.catalogue.listed().map(({id, cents}) => {
      const {colours, sizes} = supplier.catalogue.stated(id) ?? {};
      const answer = {ok: true, price: price(cents) / 100, stock_tracked: false, colours, sizes, shipping: {}};
      const does = {kind: 'say', type: 'application/json', text: JSON.stringify(answer)} as const;
      return supplier.misbehave({a: 'stock', id, does});
    });
    try {
      await work();
    } finally {
      for (const end of ends) end();
    }
  };

  /** The supplier states right costs again: after eight nights all is as it was, without the merchant. */
  const expectAsBefore = async (shop: Shop, before: readonly string[]) => {
    for (let night = 0; night < 8; night += 1) {
      await app().passDays(1);
      await shop.run();
    }
    expect(await loadWaitingBrake(app().deps.db, shop.domain, 'cost')).toBeNull();
    expect(prices(shop)).toEqual(before);
    expect(offSale(shop)).toBe(0);
  };

  it.each([
    {what: 'a hundred times as much', price: (cents: number) => cents * 100},
    {what: 'forty per cent more', price: (cents: number) => Math.round(cents * 1.4)},
    {what: 'nothing', price: () => 0},
  ])(
    'when every article costs $what, eight nights write no price and take next to nothing off sale',
    async ({price}) => {
      const shop = await app().openShop({brands: everyBrand(), onRequest: true});
      await shop.run();
      const before = prices(shop);
      expect(before.length).toBeGreaterThan(40);
      await whileStockSays(price, async () => {
        const states: string[] = [];
        for (let night = 0; night < 8; night += 1) {
          await app().passDays(1);
          states.push((await shop.run()).state);
        }
        expect(states).toContain('partial');
        expect(states.at(-1)).toBe('partial');
      });
      expect(prices(shop)).toEqual(before);
      expect(offSale(shop)).toBeLessThanOrEqual(before.length * 0.2);
      expect((await loadWaitingBrake(app().deps.db, shop.domain, 'cost'))?.article_ids.length).toBeGreaterThan(40);
      await expectAsBefore(shop, before);
    },
  );

  it('when every article costs ten times as much, a rule by cost takes next to nothing off sale, and the merchant is asked', async () => {
    const costTo = Math.max(
      ...app()
        .supplier.catalogue.listed()
        .map(({cents}) => cents),
    );
    const choice = [{id: 'cheap', effect: 'include', brands: everyBrand(), costTo}];
    const shop = await app().openShop({choice, onRequest: true});
    await shop.run();
    const before = prices(shop);
    await whileStockSays(
      (cents) => Math.max(cents * 10, costTo + 1),
      async () => {
        for (let night = 0; night < 8; night += 1) {
          await app().passDays(1);
          await shop.run();
        }
      },
    );
    expect(prices(shop)).toEqual(before);
    expect(offSale(shop)).toBeLessThanOrEqual(before.length * 0.2);
    expect((await loadWaitingBrake(app().deps.db, shop.domain, 'cost'))?.article_ids.length).toBeGreaterThan(30);
    await expectAsBefore(shop, before);
  });

  it.each([
    {until: 'waits for a word', decide: false},
    {until: 'was turned down', decide: true},
  ])(
    'while a cost $until, the price stands, but a size no longer stated leaves and a new text arrives',
    async ({decide}) => {
      const {deps, supplier} = app();
      const {catalogue} = supplier;
      const shop = await app().openShop({brands: ['Sablefen', 'Ferro Lino'], owned: {title: 'sync'}});
      await shop.run();
      const ids = [...shop.products().keys()];
      const id = ids.find((each) => (catalogue.stated(each)?.sizes.length ?? 0) > 1) ?? '';
      const {sizes = []} = catalogue.stated(id) ?? {};
      const {name = ''} = catalogue.get(id) ?? {};
      const cents = new Map(ids.map((each) => [each, centsOf(each)]));
      const price = shop.product(id).variants[0]?.price;
      const count = shop.product(id).variants.length;
      for (const each of ids) catalogue.setStock(each, {price: Math.round((cents.get(each) ?? 0) * 1.4) / 100});
      await shop.run();
      const brake = await loadWaitingBrake(deps.db, shop.domain, 'cost');
      if (decide) await discardBrake(deps.db, shop.domain, brake?.id ?? '', deps.now());
      catalogue.setStock(id, {sizes: sizes.slice(1)});
      catalogue.change(id, {name: 'Another name'});
      try {
        await app().passDays(8);
        expect((await shop.run()).counts).toMatchObject({updated: 1, held: 0});
        const after = shop.product(id);
        expect(after.variants).toHaveLength((count / sizes.length) * (sizes.length - 1));
        expect(new Set(after.variants.map((variant) => variant.price))).toEqual(new Set([price]));
        expect(after.title).toContain('Another name');
        expect((await shop.listing(id)).previousCost).toBe(cents.get(id));
        expect((await loadWaitingBrake(deps.db, shop.domain, 'cost')) === null).toBe(decide);
        expect((await shop.run()).counts.writes).toBe(0);
      } finally {
        for (const each of ids) catalogue.setStock(each, {price: (cents.get(each) ?? 0) / 100});
        catalogue.setStock(id, {sizes});
        catalogue.change(id, {name});
      }
    },
  );
});
