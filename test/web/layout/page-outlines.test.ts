// What a page shows before its script has run, and how the page takes its place.
import type {Page} from 'playwright-core';
import {describe, expect, test, vi} from 'vitest';
import {stepTexts} from '../../../web/shared/page/set-up-steps.ts';
import {anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName, widths} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {settingUp} from '../setup/setup-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const pages = [
  {address: '/', title: 'Piecewise', sentence: /^Store orders with articles/, loaded: 'On sale'},
  {address: '/orders', title: 'Orders', sentence: /^One for each line/, loaded: '#1042'},
  {address: '/products', title: 'Products', sentence: /^What each article costs you/, loaded: 'Fjordline knit jumper'},
  {address: '/pricing', title: 'Pricing', sentence: /^A price is the cost/, loaded: 'Markup on cost'},
  {address: '/setup', title: 'Set-up', sentence: /^You can stop after any step/, loaded: '6 of 6 steps done'},
  {address: '/rules', title: 'Import rules', sentence: /^An article fits a rule/, loaded: '212 articles are chosen.'},
  {address: '/runs', title: 'Updates', sentence: /^An update reads the whole catalogue/, loaded: 'On schedule'},
  {
    address: '/decisions',
    title: 'To decide',
    sentence: /^Here you decide about products/,
    loaded: 'Costs that changed too much',
  },
  {
    address: '/settings',
    title: 'Settings',
    sentence: /^The nightly update starts within an hour/,
    loaded: 'Nightly update starts at',
  },
];

