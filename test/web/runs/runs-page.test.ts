// The list of runs: what is going on and how long it takes, what was, and what was only a preview.
import {describe, expect, test} from 'vitest';
import {anOverview, aRun, aRunGoingOn} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anUndo, aPreviewRun} from './run-answers.ts';

const goingOn = (facts: Partial<ReturnType<typeof aRun>> = {}) => ({
  ...aRunGoingOn(1_198),
  step: 'applying',
  progress: {done: 412, total: 1_000, perMinute: 240, leftMs: 147_000},
  ...facts,
});

/** On how many lines the last part of “After a key was connected” stands. */
const linesOfLastWord = `(() => {
  const cells = [...document.querySelectorAll('s-text')];
  const text = cells.find((cell) => cell.textContent === 'After a key was connected').firstChild;
  const range = document.createRange();
  range.setStart(text, text.data.lastIndexOf(' ') + 1);
  range.setEnd(text, text.data.length);
  return range.getClientRects().length;
})()`;

describe.runIf(browserRuns)(suiteName('the list of updates'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const openRunning = (facts: Parameters<typeof goingOn>[0] = {}) =>
    openAt('/runs', {runs: [goingOn(facts), aRun()], overview: anOverview({lastRun: goingOn(facts)})});

  test('progress is what is done of the chosen articles, with the rate and the time left', async () => {
    const app = await openRunning();
    await seen(app, '412 of 1,000 chosen articles done, 240 a minute, about 2 minutes left.');
    await seen(app, 'Writing your products.');
    const bar = app.locator('s-progress[accessibilitylabel="Chosen articles that are done"]');
    expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual(['412', '1000']);
  });

  test('while the catalogue is read there is no bar, since nothing is done yet', async () => {
    const app = await openRunning({step: 'catalogue', progress: null});
    await seen(app, 'Reading the catalogue.');
    await seen(app, '1,198 articles read so far.');
    expect(await app.locator('s-progress').count()).toBe(0);
  });

  test('whoever is leaving starts none, and none is said to start by itself', async () => {
    const app = await openAt('/runs', {runs: [aRun()], overview: anOverview({isLeaving: true})});
    await seen(app, 'No update starts while you are leaving Piecewise.');
    for (const name of ['Start an update', 'Preview an update'])
      expect(await app.getByRole('button', {name, exact: true}).isDisabled()).toBe(true);
    expect(await app.getByText('One starts by itself every night').count()).toBe(0);
    await testPage.expectFits('runs-leaving');
  });

  test('after one that failed, another is started or the connection looked at; after one that was done, neither is urged', async () => {
    const app = await openAt('/runs', {
      runs: [aRun({state: 'failed', reason: 'It did not answer.'}), aRun({id: 'run-0'})],
    });
    const look = app.getByRole('link', {name: 'Look at the connection'});
    await look.waitFor();
    expect(await look.getAttribute('href')).toBe('/settings/connection');
    expect(await app.getByRole('button', {name: 'Start an update'}).isDisabled()).toBe(false);
    testPage.server.answers.runs = [aRun()];
    await testPage.page.reload();
    await app.getByText('Failed').waitFor({state: 'detached'});
    await seen(app, 'Done');
    expect(await look.count()).toBe(0);
  });

  test('who started an update is told in whole words, however long the reason beside it is', async () => {
    const reason = 'Until a rate is set, nothing is created or priced, and products stay as they are. '.repeat(3);
    const app = await openAt('/runs', {runs: [aRun({trigger: 'connected', state: 'partial', reason})]}, 1_280);
    await seen(app, 'After a key was connected');
    expect(await app.locator('html').evaluate(linesOfLastWord)).toBe(1);
  });

  test('an update that failed is started again from its page', async () => {
    const failed = aRun({id: 'run-1', state: 'failed', reason: 'It did not answer.'});
    const next = goingOn({id: 'run-9'});
    const asked: string[] = [];
    const startRun = (kind: string) => {
      asked.push(kind);
      return next;
    };
    const app = await openAt('/runs/run-1', {runs: [next, failed], startRun});
    await app.getByRole('link', {name: 'Look at the connection'}).waitFor();
    await app.getByRole('button', {name: 'Start an update again'}).click();
    await seen(app, /^412 of 1,000/);
    expect(asked).toEqual(['full']);
  });

  test('no time under a minute is named, and none while the rate is not known', async () => {
    const app = await openRunning({progress: {done: 990, total: 1_000, perMinute: 240, leftMs: 2_500}});
    await seen(app, /240 a minute, less than a minute left\.$/);
    testPage.server.answers.runs = [goingOn({progress: {done: 3, total: 1_000, perMinute: null, leftMs: null}})];
    await seen(app, '3 of 1,000 chosen articles done.');
  });

  test('a run is paused, continued and stopped; stopping asks first', async () => {
    const app = await openRunning();
    await app.getByRole('button', {name: 'Pause', exact: true}).click();
    await expect.poll(() => testPage.server.clicked.length).toBe(1);
    testPage.server.answers.runs = [goingOn({step: 'paused', wanted: 'pause'})];
    await app.getByRole('button', {name: 'Continue', exact: true}).click();
    await expect.poll(() => testPage.server.clicked.length).toBe(2);
    await app.getByRole('button', {name: 'Stop', exact: true}).click();
    await seen(app, 'What it has done stays. The next update does the rest.');
    await app.getByRole('button', {name: 'Stop it'}).click();
    await expect.poll(() => testPage.server.clicked.length).toBe(3);
    expect(testPage.server.clicked.map(({path}) => path)).toEqual(
      ['pause', 'resume', 'stop'].map((word) => `/runs/run-2/${word}`),
    );
  });

  test('a stop that was confirmed is sent although the pause before it has no answer yet', async () => {
    const app = await openRunning();
    let answerPause = () => {};
    await testPage.page.route('**/runs/run-2/pause', async (route) => {
      await new Promise<void>((resolve) => (answerPause = resolve));
      await route.continue();
    });
    await app.getByRole('button', {name: 'Pause', exact: true}).click();
    await app.getByRole('button', {name: 'Stop', exact: true}).click();
    await app.getByRole('button', {name: 'Stop it'}).click();
    await expect.poll(() => testPage.server.clicked.map(({path}) => path)).toEqual(['/runs/run-2/stop']);
    answerPause();
  });

  test('stopping an undo says who does the rest', async () => {
    const undo = anUndo({state: 'running', finishedAt: null, startedAt: new Date().toISOString()});
    const app = await openAt('/runs', {runs: [undo]});
    await app.getByRole('button', {name: 'Stop', exact: true}).click();
    await seen(
      app,
      'What it has set back stays. The update that it undoes can be undone again, which sets back the rest.',
    );
  });

  test('an undo that waits for the run that is going on says so', async () => {
    const waiting = anUndo({state: 'queued', finishedAt: null, startedAt: new Date().toISOString()});
    const app = await openAt('/runs', {runs: [waiting, goingOn()]});
    await seen(app, 'It begins in a moment, or when the update that is going on has ended.');
    await seen(app, /^412 of 1,000/);
  });

  test('a preview never looks like a run, and the list is read by kind, also from its address', async () => {
    const app = await openAt('/runs', {runs: [aRun(), aPreviewRun(), anUndo({id: 'run-8'})]});
    await seen(app, 'Would be: 3 created, 41 updated, 2 not on sale.');
    const row = app.locator('s-table-row').filter({hasText: 'Would be'});
    await row.locator('s-badge').filter({hasText: 'Preview'}).waitFor();
    await seen(app, '3 created, 41 updated, 2 not on sale.');
    await app.getByRole('button', {name: 'Undos'}).click();
    await seen(app, '2 products set back, 1 left as it is.');
    // The undo is in the list of all runs too, which stays until the new one is there.
    await expect.poll(() => app.locator('s-table-row').count()).toBe(1);
    await testPage.page.goto(`${testPage.server.adminUrl}/runs?kind=previews`);
    await seen(app, /^Would be/);
    await expect.poll(() => app.locator('s-table-row').count()).toBe(1);
  });

  test('older runs are on further pages, and a row leads to its run', async () => {
    const runs = Array.from({length: 7}, (_, index) =>
      aRun({id: `run-${index + 1}`, counts: {...aRun().counts, created: index + 1}}),
    );
    const app = await openAt('/runs', {runs});
    await seen(app, /^1 created/);
    await app.getByRole('button', {name: 'Next'}).click();
    await seen(app, /^7 created/);
    await app.getByRole('button', {name: 'Previous'}).click();
    await app.locator('s-table-row').first().getByRole('link').click();
    await expect.poll(() => new URL(testPage.page.url()).pathname).toBe('/admin/sandbox/runs/run-1');
    await seen(app, 'What changed');
  });

  test('a preview is started with its own button and followed on its page', async () => {
    const preview = {...goingOn({kind: 'preview', id: 'run-5'})};
    const app = await openAt('/runs', {
      runs: [aRun()],
      startRun: (kind) => {
        testPage.server.answers.runs = [preview, aRun()];
        return kind === 'preview' ? preview : aRun();
      },
    });
    await app.getByRole('button', {name: 'Preview an update'}).click();
    await seen(app, 'Planning the changes.');
    await seen(app, 'Nothing in your store was changed by it.');
    expect(new URL(testPage.page.url()).pathname).toBe('/admin/sandbox/runs/run-5');
  });
});
