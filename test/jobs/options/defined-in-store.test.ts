// Options that a merchant defines become variants at the next run: each variant of the store is exactly one of the merchant's words.
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {findOptionProblems} from '#domain/options/check-options.ts';
import {type DefinedOptions, noDefinedOptions} from '#domain/options/defined-options.ts';
import {defineOptions} from '../../../server/actions/define-options.ts';
import {loadWaitingBrake} from '../../../server/db/runs/brakes.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from '../sync/sync-test-app.ts';

// On one engine: `http/products/defined-options` stores definitions, and `journeys/feed-to-store` plans variants, on both.
onEachSyncTestApp('options that a merchant defines', {articles: 60, shops: 5, engines: oneEngine}, (app) => {
  const brands = ['Nordhaag', 'Sablefen', 'Ferro Lino', 'Tarn & Tweed'];
  const openShop = async (): Promise<Shop> => {
    const shop = await app().openShop({brands});
    expect((await shop.run()).state).toBe('done');
    return shop;
  };
  const idsOf = (shop: Shop) => [...shop.products().keys()].toSorted();
  const define = (shop: Shop, id: string, options: Partial<DefinedOptions>) => {
    const by = {shop: shop.domain, actor: 'user:1', now: app().deps.now()};
    return defineOptions(app().deps.db, by, ArticleId.parse(id), {...noDefinedOptions, ...options}, () => {});
  };
  const state = (id: string, colours: string[], sizes: string[]) =>
    app().supplier.catalogue.setStock(id, {colours, sizes});
  /** What an order of each variant in the store would carry. */
  const wordsInStore = async (shop: Shop, id: string) => {
    const known = new Map((await shop.listing(id)).variants.map((variant) => [variant.gid as string, variant]));
    return shop.product(id).variants.map(({id: gid}) => {
      const variant = known.get(gid);
      expect(variant?.state).toBe('live');
      return {colour: variant?.colour, size: variant?.size};
    });
  };
  const pairsOf = ({colours, sizes}: DefinedOptions) =>
    (colours.length > 0 ? colours : [null]).flatMap((colour) =>
      (sizes.length > 0 ? sizes : [null]).map((size) => ({colour, size})),
    );
  const sorted = (list: readonly object[]) => list.map((entry) => JSON.stringify(entry)).toSorted();

  const odd = fc.constantFrom(
    'S',
    'm',
    'XL',
    '8"',
    "O'Neill",
    'Größe 44',
    '<b>',
    'a & b',
    'W30/L32',
    'Ｘ',
    '色',
    '€ 5,–',
    '👕',
  );
  // No letter that is the same word as an odd one: of two spellings of a word the product keeps the one it has.
  const word = fc
    .oneof(odd, fc.string({unit: 'grapheme', minLength: 1, maxLength: 12}), fc.stringMatching(/^[A-LN-W]{1,3}$/))
    .map((text) => text.replaceAll(/\p{Cc}/gu, '').trim())
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  const definitions = fc
    .record({colours: fc.array(word, {maxLength: 3}), sizes: fc.array(word, {maxLength: 5})})
    .filter((options) => findOptionProblems(options, noDefinedOptions, noDefinedOptions).length === 0);

  it('each variant of the store is one pair of the merchant’s words to the letter, however they are changed', async () => {
    const shop = await openShop();
    const ids = idsOf(shop);
    expect(ids.length).toBeGreaterThan(5);
    for (const id of ids) state(id, [], []);
    await app().passDays(8);
    await shop.run({kind: 'full'});
    const held = await loadWaitingBrake(app().deps.db, shop.domain, 'variants');
    if (held !== null) await shop.merchant.releaseBrake(held.id);
    await shop.run();
    for (const round of [1, 2, 3]) {
      const wanted = new Map(ids.map((id) => [id, fc.sample(definitions, 1)[0] ?? noDefinedOptions]));
      for (const [id, options] of wanted) {
        await define(shop, id, options);
        // One by one: the brake holds what takes words from more than half of the shop.
        expect((await shop.runOver('selected', [id])).counts.quarantined, `round ${round}`).toBe(0);
      }
      const onSale: string[] = [];
      for (const id of ids) if ((await shop.listing(id)).state === 'active') onSale.push(id);
      expect(onSale.length).toBeGreaterThan(5);
      for (const id of onSale) {
        const options = wanted.get(id) ?? noDefinedOptions;
        const found = await wordsInStore(shop, id);
        expect(sorted(found), JSON.stringify(options)).toEqual(sorted(pairsOf(options)));
      }
    }
  });

  it('the nightly run makes them although nothing else changed, and the next one writes nothing', async () => {
    const shop = await openShop();
    const [id = ''] = idsOf(shop);
    state(id, [], []);
    await app().passDays(8);
    await shop.run();
    expect(await wordsInStore(shop, id)).toEqual([{colour: null, size: null}]);
    expect((await shop.run()).counts.writes).toBe(0);
    await define(shop, id, {sizes: ['S', 'M', 'L']});
    const run = await shop.run();
    expect(run.counts).toMatchObject({updated: 1});
    expect((await wordsInStore(shop, id)).map(({size}) => size)).toEqual(['S', 'M', 'L']);
    expect(shop.product(id).options.map(({name}) => name)).toEqual(['Size']);
    expect((await shop.run()).counts.writes).toBe(0);
  });

  it('the supplier’s own words replace them, also while they stay defined; taken back, one variant is left', async () => {
    const shop = await openShop();
    const [id = ''] = idsOf(shop);
    state(id, [], []);
    await app().passDays(8);
    await shop.run();
    await define(shop, id, {sizes: ['S', 'M', 'L']});
    await shop.run();
    state(id, [], ['S', 'Medium']);
    await app().passDays(8);
    await shop.run();
    expect((await wordsInStore(shop, id)).map(({size}) => size)).toEqual(['S', 'Medium']);
    state(id, [], []);
    await app().passDays(8);
    await shop.run();
    expect((await wordsInStore(shop, id)).map(({size}) => size)).toEqual(['S', 'M', 'L']);
    await define(shop, id, {});
    await shop.run();
    expect(await wordsInStore(shop, id)).toEqual([{colour: null, size: null}]);
  });

  it('many taken back at once wait behind the brake like every other loss', async () => {
    const shop = await openShop();
    const ids = idsOf(shop);
    for (const id of ids) state(id, [], []);
    await app().passDays(8);
    await shop.run();
    const held = await loadWaitingBrake(app().deps.db, shop.domain, 'variants');
    if (held !== null) await shop.merchant.releaseBrake(held.id);
    await shop.run();
    for (const id of ids) await define(shop, id, {sizes: ['S', 'M']});
    await shop.run();
    const before = [...shop.products().values()].reduce((sum, {variants}) => sum + variants.length, 0);
    for (const id of ids) await define(shop, id, {});
    expect(await shop.run()).toMatchObject({state: 'partial', reason: expect.stringContaining('colours or sizes')});
    expect([...shop.products().values()].reduce((sum, {variants}) => sum + variants.length, 0)).toBe(before);
  });
});
