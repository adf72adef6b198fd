// An order of a variant that the merchant defined carries the merchant's word to the supplier, and never one the supplier contradicts.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {quickestEngine} from '../../support/test-app.ts';
import {type Goods, type OrderTestApp, openOrderTestApp} from '../orders/order-test-app.ts';

describe('an article whose sizes the merchant defined', {timeout: 90_000}, () => {
  let app: OrderTestApp;
  let shirt: Goods;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {articles: 12});
    shirt = app.goods();
    app.supplier.catalogue.change(shirt.articleId, {sizes: 'S–XXL', unit: 'pc'});
    app.supplier.catalogue.setStock(shirt.articleId, {colours: [], sizes: []});
    await run(8);
  }, 120_000);
  afterAll(() => app.close());

  const run = async (days = 0) => {
    // Of two runs that start at one moment, neither is the last.
    app.clock.turn(days * 86_400_000 + 1_000);
    await app.deps.tokens.keepAlive(app.shop);
    await app.merchant.startRun();
    await app.merchant.lastRun();
    await app.quiet();
  };
  const variantOf = (size: string | null) => {
    const product = app.store.products().find(({id}) => id === shirt.productId);
    const found = product?.variants.find(({options}) => size === null || Object.values(options).includes(size));
    if (found === undefined) throw new Error(`no variant ${size}: ${JSON.stringify(product)}`);
    return found.id;
  };
  const buy = async (variantId: string) => {
    const bought = app.buy({lines: [{variantId}], financialStatus: 'PAID'});
    await app.quiet();
    return app.row(bought.id);
  };
  const define = (...sizes: string[]) => app.merchant.defineOptions(shirt.articleId, {colours: [], sizes});

  it('asks for the size of a line that was bought as the single variant there was before', async () => {
    const bought = app.buy({lines: [{variantId: variantOf(null)}], financialStatus: 'PENDING'});
    await app.quiet();
    await define('S', 'M');
    await run();
    expect(() => variantOf('Default Title')).toThrow('no variant');
    app.store.payOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({
      article_id: shirt.articleId,
      state: 'needs_details',
      reason_code: 'size_missing',
      reason: expect.stringContaining('Say which size to order: S, M.'),
    });
  });

  it('sends to the letter what the merchant defined for the variant that was bought', async () => {
    await define('S', 'M', '46″ "long"');
    await run();
    for (const [shown, word] of [
      ['M', 'M'],
      ['46″ “long”', '46″ "long"'],
    ] as const) {
      const row = await buy(variantOf(shown));
      expect(row).toMatchObject({state: 'awaiting_payment', size: word});
      expect(app.taken(row)).toMatchObject([{size: word, colour: 'as pictured'}]);
    }
  });

  it('asks about a word that was taken out of the list after it was bought, and sends it once it is back', async () => {
    const variant = variantOf('S');
    await define('M', 'L');
    const row = await buy(variant);
    expect(row).toMatchObject({
      state: 'needs_details',
      reason_code: 'size_missing',
      reason: expect.stringContaining('not among the sizes you defined'),
    });
    await define('S', 'M', 'L');
    await app.quiet();
    const sent = await app.row(row.order_gid);
    expect(app.taken(sent)).toMatchObject([{size: 'S'}]);
  });

  it('sends no word that the supplier contradicts by now', async () => {
    await run();
    const before = app.supplier.orderRequests();
    const variant = variantOf('L');
    app.supplier.catalogue.setStock(shirt.articleId, {colours: [], sizes: ['S', 'M']});
    const row = await buy(variant);
    expect(row).toMatchObject({state: 'blocked', reason_code: 'size_gone'});
    expect(app.supplier.orderRequests()).toBe(before);
    const fine = await buy(variantOf('M'));
    expect(app.taken(fine)).toMatchObject([{size: 'M'}]);
  });
});
