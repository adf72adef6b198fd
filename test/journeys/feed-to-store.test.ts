import {expect, it} from 'vitest';
import {onEachSyncTestApp} from '../jobs/sync/sync-test-app.ts';
import {figuresOf, optionsOf, variantsOf} from './feed-to-store-figures.ts';

onEachSyncTestApp('from the feed into the store', {articles: 60, shops: 11}, (app) => {
  const chosenIds = (brands: readonly string[], categories: readonly string[]) => {
    const {catalogue} = app().supplier;
    return catalogue
      .listed()
      .map(({id}) => id)
      .filter((id) => {
        const {brand = '', category = ''} = catalogue.get(id) ?? {};
        return brands.includes(brand) || categories.includes(category);
      });
  };
  const isOnRequest = (id: string) => app().supplier.catalogue.get(id)?.pricing === 'on_request';

  it('every variant costs what the supplier and the settings say, to the cent, and is never counted', async () => {
    const {catalogue} = app().supplier;
    const brands = [...new Set(catalogue.all().map(({brand}) => brand))];
    const rules = {markupPercent: 57.5, vatPercent: 22};
    const shop = await app().openShop({brands, ...rules});
    const run = await shop.run();
    const wanted = chosenIds(brands, []).filter((id) => !isOnRequest(id));
    expect(run).toMatchObject({state: 'done', reason: null});
    expect([...shop.products().keys()].toSorted()).toEqual(wanted.toSorted());
    expect(run.counts).toMatchObject({
      articles: 60,
      listed: catalogue.listed().length,
      chosen: catalogue.listed().length,
      created: wanted.length,
      held: catalogue.listed().length - wanted.length,
      quarantined: 0,
    });
    let compared = 0;
    for (const id of wanted) {
      const figures = figuresOf(catalogue, id, rules);
      const shown = shop.product(id).variants.map(({options, price, compareAtPrice, cost}) => ({
        options,
        price,
        compareAtPrice,
        cost,
      }));
      expect(shown).toEqual(variantsOf(catalogue, id).map((words) => ({options: optionsOf(words), ...figures})));
      if (figures.compareAtPrice !== null) compared += 1;
      for (const variant of shop.product(id).variants) {
        expect(variant).toMatchObject({tracked: false, inventoryQuantity: null, barcode: null});
      }
    }
    expect(compared).toBeGreaterThan(5);
    expect(wanted.length - compared).toBeGreaterThan(5);
  });

  it('brand, category, name, text, images and SKU arrive, and nothing that is for the merchant alone', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({categories: ['Scarves', 'Trousers', 'Socks']});
    await shop.run();
    const kept = [...shop.products().values()];
    expect(kept.length).toBeGreaterThan(3);
    for (const product of kept) {
      const article = catalogue.get(product.articleId ?? '');
      if (article === undefined) throw new Error('a product of no article');
      expect(product).toMatchObject({vendor: article.brand, productType: article.category, tags: []});
      expect(product.title.startsWith(article.name)).toBe(true);
      expect(product.title.includes('(sold per pack)')).toBe(article.unit === 'pack');
      expect(product.media.map(({source}) => source)).toEqual(article.images);
      expect(plain(product.descriptionHtml)).toBe(words(article.description));
      expect(new Set(product.variants.map(({sku}) => sku ?? ''))).toEqual(new Set([article.sku.trim()]));
      expect(product.metafields['$app.listing_key']).toEqual({type: 'id', value: article.id});
      for (const secret of [article.seller, article.url, article.origin, article.sizes].filter((said) => said !== '')) {
        expect(JSON.stringify({...product, descriptionHtml: '', variants: []})).not.toContain(secret);
      }
    }
  });

  it('markup in the feed is text in the store', async () => {
    const {catalogue} = app().supplier;
    catalogue.change('100045', {description: '<img src=x onerror=alert(1)> 5 < 6 & "so on"', name: 'Cap <b>bold</b>'});
    const shop = await app().openShop({brands: ['Umbra Sette']});
    await shop.run();
    expect(shop.product('100045').descriptionHtml).not.toContain('<img');
    expect(shop.product('100045').descriptionHtml).toContain('5 &lt; 6 &amp;');
  });

  it('before anything is chosen nothing is imported and nothing written', async () => {
    const shop = await app().openShop();
    const run = await shop.run();
    expect(run).toMatchObject({state: 'done', counts: {articles: 60, chosen: 0, created: 0, writes: 0}});
    expect(shop.store.products()).toEqual([]);
    expect(shop.store.writes()).toBe(0);
  });

  it('only chosen brands and categories are imported, however they are written', async () => {
    const shop = await app().openShop({brands: ['tarn & TWEED'], categories: ['CAPS & hats']});
    await shop.run();
    const wanted = chosenIds(['Tarn & Tweed'], ['Caps & Hats']).filter((id) => !isOnRequest(id));
    expect([...shop.products().keys()].toSorted()).toEqual(wanted.toSorted());
  });

  it('new products are drafts that buyers do not see, or active and in the online store, as the merchant set', async () => {
    const drafts = await app().openShop({brands: ['Sablefen'], newProducts: 'draft'});
    await drafts.run();
    expect(drafts.product('100022')).toMatchObject({status: 'DRAFT', publications: []});
    const active = await app().openShop({brands: ['Sablefen'], newProducts: 'active'});
    await active.run();
    expect(active.product('100022')).toMatchObject({status: 'ACTIVE', publications: ['Online Store']});
  });

  it('a second run over an unchanged feed writes nothing and reads no details again', async () => {
    const {supplier} = app();
    const shop = await app().openShop({brands: ['Tarn & Tweed', 'Nordhaag']});
    const first = await shop.run();
    const before = {writes: shop.store.writes(), details: supplier.requestCount('dropship', 'stock')};
    expect(first.counts.created).toBeGreaterThan(5);
    expect(first.counts.writes).toBe(before.writes);
    const second = await shop.run();
    expect(second).toMatchObject({
      state: 'done',
      counts: {created: 0, updated: 0, unchanged: first.counts.created, writes: 0},
    });
    expect({writes: shop.store.writes(), details: supplier.requestCount('dropship', 'stock')}).toEqual(before);
  });

  it('within a week every detail is read again, spread over the nights, and still nothing is written', async () => {
    const {supplier} = app();
    const shop = await app().openShop({brands: ['Tarn & Tweed', 'Bruma Roja', 'Ferro Lino']});
    const first = await shop.run();
    const writes = shop.store.writes();
    const perNight: number[] = [];
    for (let night = 0; night < 8; night += 1) {
      await app().passDays(1);
      const before = supplier.requestCount('dropship', 'stock');
      await shop.run();
      perNight.push(supplier.requestCount('dropship', 'stock') - before);
    }
    expect(perNight.slice(0, 7).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(first.counts.chosen);
    expect(Math.max(...perNight)).toBeLessThan(first.counts.chosen);
    expect(shop.store.writes()).toBe(writes);
  });

  it('a store whose tax is not stated gets its products once it is stated', async () => {
    const shop = await app().openShop({brands: ['Sablefen'], vatPercent: null});
    expect(await shop.run()).toMatchObject({
      state: 'partial',
      reason: expect.stringContaining('VAT'),
      counts: {created: 0, writes: 0},
    });
    await shop.set({vatPercent: 19});
    expect((await shop.run()).counts).toMatchObject({created: 2, held: 0});
    expect(shop.product('100022').variants[0]).toMatchObject(
      figuresOf(app().supplier.catalogue, '100022', {markupPercent: 60, vatPercent: 19}),
    );
  });

  it('a store that sells in another currency gets no product before a rate is set', async () => {
    const shop = await app().openShop({brands: ['Sablefen']});
    shop.store.setCurrency('SEK');
    expect(await shop.run()).toMatchObject({
      state: 'partial',
      reason: expect.stringContaining('SEK'),
      counts: {created: 0, writes: 0},
    });
    expect(shop.store.products()).toEqual([]);
  });
});

/** What a reader sees of the HTML, blanks apart. */
const plain = (html: string) =>
  words(
    html
      .replaceAll(/<\/?(p|br)>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  );

const words = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');
