// From set-up to the supplier: sizes that the supplier does not state are answered once, before there is a product, and the next order of
// such an article is sent without a question.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {until} from '../sandbox/demo/merchant.ts';
import {oneEngine, openTestApp, type TestApp} from '../support/test-app.ts';

// On one engine: `http/products/unanswered` sends the statements about answers on both.
describe.each(oneEngine)('sizes answered once in set-up, on %s', (engine) => {
  let app: TestApp;
  let ids: string[];
  beforeAll(async () => {
    app = await openTestApp(engine, {supplier: {articles: 30}});
    const {merchant, supplier} = app;
    await merchant.connect('catalogue', supplier.issueKey('catalogue'));
    await merchant.connect('dropship', supplier.issueKey('dropship'));
    await merchant.lastRun();
    await merchant.choose((await merchant.choices()).brands.map(({name}) => name));
    ids = (await merchant.articles('listed=true')).articles.map(({id}) => id);
  }, 90_000);
  afterAll(() => app.close());

  const [socks, shirt, tie] = ['Socks of the test', 'Shirts of the test', 'Ties of the test'] as const;
  const placed = async (articleId: string) => {
    const [variant] = (await app.merchant.article(articleId)).listing?.variants ?? [];
    const bought = app.store.placeOrder({country: 'DE', lines: [{variantId: variant?.gid ?? ''}]});
    return until(30_000, async () => {
      const order = (await app.merchant.orders()).orders.find(({orderGid}) => orderGid === bought.id);
      return order === undefined || order.state === 'waiting' || order.state === 'placing' ? null : order;
    });
  };

  it('the supplier is asked, one answer counts for a category, a clear text is taken over, and orders go on by themselves', {
    timeout: 120_000,
  }, async () => {
    const {merchant, supplier} = app;
    const [one = '', other = '', third = ''] = ids;
    for (const [id, category, sizes] of [
      [one, socks, '36-40'],
      [other, shirt, 'S–L'],
      [third, tie, 'ask us'],
    ] as const) {
      supplier.catalogue.change(id, {category, sizes, unit: 'pc', pricing: 'fixed'});
      supplier.catalogue.setStock(id, {colours: [], sizes: []});
    }
    expect((await merchant.unanswered('sizes')).count).toBe(0);
    await merchant.startRun('preview');
    await merchant.lastRun();
    const {unread, categories} = await merchant.unanswered('sizes');
    expect(unread).toBe(0);
    const named = categories.map(({category}) => category);
    expect(named).toEqual(expect.arrayContaining([socks, shirt, tie]));
    await merchant.answerOptions({option: 'sizes', word: 'one size', categories: [socks]});
    const {previewId, unclear} = await merchant.proposals({option: 'sizes', articleIds: [other, third]});
    expect(unclear).toBe(0);
    await merchant.proposals({option: 'sizes', articleIds: [other, third], previewId: previewId ?? ''});
    await merchant.saveSettings({...(await merchant.settings()), newProducts: 'active', delayMinutes: 0});
    await merchant.savePricing({markupPercent: 60, vatPercent: 22});
    await merchant.startRun();
    await merchant.lastRun();

    expect(await placed(one)).toMatchObject({state: 'awaiting_payment', size: 'one size'});
    expect(await placed(other)).toMatchObject({state: 'awaiting_payment', size: 'S'});
    expect(await placed(third)).toMatchObject({state: 'needs_details', reasonCode: 'size_missing'});
    await merchant.answerOptions({option: 'sizes', word: 'one size', articleIds: [third]});
    const freed = await until(30_000, async () => {
      const order = (await merchant.orders()).orders.find(({articleId}) => articleId === third);
      return order?.state === 'awaiting_payment' ? order : null;
    });
    expect(freed.size).toBe('one size');
    expect((await merchant.overview()).unanswered.sizes).toBe((await merchant.unanswered('sizes')).count);
  });
});
