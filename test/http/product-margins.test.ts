// What a product leaves by destination, asked for as the page does, with both stand-ins and workers behind it.

import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {zoneCodes} from '#domain/orders/zone.ts';
import {ArticleMargins, StoreOrderMoney} from '../../server/http/contract/order-money.ts';
import {type OrderTestApp, openOrderTestApp} from '../jobs/orders/order-test-app.ts';
import {patientToken} from '../support/patient-token.ts';
import {oneEngine} from '../support/test-app.ts';
import {ask} from './asking.ts';
import {refusalOf} from './bare-app.ts';

// On one engine: `http/preview-and-run` and `db/settings-preview` send its statements on both.
describe.each(oneEngine)('what a product leaves, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {articles: 40});
  });
  afterAll(() => app.close());

  const page = (path: string) =>
    ask(`${app.url}/api${path}`, {
      headers: {authorization: `Bearer ${patientToken(app.shopify, app.shop, app.clock)}`},
    });

  it('a product’s margins are counted on what the store asks now, by zone, for one piece and for three', async () => {
    const goods = app.goods();
    const path = `/articles/${encodeURIComponent(goods.articleId)}/margins`;
    const read = async () => ArticleMargins.parse((await page(path)).json);
    const {stock, data} = await app.deps.db
      .selectFrom('articles')
      .select(['stock', 'data'])
      .where('article_id', '=', ArticleId.parse(goods.articleId))
      .executeTakeFirstOrThrow();
    const cost = stock?.price ?? 0;
    expect(await read()).toMatchObject({currency: 'EUR', priceFrom: 'store', reason: null});
    app.store.editVariant(goods.variantId, {price: '1220.00'});
    const {prices, notes, rrp} = await read();
    expect(rrp).toBe(data?.rrp ?? null);
    expect(prices.map(({price, aboveRrp}) => aboveRrp === (rrp !== null && price > rrp))).not.toContain(false);
    expect(notes.at(-1)).toContain('VAT of 22 % for every destination');
    const edited = prices.find(({price}) => price === 122_000);
    expect(edited?.zones.map(({zone}) => zone)).toEqual(zoneCodes);
    for (const {fee, one, three} of edited?.zones ?? []) {
      expect(one).toBe(100_000 - cost - (fee ?? 0));
      expect(three).toBe(300_000 - 3 * cost - (fee ?? 0));
    }
    expect(edited?.zones.find(({zone}) => zone === 'JP')?.notes).toHaveLength(3);
    expect(edited?.zones.find(({zone}) => zone === 'AU')).toMatchObject({fee: 3_500, transit: '7–14'});
    expect(refusalOf(await page('/articles/nothing-like-it/margins'))).toMatchObject({status: 404});
  });

  it('where the supplier states no price, margins are not known and say so', async () => {
    const goods = app.goods();
    const {db} = app.deps;
    const rows = db.selectFrom('articles').select('stock').where('article_id', '=', ArticleId.parse(goods.articleId));
    const {stock} = await rows.executeTakeFirstOrThrow();
    if (stock === null) throw new Error('its details were not read');
    const state = (price: number) => {
      const reading = JSON.stringify({...stock, price});
      return db
        .updateTable('articles')
        .set({stock: reading})
        .where('article_id', '=', ArticleId.parse(goods.articleId))
        .execute();
    };
    await state(0);
    try {
      const margins = await page(`/articles/${encodeURIComponent(goods.articleId)}/margins`);
      expect(ArticleMargins.parse(margins.json)).toMatchObject({
        prices: [],
        reason: 'The supplier states no price above zero, or none that can be read, so what is left is not known.',
      });
      const unpaid = app.buy({financialStatus: 'PENDING', lines: [{variantId: goods.variantId}]});
      await app.quiet();
      const money = await page(`/store-orders/${encodeURIComponent(unpaid.id)}/money`);
      expect(StoreOrderMoney.parse(money.json)).toMatchObject({unknown: 1, lines: [{cost: null, estimated: true}]});
    } finally {
      await state(stock.price);
    }
  });
});
