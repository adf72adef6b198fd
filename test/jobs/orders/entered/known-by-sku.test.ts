// A line that has no product in the store: only its SKU is that of an article.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid} from '#domain/ids.ts';
import {takeStoreOrder} from '../../../../jobs/webhooks/take-store-order.ts';
import {giveDetails} from '../../../../server/actions/give-details.ts';
import {quickestEngine} from '../../../support/test-app.ts';
import {type Goods, type OrderTestApp, openOrderTestApp} from '../order-test-app.ts';

describe('a line without a product', {timeout: 90_000}, () => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine);
  }, 120_000);
  afterAll(() => app.close());

  /** Some articles of the feed have no SKU. */
  const goodsWithSku = (): Goods => {
    const skus = new Map(app.supplier.catalogue.all().map(({id, sku}) => [id, sku]));
    let goods = app.goods();
    while (!skus.get(goods.articleId)) goods = app.goods();
    return goods;
  };

  it('of a product deleted before anybody read the order is known by its SKU, asked about, and sent once the merchant gives colour and size', async () => {
    const before = app.supplier.orderRequests();
    const goods = goodsWithSku();
    app.shopify.webhooks.pause();
    const bought = app.buy({goods});
    app.store.deleteProduct(goods.productId);
    app.shopify.webhooks.resume();
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'held', reason_code: 'known_by_sku'});
    expect(row).toMatchObject({article_id: goods.articleId, colour: null, size: null});
    expect(row.article_name).not.toBe('');
    expect(app.supplier.orderRequests()).toBe(before);
    await app.merchant.actOn(row.id, 'approve');
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'blocked', reason_code: 'variant_unknown'});
    const {colour, size} = goods;
    await giveDetails(
      app.worker.db,
      app.worker.sealer,
      {shop: app.shop, id: row.id, actor: 'user:7'},
      {colour, size},
      app.clock.now(),
    );
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    expect(app.taken(row)).toMatchObject([{articleId: goods.articleId, colour, size}]);
  });

  it('typed into the order is asked about where its SKU is that of an article, for this line alone, and sent on a yes', async () => {
    const before = app.supplier.orderRequests();
    const goods = goodsWithSku();
    app.supplier.catalogue.setStock(goods.articleId, {colours: [], sizes: []});
    const {sku} = app.supplier.catalogue.all().find(({id}) => id === goods.articleId) ?? {sku: ''};
    const item = {variantId: null, title: 'Gift box', sku};
    const [ours, foreign] = [app.buy({lines: [item]}), app.buy({lines: [item]})];
    await app.quiet();
    const [first, second] = [await app.row(ours.id), await app.row(foreign.id)];
    for (const row of [first, second]) expect(row).toMatchObject({state: 'held', reason_code: 'known_by_sku'});
    expect((await app.merchant.actOn(second.id, 'dismiss')).state).toBe('dismissed');
    await app.merchant.actOn(first.id, 'approve');
    await app.quiet();
    await giveDetails(
      app.worker.db,
      app.worker.sealer,
      {shop: app.shop, id: first.id, actor: 'user:7'},
      {colour: 'Red', size: '42'},
      app.clock.now(),
    );
    await app.upkeep('recheck-open');
    expect(await app.row(ours.id)).toMatchObject({state: 'awaiting_payment'});
    expect(app.supplier.orderRequests() - before).toBe(1);
    const later = app.buy({lines: [item]});
    await app.quiet();
    expect(await app.row(later.id)).toMatchObject({state: 'held', reason_code: 'known_by_sku'});
    expect((await app.row(foreign.id)).state).toBe('dismissed');
  });

  it('keeps no order from being sent, though its SKU and title hold what no column takes', async () => {
    const goods = app.goods();
    const item = {variantId: null, title: 'Gift\0\ud83d box', sku: 'G\0\udc57-1'};
    app.shopify.webhooks.pause();
    const bought = app.buy({lines: [item, {variantId: goods.variantId}]});
    const taken = takeStoreOrder(app.worker, app.shop, OrderGid.parse(bought.id), 'webhook');
    expect(await taken.catch(String)).toBe(1);
    app.shopify.webhooks.resume();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', article_id: goods.articleId});
  });
});
