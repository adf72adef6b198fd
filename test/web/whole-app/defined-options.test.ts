// A merchant defines the sizes of an article that states none, by clicking: the next run makes the variants, a shopper buys one, and the
// supplier's order carries the merchant's word. The real page, server, workers and both stand-ins.
import {beforeAll, describe, expect, test} from 'vitest';
import type {Goods} from '../../jobs/orders/order-test-app.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useWholeApp} from './whole-app.ts';

describe.runIf(browserRuns)(suiteName('options that a merchant defines'), () => {
  const {testApp, page, app, openAt, complaints} = useWholeApp();
  let shirt: Goods;

  const run = async () => {
    testApp().clock.turn(1_000);
    await testApp().merchant.startRun();
    await testApp().merchant.lastRun();
    await testApp().quiet();
  };
  beforeAll(async () => {
    shirt = testApp().goods();
    testApp().supplier.catalogue.change(shirt.articleId, {sizes: 'S–L', unit: 'pc'});
    testApp().supplier.catalogue.setStock(shirt.articleId, {colours: [], sizes: []});
    await run();
  }, 60_000);

  const seen = (text: string | RegExp) => app().getByText(text).first().waitFor();
  const sizesInStore = () => {
    const product = testApp()
      .store.products()
      .find(({id}) => id === shirt.productId);
    return (product?.variants ?? []).map(({id, options}) => ({id, size: options['Size'] ?? null}));
  };
  const buy = async (variantId: string) => {
    const bought = testApp().buy({lines: [{variantId}]});
    await testApp().quiet();
    return testApp().row(bought.id);
  };
  const sizes = () => app().getByRole('textbox', {name: 'Sizes'});
  const save = () => page().getByRole('button', {name: 'Save', exact: true}).click();
  const saved = () => page().getByText('Saved', {exact: true}).waitFor();

  test('sizes taken over from the proposal and corrected are sold and ordered by the merchant’s words', {
    timeout: 90_000,
  }, async () => {
    expect(sizesInStore()).toEqual([{id: expect.anything(), size: null}]);
    await openAt(`/products/${shirt.articleId}`);
    await seen('In the catalogue: “S–L”. Proposed: S, M, L.');
    await app().getByRole('button', {name: 'Take over the proposed sizes'}).click();
    await seen('The product then has 3 variants: S, M, L.');
    await expectFits(page(), frameOfApp(page()), 'options-proposed');
    await sizes().fill('S\nM\nm');
    await save();
    await seen('In your store “M” and “m” would be one value.');
    const field = app().locator('s-text-area[name=sizes]');
    await expect.poll(() => field.evaluate((one) => one.ownerDocument.activeElement === one)).toBe(true);
    expect(complaints()).toEqual([expect.stringContaining('status of 422')]);
    await expectFits(page(), frameOfApp(page()), 'options-not-saved');
    await sizes().fill('S\nM\n46" long');
    await save();
    await saved();
    await seen('The next update does this');
    await expectFits(page(), frameOfApp(page()), 'options-saved');
    await run();
    expect(sizesInStore().map(({size}) => size)).toEqual(['S', 'M', '46″ long']);
    for (const {id, size} of sizesInStore().slice(1)) {
      const order = await buy(id);
      const word = size === 'M' ? 'M' : '46" long';
      expect(order).toMatchObject({state: 'awaiting_payment', size: word});
      expect(testApp().taken(order)).toMatchObject([{size: word}]);
    }
  });

  test('two tabs: the second one overwrites nothing, and sees what was saved', {timeout: 120_000}, async () => {
    await openAt(`/products/${shirt.articleId}`);
    await expect.poll(() => sizes().inputValue()).toBe('S\nM\n46" long');
    await sizes().fill('S\nM');
    await testApp().merchant.defineOptions(shirt.articleId, {colours: [], sizes: ['S', 'M', 'XL']});
    await save();
    await app().getByRole('button', {name: 'Load what was saved'}).click();
    await expect.poll(() => sizes().inputValue()).toBe('S\nM\nXL');
    expect(complaints()).toEqual([expect.stringContaining('status of 409')]);
  });

  test('where the supplier states its own, the page says which count, and the merchant takes the others back', {
    timeout: 120_000,
  }, async () => {
    testApp().supplier.catalogue.setStock(shirt.articleId, {sizes: ['S', 'M']});
    testApp().clock.turn(8 * 86_400_000);
    await testApp().deps.tokens.keepAlive(testApp().shop);
    await run();
    expect(sizesInStore().map(({size}) => size)).toEqual(['S', 'M']);
    await openAt(`/products/${shirt.articleId}`);
    await seen('The supplier states sizes of its own now');
    await seen(/^Its sizes are used: S, M\. Yours are not: S, M, XL\./);
    await expectFits(page(), frameOfApp(page()), 'options-overruled');
    await app().getByRole('button', {name: 'Remove your sizes'}).click();
    await save();
    await saved();
    await app().getByText('The supplier states sizes of its own now').waitFor({state: 'detached'});
    expect((await testApp().merchant.article(shirt.articleId)).options.defined.sizes).toEqual([]);
  });
});
