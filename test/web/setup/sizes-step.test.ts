// The step of set-up about sizes that the supplier does not state: before anything is chosen, before and after the supplier was asked,
// when it could not be asked, and once all is answered.
import type {FrameLocator} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import type {Unanswered} from '#contract/options/unanswered.ts';
import type {Overview} from '#contract/overview.ts';
import type {Run} from '#contract/runs.ts';
import {aRun} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aSilentCategory} from '../products/unanswered-routes.ts';
import {seen, useTestPage} from '../test-page.ts';
import {chosen, priced} from './setup-answers.ts';

const address = '/setup?step=sizes';
const unread: Unanswered = {chosen: 212, unread: 212, count: 0, categories: []};
const asking: Unanswered = {
  chosen: 212,
  unread: 0,
  count: 59,
  categories: [
    aSilentCategory('Socks', 40),
    {
      category: 'Belts',
      articles: 19,
      texts: [
        {text: '85 - 110', articles: 12},
        {text: 'ask us', articles: 4},
        {text: '', articles: 2},
      ],
      moreTexts: 1,
      several: {articles: 12, example: '85 - 110'},
    },
  ],
};
const answered: Unanswered = {chosen: 212, unread: 0, count: 0, categories: []};
const left = (sizes: number, notRead = 0): Pick<Overview, 'unanswered'> => ({
  unanswered: {sizes, colours: 0, unread: notRead},
});
const preview = (changes: Partial<Run> = {}): Run =>
  aRun({id: 'preview-run', kind: 'preview', trigger: 'merchant', ...changes});

