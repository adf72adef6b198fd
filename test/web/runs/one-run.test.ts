// The page of one run: its changes by kind and field, as a file, and its undo with the preview before.
import {readFile} from 'node:fs/promises';
import {describe, expect, test} from 'vitest';
import {aRun} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aChange, anUndo, anUndoPreview, aPreviewRun, someChanges} from './run-answers.ts';

describe.runIf(browserRuns)(suiteName('the page of an update'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const open = (answers: Parameters<typeof openAt>[1] = {}) =>
    openAt('/runs/run-1', {runs: [aRun()], changes: someChanges(), ...answers});
  const rows = (app: Awaited<ReturnType<typeof open>>) => app.locator('s-table-row');

  test('its changes are read by kind and field, in the merchant’s words', async () => {
    const app = await open();
    await seen(app, 'The supplier’s price went from €36.83 to €41.00.');
    expect(await rows(app).count()).toBe(3);
    await seen(app, '€79.90');
    expect((await app.getByText('Description', {exact: true}).first().boundingBox())?.height).toBeLessThan(24);
    await app.getByLabel('Kind').selectOption({label: 'Taken off sale (1)'});
    await expect.poll(() => rows(app).count()).toBe(1);
    await seen(app, 'Draft');
    await app.getByLabel('Kind').selectOption({label: 'All'});
    await app.getByLabel('Field').selectOption({label: 'Description (1)'});
    await expect.poll(() => rows(app).count()).toBe(1);
    await seen(app, 'Soft leather, lined.');
  });

  test('on a phone a change without a value before has no line for one', async () => {
    const change = aChange({kind: 'create', field: 'cost', before: null, after: '28.98'});
    const app = await openAt('/runs/run-1', {runs: [aRun()], changes: [change]}, phone);
    await seen(app, '€28.98');
    // Article, change, after and why.
    expect(await rows(app).first().locator('s-table-cell').filter({visible: true}).count()).toBe(4);
    await testPage.expectFits('run-created');
  });

  test('the state of a listing is named as Products names it', async () => {
    const app = await open({changes: [aChange({kind: 'hold', field: 'state', before: 'active', after: 'held'})]});
    expect(await rows(app).first().textContent()).toMatch(/State in Piecewise.*In your store.*Not on sale/);
    expect(await rows(app).first().textContent()).not.toMatch(/\bheld\b/);
  });

  test('a long list comes in pages', async () => {
    const many = Array.from({length: 8}, (_, index) => aChange({id: index + 1, name: `Bag ${index + 1}`}));
    const app = await open({changes: many});
    await seen(app, 'Bag 5');
    expect(await app.getByText('Bag 6').count()).toBe(0);
    await app.getByRole('button', {name: 'Next'}).click();
    await seen(app, 'Bag 8');
  });

  test('the file has what the filter shows', async () => {
    const app = await open();
    await app.getByLabel('Field').selectOption({label: 'Status (1)'});
    const download = testPage.page.waitForEvent('download');
    await app.getByRole('button', {name: 'Save as CSV'}).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('run-2026-11-20.csv');
    expect(await readFile(await file.path(), 'utf8')).toBe('article,field\r\n100020,status\r\n');
  });

  test('an undo shows first what is set back, what stays and what is gone; then it is followed on its own page', async () => {
    const undone = anUndo();
    const app = await open({
      undoPreview: anUndoPreview(),
      undoRun: () => {
        testPage.server.answers.runs = [
          undone,
          aRun({undo: {id: 'run-9', state: 'done', startedAt: undone.startedAt}}),
        ];
        return undone;
      },
    });
    expect(await app.getByRole('button', {name: 'Undo this update'}).count()).toBe(0);
    await app.getByRole('button', {name: 'See what an undo does'}).click();
    await seen(app, '42 products would be set back.');
    await seen(app, 'Price: 41 · Status: 1');
    await seen(app, /^2 values: You changed it since the update\. Your value stays\. Wool coat \(Price\) …$/);
    await seen(app, /^1 value: The product is no longer in your store\. Silk scarf \(Price\)$/);
    await seen(app, '4 products lose money');
    await seen(
      app,
      'After the undo one piece costs more than it earns in a zone your store sells to: Leather shoulder bag (€71.89, at least €80.40 is needed), 100020 (€29.90, at least €34.10 is needed) …',
    );
    await seen(app, 'For 2 products it is not known whether the price covers the cost.');
    await seen(app, 'They are on sale again although the supplier no longer offers them.');
    expect(await app.locator(':focus').getAttribute('aria-label')).toBe('What an undo does');
    expect(testPage.server.clicked).toEqual([]);
    await app.getByRole('button', {name: 'Undo this update'}).click();
    await seen(app, '2 products set back, 1 left as it is.');
    expect(testPage.server.clicked).toEqual([{path: '/runs/run-1/undo', body: {previewId: 'sealed'}}]);
    expect(new URL(testPage.page.url()).pathname).toBe('/admin/sandbox/runs/run-9');
    await app.getByRole('link', {name: 'Open the update that is undone'}).click();
    await seen(app, /^This update was undone on 20 Nov.* It cannot be undone a second time/);
    expect(await app.getByRole('button', {name: 'See what an undo does'}).count()).toBe(0);
  });

  test('an update that was done and changed nothing has nothing to undo', async () => {
    const counts = {...aRun().counts, created: 0, updated: 0, held: 0};
    const app = await openAt('/runs/run-1', {runs: [aRun({counts})]});
    await seen(app, 'Nothing changed.');
    expect(await app.getByRole('button', {name: 'See what an undo does'}).count()).toBe(0);
  });

  test('an undo says how many products keep what it set back, and leads to them; one that left none says nothing', async () => {
    const app = await openAt('/runs/run-9', {runs: [anUndo({setBack: 2})], setBack: ['A-101', 'A-103']});
    await seen(app, /^2 products keep what this undo set back\./);
    await testPage.expectFits('undo-kept');
    await app.getByRole('link', {name: 'Show them in Products'}).click();
    await seen(app, 'Silk scarf');
    const other = await openAt('/runs/run-10', {runs: [anUndo({id: 'run-10'})]});
    await seen(other, '2 products set back, 1 left as it is.');
    expect(await other.getByText('Set back and kept').count()).toBe(0);
  });

  test('a refusal is said, before and after the click', async () => {
    const refusal =
      'Nothing of this update can be taken back: of no field is an earlier value known, and variants stay as it left them.';
    const app = await open({undoPreview: anUndoPreview({refusal, products: 0})});
    await app.getByRole('button', {name: 'See what an undo does'}).click();
    await seen(app, refusal);
    expect(await app.getByRole('button', {name: 'Undo this update'}).count()).toBe(0);
    await app.getByRole('button', {name: 'Close'}).click();
    testPage.server.answers.undoPreview = anUndoPreview();
    testPage.server.answers.undoRun = () => ({error: {code: 'undone', message: 'This update was undone already.'}});
    await app.getByRole('button', {name: 'See what an undo does'}).click();
    testPage.expectComplaint(/422/);
    await app.getByRole('button', {name: 'Undo this update'}).click();
    await app.getByRole('alert').filter({hasText: 'This update was undone already.'}).waitFor();
  });

  test('one that Shopify refused in part can be tried again', async () => {
    const undo = {id: 'run-9', state: 'partial', startedAt: '2026-11-20T09:00:00.000Z'} as const;
    const app = await open({runs: [aRun({undo})]});
    await seen(
      app,
      /^This update was undone on 20 Nov.*, but not all of it\. What Shopify refused can be tried again\.$/,
    );
    await app.getByRole('button', {name: 'See what is left to undo'}).click();
    await seen(app, '42 products would be set back.');
  });

  test('one that was stopped can be asked for again, one that waits or is going on cannot', async () => {
    const undo = (state: 'stopped' | 'queued') => ({id: 'run-9', state, startedAt: '2026-11-20T09:00:00.000Z'});
    const app = await open({runs: [aRun({undo: undo('stopped')})]});
    await seen(app, 'An undo of this update did not come to its end.');
    await app.getByRole('button', {name: 'See what is left to undo'}).waitFor();
    testPage.server.answers.runs = [aRun({undo: undo('queued')})];
    await testPage.page.reload();
    await seen(app, 'This update will be undone when the update that is going on has ended.');
    expect(await app.getByRole('button', {name: 'See what is left to undo'}).count()).toBe(0);
  });

  test('a preview says that it changed nothing, and offers no undo', async () => {
    const app = await openAt('/runs/run-3', {runs: [aPreviewRun()], changes: someChanges()});
    await seen(app, 'Nothing in your store was changed by it.');
    await seen(app, 'What an update would change');
    expect(await app.getByRole('heading', {name: 'Undo'}).count()).toBe(0);
  });

  test('a field that an undo set back is given back with one button; what stayed has none', async () => {
    const changes = [
      aChange({kind: 'undo', before: '79.90', after: '71.89', why: 'Set back to what it was before the update.'}),
      aChange({id: 2, kind: 'undo', name: 'Wool coat', after: null, applied: false, why: 'You changed it.'}),
    ];
    const app = await openAt('/runs/run-9', {runs: [anUndo()], changes});
    await seen(app, 'Stays');
    await app.getByRole('button', {name: 'Give back: Price of Leather shoulder bag'}).click();
    await seen(app, 'Given back: an update writes it now.');
    expect(testPage.server.clicked.map(({path}) => path)).toEqual(['/articles/100016/fields/price/give-back']);
    expect(await app.getByRole('button', {name: /^Give back/}).count()).toBe(0);
  });

  test('a run that is not there is said, with the way back', async () => {
    testPage.expectComplaint(/404/);
    const app = await openAt('/runs/run-77', {runs: [aRun()]});
    await seen(app, 'There is no such update.');
  });
});
