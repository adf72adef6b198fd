// What a merchant does to several products in the list, before the whole app: taken off sale at once, and given back.
import {describe, expect, test} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useCatalogueApp} from './catalogue-app.ts';

describe.runIf(browserRuns)(suiteName('several products in the list'), () => {
  const {app, complaints, openAt, page, seen, testApp} = useCatalogueApp(40);
  const products = () =>
    testApp()
      .store.products()
      .filter(({articleId}) => articleId !== null);
  const statuses = () => new Set(products().map(({status}) => status));
  const button = (name: string | RegExp) => app().getByRole('button', {name, exact: true});
  const chooseAll = () => app().getByRole('checkbox', {name: 'Choose all on this page'}).check();
  const confirm = (name: string) => app().locator('s-modal').getByRole('button', {name, exact: true}).click();
  const several = (number: number, noun = 'product') => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const run = async () => {
    await testApp().merchant.startRun();
    expect((await testApp().merchant.lastRun()).state).toBe('done');
  };

  test('go off sale within seconds; one that Shopify refuses is named, stays selected, and goes with the next press', {
    timeout: 90_000,
  }, async () => {
    await page().setViewportSize({width: phone, height: 900});
    const [refused, ...others] = products();
    const number = others.length + 1;
    expect(number).toBeGreaterThan(2);
    const end = testApp().shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{field: ['status'], message: 'The store is being moved'}],
      when: ({kind, variables}) => kind === 'mutation' && JSON.stringify(variables).includes(`${refused?.id}"`),
    });
    await openAt('/products?show=in-store');
    await seen(`${number} articles.`);
    await chooseAll();
    await expectFits(page(), frameOfApp(page()), 'several-products-chosen');
    await button(`Take off sale: ${several(number)}`).click();
    await seen('From this moment they cannot be bought');
    await expectFits(page(), frameOfApp(page()), 'several-off-sale-asked');
    await button('Cancel').first().click();
    expect(statuses()).toEqual(new Set(['ACTIVE']));
    await button(`Take off sale: ${several(number)}`).click();
    await confirm('Take off sale');
    await seen(`${several(number - 1)} are off sale. 1 product is not off sale yet.`);
    await seen(/The store is being moved/);
    await expectFits(page(), frameOfApp(page()), 'several-off-sale');
    expect(products().filter(({status}) => status === 'ACTIVE')).toHaveLength(1);
    end();
    await seen('1 article chosen');
    await button('Take off sale: 1 product').click();
    await confirm('Take off sale');
    await seen('1 product is off sale.');
    expect(statuses()).toEqual(new Set(['DRAFT']));
    await openAt('/products?show=left-out');
    await seen(`${number} articles.`);
    await chooseAll();
    await button(`Back to the rules: ${several(number, 'article')}`).click();
    await confirm('Back to the rules');
    await seen(`${several(number, 'article')} are under your rules again from the next update on.`);
    await run();
    expect(statuses()).toEqual(new Set(['ACTIVE']));
    expect(complaints()).toEqual([]);
  });

  test('whose prices were edited in the store are given back together, by an update that is followed', {
    timeout: 90_000,
  }, async () => {
    await page().setViewportSize({width: 1280, height: 900});
    const [one, two] = products();
    const before = new Map(products().map(({id, variants}) => [id, variants.map(({price}) => price)]));
    for (const {id} of [...(one?.variants ?? []), ...(two?.variants ?? [])])
      testApp().store.editVariant(id, {price: '199.00'});
    // What the weekly comparison of all products does: announced products may wait ten minutes.
    const {db, queues} = testApp().deps;
    await queues.enqueue('sync', {shop: ShopDomain.parse(testApp().shop), kind: 'edits', trigger: 'schedule'});
    const edited = async () =>
      (await db.selectFrom('listings').select('edits').execute()).filter((row) => 'price' in row.edits);
    await expect.poll(async () => (await edited()).length, {timeout: 15_000}).toBe(2);
    await openAt('/products?show=edited');
    await seen('2 articles.');
    await chooseAll();
    await expectFits(page(), frameOfApp(page()), 'several-products-edited');
    await button('Give back: 2 products').click();
    await seen('What you changed of these products in your store is overwritten');
    await confirm('Give back');
    await seen('2 products are given back.');
    await app().getByRole('link', {name: 'Open the update', exact: true}).waitFor({timeout: 30_000});
    await expectFits(page(), frameOfApp(page()), 'several-given-back');
    for (const {id, variants} of products()) expect(variants.map(({price}) => price)).toEqual(before.get(id));
  });
});