describe.runIf(browserRuns)(suiteName('the step of set-up about sizes that are not stated'), () => {
  const testPage = useTestPage();
  const open = (unanswered: Unanswered, overview: Overview) => testPage.openAt(address, {unanswered, overview}, phone);
  const button = (app: FrameLocator, name: string) => app.getByRole('button', {name, exact: true}).first();

  test('on a phone has both sizes that answer for a category side by side', async () => {
    const app = await open(asking, chosen({}, left(59)));
    const names = ['One size: Socks', 'Another size for Socks'];
    await button(app, names[0] ?? '').waitFor();
    const boxes = await Promise.all(names.map((name) => button(app, name).boundingBox()));
    const tops = boxes.map((box) => box?.y);
    expect(tops).toEqual([expect.any(Number), tops[0]]);
    await testPage.expectFits('setup-sizes-answers');
  });

  test('asks for the colour too, and leads to the articles whose orders would ask for it', async () => {
    const asks = {sizes: 0, colours: 7, unread: 0};
    const app = await open(answered, chosen({}, {unanswered: asks}));
    const link = app.getByRole('link', {name: 'See 7 articles without a colour'});
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('/products?show=no-colour');
    await testPage.expectFits('setup-sizes-colours');
  });

  test('asks to choose articles first while none is chosen', async () => {
    const app = await open({...answered, chosen: 0}, chosen({}, {chosen: false}));
    await seen(app, 'Choose articles first: no article is chosen yet.');
    await testPage.expectFits('setup-sizes-nothing-chosen');
    await app.getByRole('link', {name: 'Choose brands or categories', exact: true}).click();
    await app.getByLabel('Fjordline (95)').waitFor();
  });

  test.each<[string, Partial<Run>, readonly (string | RegExp)[]]>([
    [
      'failed',
      {state: 'failed', reason: 'The supplier does not answer.'},
      ['Failed', 'The supplier does not answer.', /^Ask the supplier first: .* your 212/],
    ],
    [
      'was stopped',
      {state: 'stopped', reason: 'You stopped the update.'},
      ['Stopped', 'You stopped the update.', /^Ask the supplier first: .* your 212/],
    ],
  ])('says that asking the supplier %s, and offers it again', async (_, end, texts) => {
    const app = await open(unread, chosen({}, {lastRun: preview(end), ...left(0, 212)}));
    for (const text of texts) await seen(app, text);
    await button(app, 'Ask the supplier now').waitFor();
    await testPage.expectFits('setup-sizes-asking-ended');
  });

  test('says how many articles could not be read, of those that were asked about', async () => {
    const reason = 'The supplier answered nothing about some articles.';
    const lastRun = preview({state: 'partial', reason});
    const app = await open({...asking, unread: 3}, chosen({}, {lastRun, ...left(59, 3)}));
    await seen(app, reason);
    await seen(app, '3 of your 212 articles could not be read.');
    testPage.server.answers.unanswered = {...asking, chosen: 240, unread: 31};
    await testPage.page.reload();
    await seen(app, 'The supplier was not asked about 31 of your 240 articles yet.');
  });

  test('gives the focus to what an answer led to, and at the end says that nothing is left, also where each order asks', async () => {
    const app = await open(asking, chosen({}, left(59)));
    await seen(app, '59 of 212 chosen articles state no size and have no answer yet: how shall they be ordered?');
    const outcome = () => app.locator('[role=status]:focus').textContent();
    await button(app, 'Look at the proposals').click();
    await button(app, 'Accept').click();
    await expect.poll(outcome).toContain('1 article has the proposed sizes.');
    testPage.server.answers.answerOptions = ({categories = []}) => {
      const rest = testPage.server.answers.unanswered.categories.filter(({category}) => !categories.includes(category));
      const number = rest.reduce((sum, {articles}) => sum + articles, 0);
      testPage.server.answers.unanswered = {...asking, count: number, categories: rest};
      testPage.server.answers.overview = chosen({}, left(number));
      return {left: number};
    };
    for (const category of ['Socks', 'Belts']) {
      await button(app, `Ask each time: ${category}`).click();
      await expect.poll(outcome).toContain(`Each order of ${category} asks you for the size.`);
    }
    await seen(app, 'Nothing is left to answer.');
    await testPage.expectFits('setup-sizes-answered');
  });

  test('shows what the catalogue says, and asks first where one size for all would go against it', async () => {
    const app = await open(asking, chosen({}, left(59)));
    await seen(app, /^In the catalogue: nothing$/);
    await seen(app, 'In the catalogue: “85 - 110” (12), “ask us” (4), nothing (2), and 1 more text');
    await button(app, 'One size for Belts').click();
    const question = app.locator('s-modal').filter({hasText: 'One size for Belts?'});
    await question
      .getByText('The catalogue’s text of 12 articles may name several sizes, such as “85 - 110”.')
      .waitFor();
    await testPage.expectFits('setup-sizes-several');
    await question.getByRole('button', {name: 'Cancel'}).click();
    expect(testPage.server.clicked).toEqual([]);
    await button(app, 'One size for Belts').click();
    await question.getByRole('button', {name: 'Use “one size”'}).click();
    await seen(app, 'Orders of Belts carry the size “one size”.');
    const body = {option: 'sizes', word: 'one size', categories: ['Belts']};
    expect(testPage.server.clicked).toEqual([{path: '/options/answers', body}]);
  });

  test('leads to the articles of a category with their own texts, before it is answered', async () => {
    const app = await open(asking, chosen({}, left(59)));
    const see = 'See the articles: Socks';
    await app.getByRole('link', {name: see}).or(button(app, see)).click();
    await expect.poll(() => new URL(testPage.page.url()).search).toBe('?show=no-size&category=Socks');
  });

  test('keeps what it has when it cannot be loaded again, and says so', async () => {
    testPage.expectComplaint(/status of 503/);
    let isDown = false;
    const answers = {unanswered: asking, overview: chosen({}, left(59))};
    const app = await testPage.openAt(address, answers, phone, async (page) => {
      await page.route('**/api/options/unanswered?*', (route) =>
        isDown ? route.fulfill({status: 503, body: ''}) : route.continue(),
      );
    });
    await seen(app, 'Socks');
    isDown = true;
    await button(app, 'One size: Socks').click();
    await seen(app, 'This may be out of date: the sizes could not be loaded again');
    await seen(app, 'Belts');
  });

  test('does not count articles that were not read: any of them may state a size', async () => {
    const app = await open(unread, {...priced(), ...left(0, 212)});
    await seen(app, 'Answer for unstated sizes (not all read)');
  });

  test('that was skipped is not ticked: its row says how many articles are left', async () => {
    const app = await open(asking, {...priced(), ...left(59)});
    await seen(app, 'Answer for unstated sizes (59 left)');
    await seen(app, '3 of 6 steps done');
    await app.getByRole('link', {name: 'Next: Try ten products'}).waitFor();
    const row = app.getByRole('listitem').filter({hasText: 'Answer for unstated sizes'});
    expect(await row.textContent()).not.toContain('Done');
    await testPage.expectFits('setup-sizes-skipped');
    await testPage.followMenu('Set-up');
    await button(app, 'Put ten products into my store').waitFor();
  });
});
