// A feed that spells its words in another way than the merchant: the same articles, the same prices, one variant of each word; also in the
// first run after an upgrade from a version that compared them letter by letter.
import {createHash} from 'node:crypto';
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {loadStoredSettings} from '../../../server/db/shops/shops.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from '../sync/sync-test-app.ts';

// On one engine: words are compared in the domain, and `journeys/feed-to-store` plans and writes on both.
onEachSyncTestApp('words in other spellings', {articles: 60, shops: 4, engines: oneEngine}, (app) => {
  const id = '100040';
  const [composed, decomposed] = ['Käsmír & Søn’s'.normalize('NFC'), "KÄSMÍR & Søn's\u200b".normalize('NFD')];
  /** Changes the article's brand for the length of the work; the shops share one catalogue. */
  const spelled = async (
    facts: {brand: string; stock?: {colours: string[]; sizes: string[]}},
    work: () => Promise<void>,
  ) => {
    const {catalogue} = app().supplier;
    const before = catalogue.get(id);
    if (before === undefined) throw new Error('no such article');
    catalogue.change(id, {brand: facts.brand});
    if (facts.stock !== undefined) catalogue.setStock(id, facts.stock);
    await work().finally(() => catalogue.change(id, {brand: before.brand}));
  };
  const ruledBy = (brand: string) => ({
    brands: [brand],
    pricing: {
      vatPercent: 22,
      markupPercent: 60,
      rules: [{id: 'r', brands: [brand], categories: [], costFrom: null, costTo: null, markupPercent: 200}],
    },
  });
  const prices = (shop: Shop) => shop.product(id).variants.map(({price}) => price);

  it('a rule in either spelling chooses the same article and makes the same price', async () => {
    const [one, other] = [await app().openShop(ruledBy(composed)), await app().openShop(ruledBy(decomposed))];
    await spelled({brand: decomposed}, async () => {
      for (const shop of [one, other]) expect((await shop.run()).counts).toMatchObject({chosen: 1, created: 1});
    });
    const cost = Number(one.product(id).variants[0]?.cost);
    expect(Number(prices(one)[0])).toBeGreaterThan(cost * 3 * 1.2);
    expect(prices(other)).toEqual(prices(one));
  });

  it('colours that are one word are one variant, and a word that Shopify refuses is written in a form it takes', async () => {
    const shop = await app().openShop(ruledBy(composed));
    const colours = ["Men's navy", 'Men’s navy', 'Black', 'Black\u200b', 'Black / White', 'Black/White'];
    await spelled({brand: composed, stock: {colours, sizes: ['6"', '6″']}}, async () => {
      expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 1, quarantined: 0}});
      const values = shop.product(id).variants.map(({options}) => Object.values(options).join(', '));
      expect(values).toEqual(['Men’s navy, 6″', 'Black, 6″', 'Black ∕ White, 6″', 'Black/White, 6″']);
      const known = (await shop.listing(id)).variants.map(({colour, size}) => [colour, size]);
      expect(known).toEqual(
        expect.arrayContaining([
          ["Men's navy", '6"'],
          ['Black / White', '6"'],
        ]),
      );
      expect(known).toHaveLength(4);
      expect((await shop.run()).counts).toMatchObject({writes: 0});
    });
  });

  it('the first run after an upgrade chooses and plans everything again, and writes only what is wrong', async () => {
    const {db, digest} = app().deps;
    const settings = ruledBy(composed);
    const shop = await app().openShop(settings);
    await spelled({brand: decomposed}, async () => {
      await shop.run();
      const wanted = prices(shop);
      // As the version before left it: not chosen by the rule, a price by the general markup, planned and chosen by its own definitions.
      const {choice, template, owned} = (await loadStoredSettings(db, shop.domain)).settings;
      const chosenFor = createHash('sha256')
        .update(JSON.stringify([choice, null]))
        .digest('hex');
      await db.updateTable('shops').set({chosen_for: chosenFor}).where('shop', '=', shop.domain).execute();
      await db.updateTable('articles').set({chosen: false, chosen_by: null}).where('shop', '=', shop.domain).execute();
      const rest = digest(JSON.stringify([1, template, owned, {currency: 'EUR', taxesIncluded: true}]));
      await sql`update listings set fingerprint = regexp_replace(fingerprint, 'price:[0-9a-f]+', 'price:before'),
        planned_settings = jsonb_set(planned_settings, '{rest}', to_jsonb(${rest}::text)) where shop = ${shop.domain}`.execute(
        db,
      );
      expect(await shop.run()).toMatchObject({state: 'done', counts: {chosen: 1, created: 0, updated: 1, retired: 0}});
      expect(prices(shop)).toEqual(wanted);
      expect((await shop.run()).counts).toMatchObject({writes: 0});
    });
  });
});
