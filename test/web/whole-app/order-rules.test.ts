// The rules for orders, each set by clicking under Settings: an order beyond it is held with its reason, and goes to the supplier once the
// rule is taken back. The real page, server, workers and both stand-ins.
import {describe, expect, test} from 'vitest';
import {day} from '#domain/durations.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadArticleMoney} from '../../../server/db/catalogue/article-money.ts';
import type {StoredDropshipOrder} from '../../../server/db/orders/dropship-orders.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useWholeApp} from './whole-app.ts';

type Bought = StoredDropshipOrder;

describe.runIf(browserRuns)(suiteName('order rules set by clicking'), () => {
  const {testApp, page, app, openAt} = useWholeApp();

  const field = (label: string) => app().getByLabel(label);
  const save = async () => {
    await page().getByRole('button', {name: 'Save', exact: true}).click();
    await page().getByText('Unsaved changes').waitFor({state: 'hidden'});
    await testApp().quiet();
  };
  const type = async (label: string, typed: string) => {
    await field(label).fill(typed);
    await save();
  };
  const buy = async (order: Parameters<ReturnType<typeof testApp>['buy']>[0] = {}) => {
    const bought = testApp().buy(order);
    await testApp().quiet();
    return testApp().row(bought.id);
  };
  const now = (order: Bought) => testApp().row(order.order_gid);
  const atSupplier = (order: Bought) => testApp().taken(order).length;

  test.each([
    ['Most that an order may cost at the supplier, in EUR', '1', 'cost_above_limit', ''],
    ['Least that must be left of an order, in EUR', '5000', 'margin_below_floor', ''],
  ] as const)(
    '“%s” at %s holds an order, which is sent at another value',
    {
      timeout: 60_000,
    },
    async (label, strict, code, loose) => {
      await openAt('/settings');
      await type(label, strict);
      const order = await buy();
      expect(order).toMatchObject({state: 'held', reason_code: code});
      expect(atSupplier(order)).toBe(0);
      await type(label, loose);
      expect((await now(order)).state).toBe('awaiting_payment');
      expect(atSupplier(order)).toBe(1);
    },
  );

  test('an order that is paid late is too old, until older ones are sent', {timeout: 60_000}, async () => {
    const label = 'Days after which an order is too old to be sent by itself';
    await openAt('/settings');
    await type(label, '2');
    const order = await buy({financialStatus: 'PENDING'});
    expect(order.reason_code).toBe('not_paid');
    testApp().clock.turn(3 * day);
    testApp().store.payOrder(order.order_gid);
    await testApp().quiet();
    expect(await now(order)).toMatchObject({state: 'held', reason_code: 'too_old'});
    await openAt('/settings');
    await type(label, '30');
    expect([(await now(order)).state, atSupplier(order)]).toEqual(['awaiting_payment', 1]);
  });

  test('a price that rose more than the guard allows holds the order, and a wider guard sends it', {
    timeout: 60_000,
  }, async () => {
    const goods = testApp().goods();
    const [article] = await loadArticleMoney(testApp().worker.db, testApp().shop, [ArticleId.parse(goods.articleId)]);
    testApp().supplier.catalogue.setStock(goods.articleId, {price: ((article?.stock?.price ?? 0) * 1.15) / 100});
    const order = await buy({goods});
    expect(order).toMatchObject({state: 'held', reason_code: 'price_rose'});
    await openAt('/settings');
    await type('Most that the supplier’s price may rise, in per cent', '20');
    expect([(await now(order)).state, atSupplier(order)]).toEqual(['awaiting_payment', 1]);
  });

  test('a buyer without an e-mail address is sent with the address of the store', {timeout: 60_000}, async () => {
    const order = await buy({email: null});
    expect(order).toMatchObject({state: 'needs_details', reason_code: 'email_missing'});
    await openAt('/settings');
    await type('E-mail address to send where the buyer gave none', 'orders@shop.example');
    expect((await now(order)).state).toBe('awaiting_payment');
    expect(testApp().taken(order)).toMatchObject([{customerEmail: 'orders@shop.example'}]);
  });

  test('who is asked before each order sees what it costs and sends it; switched off, the others follow', {
    timeout: 60_000,
  }, async () => {
    await openAt('/settings');
    await field('Ask me before each order').click();
    await expectFits(page(), frameOfApp(page()), 'order-rules');
    await save();
    const [first, second] = [await buy(), await buy()];
    expect(first).toMatchObject({state: 'held', reason_code: 'approval_asked', price: expect.any(Number)});
    await openAt(`/orders/${first.id}`);
    await app().getByText('You are asked before each order is sent, as the settings say.').first().waitFor();
    await app()
      .getByRole('button', {name: /^Send now/})
      .first()
      .click();
    await expect.poll(async () => (await now(first)).reason_code, {timeout: 10_000}).not.toBe('approval_asked');
    await testApp().quiet();
    expect([atSupplier(first), atSupplier(second)]).toEqual([1, 0]);
    await openAt('/settings');
    await field('Ask me before each order').click();
    await save();
    expect([atSupplier(first), atSupplier(second)]).toEqual([1, 1]);
  });

  test('a size remembered for a category is ordered where the supplier states none', {timeout: 60_000}, async () => {
    const goods = testApp().goods();
    testApp().supplier.catalogue.change(goods.articleId, {sizes: '', unit: 'pc'});
    testApp().supplier.catalogue.setStock(goods.articleId, {colours: [], sizes: []});
    testApp().clock.turn(1_000);
    await testApp().merchant.startRun();
    await testApp().merchant.lastRun();
    await testApp().quiet();
    const {category} = await testApp()
      .worker.db.selectFrom('articles')
      .select('category')
      .where('article_id', '=', ArticleId.parse(goods.articleId))
      .executeTakeFirstOrThrow();
    const variantId = testApp()
      .store.products()
      .find(({id}) => id === goods.productId)?.variants[0]?.id;
    const order = await buy({goods: {...goods, variantId: variantId ?? goods.variantId}});
    expect(order).toMatchObject({state: 'needs_details', reason_code: 'size_missing'});
    await openAt('/settings');
    await app()
      .getByLabel('Category', {exact: true})
      .selectOption(category ?? '');
    await field('Size for the category').fill('one size');
    await app().getByRole('button', {name: 'Remember for this category'}).click();
    await app().getByText(`Category ${category}`).waitFor();
    await testApp().quiet();
    expect((await now(order)).state).toBe('awaiting_payment');
    expect(testApp().taken(order)).toMatchObject([{size: 'one size'}]);
  });
});
