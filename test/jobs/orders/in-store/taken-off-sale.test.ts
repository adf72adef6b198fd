// What the supplier could not supply leaves the store: a variant, or the whole product with its last one.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {hour} from '#domain/durations.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadListings} from '../../../../server/db/listings/listings.ts';
import {testEngines} from '../../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from '../order-test-app.ts';
import {buyPlaced, takeOffSale, writeBack} from '../placed-order.ts';

describe.each(testEngines)('taken off sale, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  it('an article the supplier could not supply leaves the store, its last variant as a draft', async () => {
    const goods = app.goods();
    const {row} = await buyPlaced(app, {lines: [{variantId: goods.variantId}]});
    const variants = () => app.store.product(goods.productId)?.variants.map(({id}) => id) ?? [];
    const before = variants();
    await takeOffSale(app, row);
    await writeBack(app);
    expect(await app.row(row.order_gid)).toMatchObject({state: 'refunded', off_sale: 'done'});
    expect(variants()).toEqual(before.filter((id) => id !== goods.variantId));
    const [variantId = '', ...others] = variants();
    for (const other of others) app.store.deleteVariant(other);
    const {row: next} = await buyPlaced(app, {lines: [{variantId}]});
    await takeOffSale(app, next);
    await writeBack(app);
    expect(app.store.product(goods.productId)).toMatchObject({status: 'DRAFT'});
    expect(variants()).toHaveLength(1);
  });

  it('a product made a draft for its last variant may come back on sale, also where Shopify’s answer was lost', async () => {
    const goods = app.goods();
    const {row} = await buyPlaced(app, {lines: [{variantId: goods.variantId}]});
    for (const {id} of app.store.product(goods.productId)?.variants ?? []) {
      if (id !== goods.variantId) app.store.deleteVariant(id);
    }
    await app.quiet();
    const end = app.shopify.misbehave({
      fault: 'cut',
      at: 'after',
      when: ({rootFields}) => rootFields.includes('productUpdate'),
    });
    await takeOffSale(app, row);
    await writeBack(app);
    end();
    expect(app.store.product(goods.productId)).toMatchObject({status: 'DRAFT'});
    app.clock.turn(hour);
    await writeBack(app);
    expect(await app.row(row.order_gid)).toMatchObject({off_sale: 'done'});
    const id = ArticleId.parse(goods.articleId);
    const listing = (await loadListings(app.worker.db, app.shop, [id])).get(id);
    expect(listing).toMatchObject({state: 'held', takenOffSale: true, takenFrom: 'ACTIVE'});
  });
});
