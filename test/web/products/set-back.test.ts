// What undos set back, as a view of Products: what it is, and the button that gives all of it back.
import {describe, expect, test} from 'vitest';
import {aRunGoingOn} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';

const setBack = ['A-100', 'A-101', 'A-103', 'A-105'];
const given = {path: '/articles/set-back/give-back', body: undefined};

describe.runIf(browserRuns)(suiteName('what undos set back, in Products'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;
  const confirm = async (app: App) =>
    app.locator('s-modal').getByRole('button', {name: 'Give back', exact: true}).click();
  const clicked = () => testPage.server.clicked.map(({path}) => path);

  test('all of it is given back after a question, request by request, and applied at once if the merchant likes', async () => {
    const queued = {...aRunGoingOn(0), state: 'queued' as const};
    const app = await openAt('/products?show=all', {setBack, startRun: () => queued, runs: [queued]}, phone);
    await app.getByRole('button', {name: 'Set back by an undo', exact: true}).click();
    await seen(app, '4 articles.');
    await seen(app, /^An undo set back something of these products/);
    await testPage.expectFits('products-set-back');
    await app.getByRole('button', {name: 'Give back all: 4 products'}).click();
    await seen(
      app,
      /^The next update writes again what the undo set back.* Whatever else you changed in your store stays\.$/,
    );
    await testPage.expectFits('products-set-back-question');
    expect(clicked()).toEqual([]);
    await confirm(app);
    await seen(app, '4 products are given back. Updates write again what the undo set back.');
    expect(await app.locator(':focus').getAttribute('role')).toBe('status');
    await seen(app, 'No product has anything left that an undo set back.');
    expect(clicked()).toEqual([given.path, given.path]);
    expect(await app.getByRole('button', {name: /^Give back all/}).count()).toBe(0);
    await testPage.expectFits('products-set-back-given');
    await app.getByRole('button', {name: 'Apply now', exact: true}).click();
    await app.getByRole('button', {name: 'Apply now', exact: true}).waitFor({state: 'detached'});
  });

  test('on a phone the button of the view that the address names is in sight', async () => {
    const app = await openAt('/products?show=set-back', {setBack}, phone);
    const box = async () =>
      (await app.getByRole('button', {name: 'Set back by an undo', exact: true}).boundingBox()) ?? {x: -1, width: 0};
    await expect.poll(async () => (await box()).x).toBeGreaterThan(0);
    await expect.poll(async () => (await box()).x + (await box()).width).toBeLessThan(phone);
  });

  test('however the list is filtered, the button says how many all are', async () => {
    const app = await openAt('/products?show=set-back&search=silk', {setBack});
    await seen(app, '1 article.');
    await app.getByRole('button', {name: 'Give back all: 4 products'}).waitFor();
  });

  test('a refusal is said, and what was given back before it too', async () => {
    testPage.expectComplaint(/status of 409/);
    const app = await openAt('/products?show=set-back', {setBack, refusedProducts: 'Try again in a minute.'});
    await app.getByRole('button', {name: 'Give back all: 4 products'}).click();
    await confirm(app);
    await seen(app, 'Try again in a minute.');
    delete testPage.server.answers.refusedProducts;
    await testPage.page.route(/set-back\/give-back/, async (route) => {
      if (clicked().length > 1) testPage.server.answers.refusedProducts = 'Try again in a minute.';
      await route.continue();
    });
    await app.getByRole('button', {name: 'Give back all: 4 products'}).click();
    await confirm(app);
    await seen(app, '3 products are given back. The others are not: Try again in a minute.');
    await app.getByRole('button', {name: 'Give back all: 1 product'}).waitFor();
    await testPage.page.unroute(/set-back\/give-back/);
  });

  test('where nothing is left there is no button', async () => {
    const app = await openAt('/products?show=set-back');
    await seen(app, 'No product has anything left that an undo set back.');
    expect(await app.getByRole('button', {name: /^Give back all/}).count()).toBe(0);
  });
});
