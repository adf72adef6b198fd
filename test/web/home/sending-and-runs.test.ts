// What Home says of the sending of orders and of the nightly run: whether they go on by themselves, and what keeps them from it.
import {describe, expect, test} from 'vitest';
import type {Overview} from '#contract/overview.ts';
import {aConnection, anOverview, noConnection, nothingToPay} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {aPreviewRun} from '../runs/run-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const quiet = {orders: {}, toPay: nothingToPay(), needsYou: 0} satisfies Partial<Overview>;

describe.runIf(browserRuns)(suiteName('sending and updates on Home'), () => {
  const testPage = useTestPage();
  const {open} = testPage;

  test('sending is paused and resumed with one button, and the page says by whom', async () => {
    const paused = {paused: true, by: '42', byYou: true, since: '2026-11-20T09:30:00.000Z'};
    const app = await open({
      overview: anOverview(quiet),
      answerClick: (path) => {
        const sending = path.endsWith('pause') ? paused : anOverview().sending;
        testPage.server.answers.overview = anOverview({...quiet, sending});
        return sending;
      },
    });
    const section = app.locator('s-section').filter({has: app.getByRole('heading', {name: 'Sending orders'})});
    const announced = () => section.getByRole('status').textContent();
    expect(await announced()).toBe('');
    await app.getByRole('button', {name: 'Pause sending'}).click();
    await seen(app, /^Sending has been paused since 20 Nov.*, by you\.$/);
    await expect.poll(announced).toMatch(/^Sending has been paused since/);
    await app.getByRole('button', {name: 'Resume sending'}).click();
    await seen(app, 'Piecewise sends orders to the supplier automatically.');
    await expect.poll(announced).toBe('Piecewise sends orders to the supplier automatically.');
    expect(testPage.server.clicked.map(({path}) => path)).toEqual(['/sending/pause', '/sending/resume']);
  });

  const lostKey = aConnection({dropship: {state: 'rejected', last4: '07ab', answeredAt: null}});
  test.each([
    ['lost access', {needsReauth: true}, 'Piecewise has lost its access to your store', null],
    ['a stop', {stopped: {since: '2026-11-20T22:00:00.000Z', reason: 'frozen'}}, 'Piecewise is stopped', null],
    ['unreadable settings', {settingsUnreadable: 'settings'}, 'your settings cannot be read', null],
    ['a refused key', {connection: lostKey}, 'the supplier does not accept the dropship key', '/settings/connection'],
  ] as const)('%s is named where Home says whether orders are sent, with the way to settle it', async (...row) => {
    const [, facts, said, href] = row;
    const app = await open({overview: anOverview({...quiet, ...facts})});
    const section = app.locator('s-section').filter({hasText: `No order can be sent at the moment: ${said}.`});
    await section.waitFor();
    expect(await app.getByText('Piecewise sends orders to the supplier automatically.').count()).toBe(0);
    const link = section.getByRole('link', {name: /^Open Settings$/});
    expect(await link.count()).toBe(href === null ? 0 : 1);
    if (href !== null) expect(await link.getAttribute('href')).toBe(href);
  });

  test('the next run is named by the store’s own clock, whatever the browser’s, and leads to the runs', async () => {
    const app = await open({
      overview: anOverview({timeZone: 'Asia/Tokyo', nextRunAt: '2026-11-20T19:00:00.000Z'}),
    });
    await seen(app, 'The next nightly update starts 21 Nov, 04:00, your store’s local time.');
    await seen(app, /^Whole catalogue, 20 Nov/);
    await seen(app, '3 created, 41 updated, 2 not on sale.');
    await app.getByRole('link', {name: 'See the updates'}).click();
    await seen(app, 'On schedule');
  });

  test('a preview as the last run never looks like a run', async () => {
    const app = await open({overview: anOverview({lastRun: aPreviewRun()})});
    await seen(app, /^Preview, 19 Nov/);
    await seen(app, 'Would be: 3 created, 41 updated, 2 not on sale.');
  });

  test.each([
    ['both keys', {connection: noConnection()}, 'the catalogue key is missing and the dropship key is missing'],
    ['one key', {connection: lostKey}, 'the supplier does not accept the dropship key'],
    ['the settings', {settingsUnreadable: 'settings'}, 'your settings cannot be read'],
    ['lost access', {needsReauth: true}, 'Piecewise has lost its access to your store'],
  ] as const)('where no run starts, only what stops it is named: %s', async (_case, facts, why) => {
    const app = await open({overview: anOverview({...quiet, ...facts, nextRunAt: null})});
    await seen(app, `No update starts by itself at the moment: ${why}.`);
    expect(await app.getByText('The next nightly update starts').count()).toBe(0);
  });
});
