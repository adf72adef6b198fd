// "To decide": every brake, cost, hold, article set aside and failed image is seen and settled by clicking.
import {describe, expect, test} from 'vitest';
import {type DraftCode, draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import {aRun, aRunGoingOn} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aBrake} from '../catalogue-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {nothingToDecide, theApprovals, theDecisions} from './decision-answers.ts';

const following = aRunGoingOn(0);
const done = aRun({id: following.id, counts: {...aRun().counts, created: 0, held: 0, updated: 0, retired: 52}});

/** Where the button of each reason to hold back an article leads to. A cost that moved has its button on the page itself. */
const settledOn: Readonly<
  Record<Exclude<DraftCode, 'cost_moved'>, readonly [button: string, path: string, title: string]>
> = {
  price_invalid: ['Open on Products', '/products?show=held&reason=price_invalid', 'Products'],
  below_cost: ['Open Pricing', '/pricing', 'Pricing'],
  below_floor: ['Open Pricing', '/pricing', 'Pricing'],
  no_rate: ['Open Pricing', '/pricing', 'Pricing'],
  vat_missing: ['Open Pricing', '/pricing', 'Pricing'],
  on_request: ['Open Settings', '/settings#prices-on-request', 'Settings'],
  no_stock_answer: ['Open on Products', '/products?show=held&reason=no_stock_answer', 'Products'],
  variants_gone: ['Open on Products', '/products?show=held&reason=variants_gone', 'Products'],
  variants_impossible: ['Open on Products', '/products?show=held&reason=variants_impossible', 'Products'],
  maybe_in_store: ['Open Home', '/', 'Piecewise'],
};

