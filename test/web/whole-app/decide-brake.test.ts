// A brake of 52 products before the whole app: understood and settled in two clicks, and the run it starts is followed there.
import {describe, expect, test} from 'vitest';
import {browserRuns, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useCatalogueApp} from './catalogue-app.ts';

const many = 52;

describe.runIf(browserRuns)(suiteName('a brake in the whole app'), () => {
  const {testApp, page, app, seen, openAt, complaints} = useCatalogueApp(110);

  const idsOnSale = () =>
    testApp()
      .store.products()
      .flatMap(({articleId, status}) => (articleId !== null && status === 'ACTIVE' ? [articleId] : []))
      .toSorted();
  const runNow = async () => {
    await testApp().merchant.startRun();
    return testApp().merchant.lastRun();
  };
  /** The supplier's list is without 52 of the products on sale, and a run has stopped before it takes them off sale. */
  const brake = async () => {
    const before = idsOnSale();
    expect(before.length).toBeGreaterThan(many);
    expect(before.length).toBeLessThan(2 * many);
    const gone = before.slice(0, many);
    for (const id of gone) testApp().supplier.catalogue.withdraw(id);
    const run = await runNow();
    expect(run).toMatchObject({state: 'partial', counts: {retired: 0}});
    expect(idsOnSale()).toEqual(before);
    return {before, gone};
  };
  const button = (name: string) => app().getByRole('button', {name, exact: true});

  test('is released in two clicks: the run takes its products off sale, and is followed to its end', async () => {
    const {before, gone} = await brake();
    await openAt('/decisions');
    await seen(/^An update stopped before it took 52 products off sale/);
    await seen(/^52 of \d+ products/);
    await expectFits(page(), frameOfApp(page()), 'whole-app-brake');
    await button('Take them off sale').first().click();
    await app().locator('s-modal').getByRole('button', {name: 'Take them off sale'}).click();
    await seen(/^They are taken off sale\. The update below does it\./);
    await seen('52 taken off sale.');
    expect(idsOnSale()).toEqual(before.filter((id) => !gone.includes(id)));
    await app()
      .getByText(/^An update stopped before it took/)
      .waitFor({state: 'detached'});
    await expectFits(page(), frameOfApp(page()), 'whole-app-brake-released');
    for (const id of gone) testApp().supplier.catalogue.restore(id);
    expect(await runNow()).toMatchObject({state: 'done', counts: {restored: many}});
  }, 90_000);

  test('is released item by item: the ticked products go off sale, the others stay through the next run', async () => {
    const {before, gone} = await brake();
    await openAt('/decisions');
    await button('Show the products (52)').click();
    await app().getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await seen('Off sale: The supplier no longer offers it for single-piece purchase.');
    await expectFits(page(), frameOfApp(page()), 'whole-app-brake-items');
    await button('Take these 50 off sale, keep the rest').click();
    await app().locator('s-modal').getByRole('button', {name: 'Take them off sale'}).last().click();
    await seen(/The rest stays as it is, and waits for you\.$/);
    await seen('50 taken off sale.');
    const rest = gone.slice(50);
    expect(idsOnSale()).toEqual(before.filter((id) => !gone.includes(id) || rest.includes(id)));
    // Two of so many would go without asking.
    expect(await runNow()).toMatchObject({state: 'partial', counts: {retired: 0}});
    await openAt('/decisions');
    await seen('You released others and kept these 2 products back: they stay as they are until you decide.');
    expect(idsOnSale()).toEqual(expect.arrayContaining(rest));
    for (const id of gone) testApp().supplier.catalogue.restore(id);
    expect(await runNow()).toMatchObject({state: 'done', counts: {restored: 50}});
  }, 90_000);

  test('is discarded with one click: its products stay on sale, also with the next run', async () => {
    const {before, gone} = await brake();
    await openAt('/decisions');
    await button('Show the products (52)').click();
    await app().getByRole('link', {name: /./}).first().waitFor();
    await button('Keep them on sale').click();
    await seen('They stay on sale.');
    await app()
      .getByText(/^An update stopped before it took/)
      .waitFor({state: 'detached'});
    expect(await runNow()).toMatchObject({state: 'done', counts: {retired: 0}});
    expect(idsOnSale()).toEqual(before);
    for (const id of gone) testApp().supplier.catalogue.restore(id);
    // Listed again, they are looked at as ever from then on.
    await runNow();
  }, 90_000);

  test('that another tab has decided says so, and is not decided twice', async () => {
    const {before, gone} = await brake();
    await openAt('/decisions');
    await button('Keep them on sale').waitFor();
    const {id = ''} =
      (await testApp().deps.db.selectFrom('brakes').select('id').where('state', '=', 'held').execute())[0] ?? {};
    const {shopify, shop, url} = testApp();
    const answer = await fetch(`${url}/api/brakes/${id}/release`, {
      method: 'POST',
      headers: {authorization: `Bearer ${shopify.sessionToken(shop)}`},
    });
    expect(answer.status).toBe(200);
    await testApp().merchant.lastRun();
    await button('Keep them on sale').click();
    await app().getByText('This was released already, or a later update found it over.').first().waitFor();
    expect(complaints().join()).toMatch(/409/);
    expect(idsOnSale()).toEqual(before.filter((one) => !gone.includes(one)));
  }, 90_000);
});
