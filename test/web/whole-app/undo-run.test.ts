// A run is looked at and undone by clicking: the real page, server, workers and both stand-ins.
import {describe, expect, test} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useCatalogueApp} from './catalogue-app.ts';

describe.runIf(browserRuns)(suiteName('an update that is undone by clicking'), () => {
  const {testApp, page, app, seen, openAt} = useCatalogueApp(20);

  const prices = () =>
    new Map(
      testApp()
        .store.products()
        .map(({articleId, variants}) => [articleId ?? '', variants[0]?.price]),
    );
  const moveCosts = (factor: number) => {
    const {catalogue} = testApp().supplier;
    const moved = catalogue.listed().slice(0, 3);
    for (const {id, cents} of moved) catalogue.setStock(id, {price: Math.round(cents * factor) / 100});
    return moved.map(({id}) => id);
  };
  const newest = async () => (await testApp().merchant.runs()).runs[0]?.id;
  const runNow = async () => {
    const known = await newest();
    await openAt('/runs');
    await app().getByRole('button', {name: 'Start an update'}).click();
    await expect.poll(newest, {timeout: 15_000}).not.toBe(known);
    return testApp().merchant.lastRun();
  };

  test('the preview says what is set back and what stays; what was edited since stays; the next run leaves it all', async () => {
    const before = prices();
    const ids = moveCosts(1.1).filter((id) => before.has(id));
    const run = await runNow();
    expect(run.counts.updated).toBe(ids.length);
    const [edited = ''] = ids;
    const product = testApp()
      .store.products()
      .find(({articleId}) => articleId === edited);
    for (const {id} of product?.variants ?? []) testApp().store.editVariant(id, {price: '199.00'});
    // What the weekly comparison of all products does: announced products may wait ten minutes.
    const shop = ShopDomain.parse(testApp().shop);
    await testApp().deps.queues.enqueue('sync', {shop, kind: 'edits', trigger: 'schedule'});
    const edits = () => testApp().deps.db.selectFrom('listings').select('edits').execute();
    await expect.poll(async () => (await edits()).some((row) => 'price' in row.edits), {timeout: 15_000}).toBe(true);

    await openAt('/runs');
    await app()
      .getByRole('link', {name: /^Open: Whole catalogue/})
      .first()
      .click();
    await seen('What changed');
    await app().getByRole('button', {name: 'See what an undo does'}).click();
    // Of the edited product only the cost is the run's, and that stays.
    const back = ids.length - 1;
    await seen(new RegExp(`^${back} products? would be set back\\.$`));
    await seen(/^1 value: You changed it since the update\. Your value stays\./);
    await expectFits(page(), frameOfApp(page()), 'undo-preview');
    await app().getByRole('button', {name: 'Undo this update'}).click();
    await seen(new RegExp(`^${back} products? set back, 1 left as it is\\.$`));
    await seen('Stays');
    await expectFits(page(), frameOfApp(page()), 'undo-done');
    for (const id of ids) expect(prices().get(id)).toBe(id === edited ? '199.00' : before.get(id));

    await app().getByRole('link', {name: 'Open the update that is undone'}).click();
    await seen(/It cannot be undone a second time/);
    await runNow();
    for (const id of ids) expect(prices().get(id)).toBe(id === edited ? '199.00' : before.get(id));
  }, 90_000);

  test('a field given back follows the supplier again', async () => {
    const undone = prices();
    await openAt('/runs?kind=undos');
    await app()
      .getByRole('link', {name: /^Open: Undo/})
      .click();
    await app()
      .getByRole('button', {name: /^Give back: Price/})
      .first()
      .click();
    await seen('Given back: an update writes it now.');
    const changed = () => [...prices()].filter(([id, price]) => undone.get(id) !== price);
    await expect.poll(() => changed().length, {timeout: 30_000}).toBe(1);
  }, 60_000);

  test('the rest is found from the undo among the products, and given back together', async () => {
    const kept = prices();
    await openAt('/runs?kind=undos');
    await app()
      .getByRole('link', {name: /^Open: Undo/})
      .click();
    await seen(/^1 product keeps what this undo set back\./);
    await app().getByRole('link', {name: 'Show them in Products'}).click();
    await app().getByRole('button', {name: 'Give back all: 1 product'}).click();
    await app().locator('s-modal').getByRole('button', {name: 'Give back', exact: true}).click();
    await seen('1 product is given back. Updates write again what the undo set back.');
    await expectFits(page(), frameOfApp(page()), 'undo-given-back');
    await runNow();
    const changed = () => [...prices()].filter(([id, price]) => kept.get(id) !== price);
    await expect.poll(() => changed().length, {timeout: 30_000}).toBe(1);
    expect([...prices().values()].filter((price) => price === '199.00')).toHaveLength(1);
  }, 60_000);
});