describe.runIf(browserRuns)(suiteName('To decide'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const open = (answers: Parameters<typeof openAt>[1] = {}) => openAt('/decisions', answers);

  test.each([
    ['Take them off sale', 'release'],
    ['Keep them on sale', 'discard'],
  ] as const)('a brake of 52 is settled by “%s”, and the run it starts is followed there', async (button, decision) => {
    const app = await open({
      runs: [following],
      decideBrake: () => {
        testPage.server.answers.approvals = nothingToDecide();
        return {
          brake: aBrake({state: decision === 'release' ? 'released' : 'discarded'}),
          run: decision === 'release' ? following : null,
        };
      },
    });
    await seen(app, /^An update stopped before it took 52 products off sale/);
    await app.getByRole('button', {name: button}).first().click();
    if (decision === 'release') await app.locator('s-modal').getByRole('button', {name: button}).click();
    const outcome = app.locator(':focus');
    await seen(app, decision === 'release' ? /^They are taken off sale\./ : 'They stay on sale.');
    expect(await outcome.getAttribute('role')).toBe('status');
    expect(testPage.server.decided.map((one) => one.decision)).toEqual([decision]);
    if (decision === 'discard') return;
    await app.getByRole('button', {name: 'Pause', exact: true}).waitFor();
    testPage.server.answers.runs = [done];
    await seen(app, '52 taken off sale.');
    await app.getByRole('link', {name: 'Open the update'}).first().waitFor();
  });

  test('all products of a brake are shown, page by page', async () => {
    const app = await open({approvals: theApprovals({brakes: [aBrake({kind: 'cost', articles: 7})]})});
    await app.getByRole('button', {name: 'Show the products (7)'}).click();
    await seen(app, 'B-5');
    await seen(app, '€60.00');
    expect(await app.getByText('Bag 6').count()).toBe(0);
    await app.getByRole('button', {name: 'Next'}).first().click();
    await seen(app, 'B-7');
  });

  test('costs are used together; one that changed since stays, with its reason', async () => {
    const refusedCosts = {'A-2': 'The supplier asks another price by now. Look at that one first.'};
    const app = await open({refusedCosts, runs: [following], decidedRun: following});
    await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await app.getByRole('button', {name: 'Use the new cost: 2 products'}).click();
    await seen(app, '1 new cost is used.');
    await seen(app, 'Not done: The supplier asks another price by now. Look at that one first.');
    const costs = [
      {articleId: 'A-1', cost: 6_100},
      {articleId: 'A-2', cost: 14_000},
    ];
    expect(testPage.server.clicked).toEqual([{path: '/approvals/costs', body: {costs}}]);
    expect(await app.getByRole('checkbox', {name: 'Choose A-3'}).isDisabled()).toBe(true);
  });

  test('each reason to hold back says what settles it, and which articles they are', async () => {
    const app = await open();
    await seen(app, 'Price below cost: 2');
    await app.getByRole('button', {name: 'Show them: Price below cost'}).click();
    await seen(app, 'H-1');
    await seen(app, 'The price of €10.00 is below the cost.');
    await app.getByRole('link', {name: 'Open Home'}).click();
    await seen(app, 'On sale');
  });

  test('what was set aside is tried again, one by one or together, and so are images', async () => {
    const app = await open({runs: [following], decidedRun: following, answerClick: () => ({run: following})});
    await seen(app, /^An update could not read these articles, or could not make or change their products\./);
    await seen(app, /not tried any more/);
    await app.getByRole('button', {name: 'Try again: Velvet dress'}).click();
    await seen(app, '1 article is tried again.');
    await app.getByRole('button', {name: 'Try all on this page again'}).click();
    await seen(app, '2 articles are tried again.');
    await seen(app, 'The file is too large. Linen shirt and Wool scarf');
    await app.getByRole('button', {name: 'Try them again'}).click();
    await seen(app, 'The images are tried again.');
    expect(testPage.server.clicked.map(({path, body}) => [path, body])).toEqual([
      ['/quarantine/retry', {articleIds: ['Q-1']}],
      ['/quarantine/retry', {articleIds: ['Q-1', 'Q-2']}],
      ['/images/failed/retry', undefined],
    ]);
  });

  test('options that the supplier overrules are shown beside its own, and removed one by one or together', async () => {
    const notRemoved = {'O-2': 'These options were saved elsewhere after you opened them.'};
    const app = await open({notRemoved});
    const row = app.locator('s-table-row').filter({hasText: 'Wrap skirt'});
    await row.getByText('Blue · S, M', {exact: true}).waitFor();
    await row.getByText('navy · 36, 38', {exact: true}).waitFor();
    await app.getByRole('button', {name: 'Remove yours: Wrap skirt'}).click();
    await seen(app, 'Removed your options of 1 article.');
    await app.getByRole('button', {name: 'Remove all on this page: 2 articles'}).click();
    await seen(app, /^The colours and sizes of yours that this page shows are removed\./);
    expect(testPage.server.clicked).toHaveLength(1);
    await testPage.expectFits('decisions-remove-all');
    await app.locator('s-modal').getByRole('button', {name: 'Remove them'}).click();
    await seen(
      app,
      'Removed your options of 1 article. O-2: These options were saved elsewhere after you opened them.',
    );
    const [one, two] = [
      {articleId: 'O-1', version: 'one', lists: ['colours', 'sizes']},
      {articleId: 'O-2', version: 'two', lists: ['sizes']},
    ];
    expect(testPage.server.clicked).toEqual([
      {path: '/options/overruled/remove', body: {articles: [one]}},
      {path: '/options/overruled/remove', body: {articles: [one, two]}},
    ]);
    await app.getByRole('link', {name: 'Open Wrap skirt'}).click();
    await expect.poll(() => new URL(testPage.page.url()).pathname).toBe('/admin/sandbox/products/O-1');
  });

  test('the page before is shown when all options of the last page are removed', async () => {
    const [one] = theDecisions().overruled;
    if (one === undefined) throw new Error('there is none');
    const overruled = Array.from({length: 6}, (_, at) => ({...one, articleId: `O-${at + 1}`, name: `Skirt ${at + 1}`}));
    const app = await open({overruled, approvals: theApprovals({...nothingToDecide(), overruledOptions: 6})});
    await seen(app, 'Skirt 1');
    await app.getByRole('button', {name: 'Next'}).click();
    await seen(app, 'Skirt 6');
    testPage.server.answers.overruled = overruled.slice(0, 5);
    await app.getByRole('button', {name: 'Remove all on this page: 1 article'}).click();
    await app.locator('s-modal').getByRole('button', {name: 'Remove them'}).click();
    await seen(app, 'Skirt 1');
    await app.getByRole('button', {name: 'Remove all on this page: 5 articles'}).waitFor();
  });

  test('nothing to decide is said, and fits', async () => {
    const app = await openAt('/decisions', {approvals: nothingToDecide()}, phone);
    await seen(app, 'Nothing of the catalogue waits for your decision.');
    await testPage.expectFits('decisions-none');
  });

  test('orders that wait for a decision are named, and open in their list', async () => {
    const app = await openAt('/decisions', {approvals: nothingToDecide()});
    await seen(app, '1 dropship order needs you.');
    await app.getByRole('link', {name: 'Open these orders'}).click();
    await app.getByRole('heading', {name: 'Orders'}).first().waitFor();
  });

  test.each(Object.entries(settledOn))(
    'articles not on sale for %s have a button that opens the page to settle it',
    async (code, [button, path, title]) => {
      const app = await open({approvals: theApprovals({...nothingToDecide(), held: [{code, count: 1}]})});
      const link = app.getByRole('link', {name: new RegExp(`^${button}: `)});
      expect(await link.getAttribute('href')).toBe(path);
      await link.click();
      const opened = () => {
        const {pathname, search} = new URL(testPage.page.url());
        return `${pathname.replace('/admin/sandbox', '') || '/'}${search}`;
      };
      await expect.poll(opened).toBe(path.replace(/#.*$/, ''));
      await testPage.page.getByRole('heading', {name: title, exact: true}).first().waitFor();
    },
  );

  test('every reason to hold back an article leads to a page that settles it, and each article to its own', async () => {
    const held = draftCodes.filter((code) => code !== 'cost_moved').map((code) => ({code, count: 1}));
    const app = await open({approvals: theApprovals({held})});
    await seen(app, 'Price on request: 1');
    const section = app.locator('s-section').filter({hasText: 'These articles are not on sale.'});
    const links = await section.getByRole('link').all();
    expect(links).toHaveLength(held.length);
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    const routes = ['/pricing', '/settings', '/', '/products'];
    for (const path of paths) expect(routes).toContain(path?.replace(/[?#].*$/, ''));
    await testPage.expectFits('decisions-every-hold');
    const buttons = ['Open on Products', 'Open Pricing', 'Open Settings', 'Open Home'];
    const names = await Promise.all(links.map((link) => link.getAttribute('aria-label')));
    for (const name of names) expect(buttons).toContain(name?.split(': ')[0]);
    await app.getByRole('button', {name: 'Show them: No variant left'}).click();
    await app.getByRole('link', {name: 'Open Linen shirt'}).click();
    await expect.poll(() => new URL(testPage.page.url()).pathname).toBe('/admin/sandbox/products/H-1');
  });
});