/** Holds what matches until it is released. */
async function hold(page: Page, matching: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(matching, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

describe.runIf(browserRuns)(suiteName('the outlines of pages'), () => {
  const testPage = useTestPage();
  const {openAt, expectFits, expectComplaint} = testPage;

  for (const {address, title, sentence, loaded} of pages) {
    test(`${address} shows its title and fixed sentences before its script is there`, async () => {
      let release = () => {};
      const app = await openAt(address, {}, phone, async (page) => {
        release = await hold(page, /\/assets\/index-/);
      });
      await seen(app, sentence);
      await testPage.page.getByRole('heading', {name: title, exact: true}).first().waitFor();
      await expectFits(`outline-${title.toLowerCase()}`);
      expect(await app.locator('a, button, input, select, s-button, s-link, s-clickable').count()).toBe(0);
      release();
      await seen(app, loaded);
      expect(await app.getByText(sentence).count()).toBe(1);
      expect(await app.locator('s-page').count()).toBe(1);
      // Sections that load what is in them may still do so.
      await expect.poll(() => app.locator('s-spinner').count()).toBe(0);
    });

    test(`${address} shows an error instead of its outline when its data cannot be loaded`, async () => {
      expectComplaint(/status of 503/);
      const app = await openAt(address, {broken: true});
      await seen(app, 'The database is being moved.');
      expect(await app.locator('s-spinner').count()).toBe(0);
      testPage.server.answers.broken = false;
      await app.getByRole('button', {name: 'Try again'}).first().click();
      await seen(app, loaded);
    });
  }

  test('a page whose script does not come says so, and is shown when it comes after all', async () => {
    let release = () => {};
    const app = await openAt('/', {}, 1280, async (page) => {
      await page.clock.install();
      release = await hold(page, /\/assets\/index-/);
    });
    await seen(app, /^Store orders with articles/);
    await testPage.page.clock.fastForward(21_000);
    await app.getByRole('alert').getByText('This page has not loaded yet.').waitFor();
    expect(await app.locator('s-spinner').count()).toBe(0);
    release();
    await testPage.page.clock.resume();
    await seen(app, 'On sale');
    expect(await app.getByText('This page has not loaded yet.').count()).toBe(0);
  });

  test('the page waits for slow data no longer than a moment: its menu and its title are there before', async () => {
    let release = () => {};
    const app = await openAt('/', {}, 1280, async (page) => {
      release = await hold(page, /\/api\//);
    });
    await testPage.page.getByRole('navigation').getByRole('link', {name: 'Orders', exact: true}).waitFor();
    await seen(app, 'The last 30 days');
    release();
    await seen(app, 'On sale');
  });

  const fonts = [
    ['this font', '0em'],
    ['a wider font', '0.12em'],
  ] as const;
  const inEachFont = widths.flatMap((width) => fonts.map(([font, spacing]) => ({width, font, spacing})));

  test.each(inEachFont)(
    'the steps of set-up stay where they are when what is done of them is known, at $width px in $font',
    async ({width, spacing}) => {
      let release = () => {};
      const app = await openAt('/setup', {overview: anOverview(settingUp())}, width, async (page) => {
        release = await hold(page, /\/api\//);
      });
      const titles = stepTexts.map(({title}) => app.getByText(title, {exact: true}).first());
      // While the page takes the place of its outline, a title may be none of the document's for a moment.
      const places = () =>
        vi.waitFor(async () => {
          const found = await Promise.all(titles.map(async (title) => (await title.boundingBox())?.y));
          expect(found).not.toContain(undefined);
          return found;
        }, 10_000);
      await titles.at(-1)?.waitFor();
      // Not before: the frame may still be the empty one, whose style is lost when the app's document takes its place.
      await app.locator('html').evaluate(`document.documentElement.style.letterSpacing = '${spacing}'`);
      const before = await places();
      release();
      await seen(app, '3 of 6 steps done');
      expect(await places()).toEqual(before.map((y) => expect.closeTo(y ?? Infinity, 0)));
      expect(await app.locator('html').evaluate('document.documentElement.style.letterSpacing')).toBe(spacing);
      if (width === phone) await expectFits(`setup-steps-${spacing}`);
    },
  );

  const setUpEntry = () => testPage.page.getByRole('navigation').getByRole('link', {name: 'Set-up', exact: true});

  test.each(['/orders/order-1', '/'])(
    'while set-up goes on, the menu of %s has its entry with the first page',
    async (address) => {
      let release = () => {};
      const app = await openAt(
        address,
        {overview: anOverview(settingUp()), details: [anOrderDetail()]},
        1280,
        async (page) => {
          release = await hold(page, /\/api\//);
        },
      );
      await setUpEntry().waitFor();
      const before = await testPage.page.getByRole('navigation').getByRole('link').allTextContents();
      release();
      await seen(app, address === '/' ? 'Set up Piecewise' : '#1042');
      expect(await testPage.page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(before);
    },
  );

  test('where it is over, the entry is missing, from the second opening on also before the server answers', async () => {
    let release = () => {};
    const app = await openAt('/');
    await seen(app, 'On sale');
    expect(await setUpEntry().count()).toBe(0);
    release = await hold(testPage.page, /\/api\//);
    await testPage.page.reload();
    await testPage.page.getByRole('navigation').getByRole('link', {name: 'Orders', exact: true}).waitFor();
    expect(await setUpEntry().count()).toBe(0);
    release();
    await seen(app, 'On sale');
    testPage.server.answers.overview = anOverview(settingUp());
    await testPage.page.reload();
    await setUpEntry().waitFor();
  });

  test('the first requests carry the token of the address, so that they wait for no other', async () => {
    const tokens: unknown[] = [];
    let opened = '';
    const app = await openAt('/', {}, 1280, async (page) => {
      page.on('request', (request) => {
        const url = new URL(request.url());
        opened ||= url.searchParams.get('id_token') ?? '';
        if (url.pathname.startsWith('/api/')) tokens.push(request.headers()['authorization']);
      });
    });
    await seen(app, 'On sale');
    expect(opened).not.toBe('');
    expect(tokens.slice(0, 2)).toEqual([`Bearer ${opened}`, `Bearer ${opened}`]);
  });

  test('a token of the address that is no longer accepted is left: the page asks with the one of App Bridge', async () => {
    expectComplaint(/status of 401/);
    let opened = '';
    const app = await openAt('/', {}, 1280, async (page) => {
      page.on('request', (request) => {
        opened ||= new URL(request.url()).searchParams.get('id_token') ?? '';
      });
      await page.route(/\/api\//, async (route) => {
        // A second later App Bridge has a token of its own, which differs.
        const isOld = route.request().headers()['authorization'] === `Bearer ${opened}`;
        await (isOld ? route.fulfill({status: 401, json: {error: {code: 'session_expired'}}}) : route.continue());
      });
    });
    await seen(app, 'On sale');
    expect(await app.getByText('Could not load').count()).toBe(0);
  });
});
