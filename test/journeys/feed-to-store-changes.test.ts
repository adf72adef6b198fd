// What changes at the supplier and by the merchant's hand after the first import, and what the next runs make of it.

import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {onEachSyncTestApp, type Shop} from '../jobs/sync/sync-test-app.ts';
import {oneEngine} from '../support/test-app.ts';
import {figuresOf} from './feed-to-store-figures.ts';

const rules = {markupPercent: 60, vatPercent: 22};

// On one engine: `feed-to-store` and `feed-to-store-list` send its statements on both.
onEachSyncTestApp('what changes after the first import', {articles: 60, shops: 14, engines: oneEngine}, (app) => {
  const imported = async (brand: string): Promise<Shop> => {
    const shop = await app().openShop({brands: [brand], ...rules});
    await shop.run();
    return shop;
  };
  /** A week later every detail is read again. */
  const runNextWeek = async (shop: Shop) => {
    await app().passDays(8);
    return shop.run();
  };
  /** The names of the mutations this shop gets while `work` is done. */
  const mutationsDuring = async (shop: Shop, work: () => Promise<unknown>): Promise<readonly (string | null)[]> => {
    const {shopify} = app().testApp;
    const before = shopify.requests().length;
    await work();
    return shopify
      .requests()
      .slice(before)
      .filter((request) => request.shop === shop.domain && request.kind === 'mutation')
      .map(({operationName}) => operationName);
  };
  const wordsOf = (shop: Shop, id: string) =>
    shop.product(id).variants.map(({options}) => Object.values(options).join('/'));
  const statesOf = async (shop: Shop, id: string) => {
    const rows = await app()
      .deps.db.selectFrom('listing_variants')
      .select(['colour', 'size', 'state'])
      .where('shop', '=', shop.domain)
      .where('article_id', '=', ArticleId.parse(id))
      .execute();
    return Map.groupBy(rows, ({state}) => state);
  };

  it("a new price at the supplier reprices that product's variants alone, by one call", async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Nordhaag');
    const {media: _ours, ...untouched} = shop.product('100016');
    const before = shop.product('100040');
    const tiers = [{min_qty: 2, price: 31.415}];
    catalogue.change('100040', {price_tiers: tiers, price_from: 31.415});
    expect(await mutationsDuring(shop, shop.run)).toEqual(['VariantsUpdate']);
    const after = shop.product('100040');
    const {cost, price, compareAtPrice} = figuresOf(catalogue, '100040', rules);
    expect(cost).toBe('37.70');
    expect(after.variants).toEqual(before.variants.map((variant) => ({...variant, cost, price, compareAtPrice})));
    expect(shop.product('100016')).toMatchObject(untouched);
    expect((await shop.run()).counts.writes).toBe(0);
  });

  it('a price in the list alone is followed by day as well', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Gallowmere');
    const cost = (Number(shop.product('L57-B').variants[0]?.cost) * 1.2).toFixed(2);
    catalogue.setStock('L57-B', {price: Number(cost)});
    const run = await shop.run({kind: 'daytime', trigger: 'schedule'});
    expect(run).toMatchObject({state: 'done', counts: {updated: 1, writes: 1}});
    expect(shop.product('L57-B').variants[0]?.cost).toBe(cost);
  });

  it('a colour that is no longer stated leaves the product, is remembered, and comes back when it is stated again', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Ferro Lino');
    const [first = '', ...others] = catalogue.stated('100000')?.colours ?? [];
    app().clock.turn(60_000);
    const before = shop.product('100000');
    catalogue.setStock('100000', {colours: others});
    expect(await mutationsDuring(shop, () => runNextWeek(shop))).toEqual(['ProductSet']);
    const without = shop.product('100000');
    expect(without.variants).toEqual(before.variants.filter(({options}) => options['Colour'] !== first));
    expect({...without, variants: [], options: [], updatedAt: ''}).toEqual({
      ...before,
      variants: [],
      options: [],
      updatedAt: '',
    });
    const states = await statesOf(shop, '100000');
    expect(states.get('suppressed')?.every(({colour}) => colour === first)).toBe(true);
    expect((await runNextWeek(shop)).counts.writes).toBe(0);

    catalogue.setStock('100000', {colours: [first, ...others]});
    await runNextWeek(shop);
    expect(wordsOf(shop, '100000').toSorted()).toEqual(
      before.variants.map(({options}) => Object.values(options).join('/')).toSorted(),
    );
    const kept = new Set(without.variants.map(({id}) => id));
    expect(shop.product('100000').variants.filter(({id}) => kept.has(id))).toHaveLength(kept.size);
    expect((await runNextWeek(shop)).counts.writes).toBe(0);
  });

  it('sizes that are stated for the first time become an option, and a product without any words has one variant', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Oystra');
    expect(shop.product('100012').options.map(({name}) => name)).toEqual(['Colour']);
    catalogue.setStock('100012', {sizes: ['38', '40']});
    await runNextWeek(shop);
    expect(shop.product('100012').options).toEqual([
      {name: 'Colour', values: catalogue.stated('100012')?.colours},
      {name: 'Size', values: ['38', '40']},
    ]);
    expect(shop.product('100012').variants).toHaveLength(6);
    catalogue.setStock('100012', {sizes: [], colours: []});
    await runNextWeek(shop);
    expect(wordsOf(shop, '100012')).toEqual(['Default Title']);
    expect(shop.product('100012').variants[0]).toMatchObject({
      tracked: false,
      ...figuresOf(catalogue, '100012', rules),
    });
    expect((await statesOf(shop, '100012')).get('suppressed')).toHaveLength(9);
    expect((await runNextWeek(shop)).counts.writes).toBe(0);
  });

  it('options and values that the merchant renamed stay renamed, and still get their prices', async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Milla Corvin');
    const stated = catalogue.stated('100047');
    const [colour = ''] = stated?.colours ?? [];
    const {id} = shop.product('100047');
    shop.store.editProduct(id, {
      renameOption: {from: 'Colour', to: 'Farbe'},
      renameValue: {from: colour, to: 'Mein Ton'},
    });
    await shop.notice(shop.product('100047').id);
    catalogue.setStock('100047', {price: 44.44, sizes: [...(stated?.sizes ?? []), '4XL']});
    await shop.run();
    const product = shop.product('100047');
    expect(product.options.map(({name}) => name)).toEqual(['Farbe', 'Size']);
    expect(wordsOf(shop, '100047')).toContain('Mein Ton/4XL');
    expect(wordsOf(shop, '100047')).not.toContain(`${colour}/4XL`);
    expect(product.variants).toHaveLength(4 * 6);
    expect(new Set(product.variants.map(({cost}) => cost))).toEqual(new Set(['44.44']));
    expect((await statesOf(shop, '100047')).get('live')?.filter((row) => row.colour === colour)).toHaveLength(6);
    expect((await runNextWeek(shop)).counts.writes).toBe(0);
  });

  it.each([
    {told: true, brand: 'Sablefen', id: '100022'},
    {told: false, brand: 'Petit Marin Bleu', id: '100014'},
  ])('a variant the merchant deleted is not made again (webhook came: $told)', async ({told, brand, id}) => {
    const {catalogue} = app().supplier;
    const shop = await imported(brand);
    const [gone] = shop.product(id).variants;
    if (gone === undefined) throw new Error('a product without variants');
    shop.store.deleteVariant(gone.id);
    if (told) await shop.notice(shop.product(id).id);
    const left = wordsOf(shop, id);
    expect(left).toHaveLength(15);
    expect((await shop.run()).state).toBe('done');
    const cost = Number(shop.product(id).variants[0]?.cost);
    catalogue.setStock(id, {price: Math.round(cost * 110) / 100});
    await shop.run();
    expect(wordsOf(shop, id)).toEqual(left);
    catalogue.setStock(id, {
      price: Math.round(cost * 115) / 100,
      sizes: [...(catalogue.stated(id)?.sizes ?? []), '7XL'],
    });
    await shop.run();
    expect(wordsOf(shop, id).filter((words) => !words.endsWith('7XL'))).toEqual(left);
    expect((await statesOf(shop, id)).get('deleted_in_store')).toEqual([
      {colour: gone.options['Colour'], size: gone.options['Size'], state: 'deleted_in_store'},
    ]);
    expect((await runNextWeek(shop)).counts.writes).toBe(0);
  });

  it('when the last variant that may be sold is no longer stated, the product becomes a draft until it is stated again', async () => {
    const {catalogue} = app().supplier;
    catalogue.setStock('100011', {colours: ['black', 'white'], sizes: []});
    const shop = await imported('Quillon');
    const [black] = shop.product('100011').variants;
    shop.store.deleteVariant(black?.id ?? '');
    await shop.notice(shop.product('100011').id);
    catalogue.setStock('100011', {colours: ['black']});
    expect((await runNextWeek(shop)).counts).toMatchObject({held: 1, writes: 1});
    expect(shop.product('100011').status).toBe('DRAFT');
    expect((await runNextWeek(shop)).counts.writes).toBe(0);
    catalogue.setStock('100011', {colours: ['white', 'black']});
    await runNextWeek(shop);
    expect(shop.product('100011').status).toBe('ACTIVE');
    expect(wordsOf(shop, '100011')).toEqual(['white']);
  });

  it.each([
    {told: true, brand: 'Vasterby', id: '100007'},
    {told: false, brand: 'Willa Frost', id: '100043'},
  ])('a product the merchant deleted is not made again (webhook came: $told)', async ({told, brand, id}) => {
    const {catalogue} = app().supplier;
    const shop = await imported(brand);
    const {id: gid} = shop.product(id);
    shop.store.deleteProduct(gid);
    if (told) await shop.notice(gid);
    expect((await shop.run()).counts).toMatchObject({created: 0, writes: 0});
    catalogue.setStock(id, {price: 99.99});
    expect((await shop.run()).state).toBe('done');
    catalogue.setStock(id, {price: 88.88});
    expect((await shop.run()).counts).toMatchObject({created: 0, updated: 0, writes: 0});
    expect(shop.products().has(id)).toBe(false);
  });

  it("the merchant's title, text, images, tags, vendor and type survive price changes and new variants", async () => {
    const {catalogue} = app().supplier;
    const shop = await imported('Hollis Mare');
    const {id, media} = shop.product('100039');
    const edit = {
      title: 'Mein Mantel',
      descriptionHtml: '<p>Eigener <b>Text</b></p>',
      vendor: 'Haus Marke',
      productType: 'Winter',
      tags: ['neu', 'winter'],
    };
    shop.store.editProduct(id, {
      ...edit,
      removeMedia: media.slice(0, 2).map((image) => image.id),
      addMedia: [{source: 'https://merchant.example/own.jpg'}],
    });
    await shop.notice(shop.product('100039').id);
    const own = shop.product('100039').media.map(({source}) => source);
    catalogue.setStock('100039', {price: 70.07, sizes: ['36', '38']});
    catalogue.change('100039', {name: 'Another name', description: 'Another text', images: []});
    await shop.run();
    const after = shop.product('100039');
    expect(after).toMatchObject(edit);
    expect(after.media.map(({source}) => source)).toEqual(own);
    expect(after.variants).toHaveLength(4);
    expect(after.variants[0]?.cost).toBe('70.07');
  });
});
