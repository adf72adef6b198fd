// What Home says of the first steps and of the next run, and the list its figure of shipments opens.
import {describe, expect, test} from 'vitest';
import {aDropshipOrder, anOverview, aRun, aRunGoingOn, noConnection, nothingToPay} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aSetUp, settingUp} from '../setup/setup-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('the first steps on Home'), () => {
  const testPage = useTestPage();
  const {open} = testPage;

  test('are a card that leads to set-up at its next step, until everything is in the store; then it is said once', async () => {
    const app = await open({
      overview: anOverview({
        lastRun: aRunGoingOn(600),
        ...settingUp({pricesSaved: true, everythingAsked: true}),
      }),
    });
    await seen(app, '5 of 6 steps done');
    await seen(app, 'Next: Put everything into the store');
    testPage.server.answers.overview = anOverview({
      lastRun: aRun(),
      setUp: aSetUp({pricesSaved: true, everythingAsked: true}),
      unanswered: {...anOverview().unanswered, sizes: 5},
    });
    await app.getByText('Set up Piecewise').waitFor({state: 'detached'});
    await seen(app, 'All set up');
    await seen(app, /^What you chose is in your store, but for 12 articles that are not on sale\./);
    await app.getByRole('link', {name: 'See why they are not on sale'}).waitFor();
    await seen(app, /5 articles have no stated size yet: an order of one waits for your answer\.$/);
    await app.getByRole('link', {name: 'Answer for the sizes'}).waitFor();
    testPage.server.answers.overview = anOverview();
    await app.getByRole('button', {name: 'Close'}).click();
    await app.getByText('All set up').waitFor({state: 'detached'});
    expect(testPage.server.clicked).toMatchObject([{path: '/set-up/close'}]);
    expect(await testPage.page.getByRole('navigation').getByRole('link', {name: 'Set-up'}).count()).toBe(0);
  });

  test.each([
    [
      'without keys',
      {connection: noConnection()},
      'Enter your keys again, and the next update looks after them.',
      'Enter your keys',
      '/settings/connection',
    ],
    ['with keys', {}, 'start it now, or wait for the night', 'Open Updates', '/runs'],
  ] as const)(
    'after a reinstall name the step by which products are looked after again, %s',
    async (_keys, has, words, link, to) => {
      const setUp = aSetUp({pricesSaved: true, everythingAsked: true});
      const app = await open({overview: anOverview({lastRun: aRun(), setUp, stayedOnSale: 127, ...has})}, phone);
      await seen(app, '127 products of Piecewise stayed on sale');
      await seen(app, words);
      expect(await app.getByRole('link', {name: link}).first().getAttribute('href')).toContain(to);
      expect(await app.getByText('All set up').count()).toBe(0);
      await testPage.expectFits(`home-reinstalled-${link === 'Open Updates' ? 'keys' : 'no-keys'}-phone`);
    },
  );

  test('say nothing of “All set up” while a key is missing: no update runs', async () => {
    const setUp = aSetUp({pricesSaved: true, everythingAsked: true});
    const app = await open({overview: anOverview({lastRun: aRun(), setUp, connection: noConnection()})});
    await seen(app, 'Next for you');
    expect(await app.getByText('All set up').count()).toBe(0);
  });

  test('while the store is leaving, a card says that where a page speaks of the next update, there is none', async () => {
    const app = await open({overview: anOverview({lastRun: aRun(), isLeaving: true, nextRunAt: null})});
    await seen(app, /where a page speaks of the next update, there is none before you use Piecewise again\./);
    await testPage.expectFits('home-leaving');
  });

  test('stand above all else in a new store, and “Next for you” does not repeat that the keys are missing', async () => {
    const app = await open({
      overview: anOverview({
        connection: noConnection(),
        listings: {active: 0, drafts: 0, ownDrafts: 0, held: 0, retired: 0, quarantined: 0},
        chosen: false,
        lastRun: null,
        ...settingUp(),
        orders: {},
        needsYou: 0,
        toPay: nothingToPay(),
        unserved: ['NO'],
        nextRunAt: null,
      }),
    });
    await seen(app, 'Your store sells to 1 country the supplier does not deliver to');
    expect((await app.getByRole('heading', {level: 2}).allTextContents()).slice(0, 2)).toEqual([
      'Set up Piecewise',
      'Next for you',
    ]);
    expect(await app.getByText('Connect your two keys').count()).toBe(0);
    await app.getByRole('link', {name: 'Continue set-up'}).click();
    await app.getByLabel('Catalogue key').waitFor();
    await testPage.followMenu('Set-up');
  });

  test('do not come back when a key is disconnected later: “Next for you” says first that it is missing', async () => {
    const app = await open({
      overview: anOverview({connection: noConnection(), lastRun: aRun(), unserved: ['NO']}),
    });
    const row = app.getByRole('listitem').first();
    await row.getByText('Connect your two keys').waitFor();
    expect(await app.getByText('Set up Piecewise').count()).toBe(0);
    await row.getByRole('link', {name: 'Connect the keys'}).click();
    await app.getByLabel('Catalogue key').waitFor();
  });

  test('the next run is told in a zone this browser knows', async () => {
    const app = await open({overview: anOverview({timeZone: 'Mars/Olympus'})});
    await seen(
      app,
      /The next nightly update starts 21 Nov.*, 03:00, UTC \(this browser does not know .*Mars\/Olympus\)\./,
    );
  });

  test('the number of shipments opens the orders it counts, under a name of their own', async () => {
    const shipped = (number: number, since: Date) =>
      aDropshipOrder({id: `order-${number}`, orderName: `#${number}`, state: 'shipped', since: since.toISOString()});
    const now = Date.now();
    const app = await open({
      orders: [shipped(2, new Date(now - 3_600_000)), shipped(1, new Date(now - 31 * 24 * 3_600_000))],
    });
    await app.getByRole('link', {name: /^Shipped/}).click();
    await seen(app, '#2');
    expect(await app.getByText('#1', {exact: true}).count()).toBe(0);
    await app.getByRole('button', {name: 'Shipped in 30 days', pressed: true}).waitFor();
  });
});
