// The views of articles that state no size or no colour: what was selected, typed or looked at counts only for what is shown, and what an
// answer led to stays on the page.
import type {FrameLocator} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import type {ApiError} from '#contract/error.ts';
import {anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anArticle, aProposals} from './product-answers.ts';
import {aSilentCategory} from './unanswered-routes.ts';

const asking = (number: number, unread = 0) => anOverview({unanswered: {sizes: number, colours: number, unread}});
const proposal = {text: 'S–L', words: ['S', 'M', 'L'], isSure: true};
const articles = [
  anArticle({id: 'A-1', name: 'Wool coat', proposal}),
  anArticle({id: 'A-2', name: 'Silk scarf', proposal}),
];
const forget = 'You can forget this answer under Settings.';

describe.runIf(browserRuns)(suiteName('articles that state no size or no colour'), () => {
  const testPage = useTestPage();
  const openSizes = (answers: Parameters<typeof testPage.open>[0] = {}) =>
    testPage.openAt('/products?show=no-size', {articles, overview: asking(2), ...answers}, phone);
  const button = (app: FrameLocator, name: string) => app.getByRole('button', {name, exact: true}).first();
  const box = (app: FrameLocator, name: string) => app.getByRole('checkbox', {name: `Choose ${name}`});
  const preview = (app: FrameLocator) => app.getByText(/^Not saved yet: /);
  const isGone = (app: FrameLocator) => expect.poll(() => preview(app).count()).toBe(0);
  const look = async (app: FrameLocator) => {
    await button(app, 'Look at the proposals').click();
    await preview(app).waitFor();
  };
  /** Holds requests to these addresses until the returned function is called. */
  const hold = async (address: RegExp) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await testPage.page.route(address, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  };

  test('proposals are shown for the selected articles alone, and another view begins with none selected', async () => {
    const app = await openSizes();
    await box(app, 'Wool coat').check();
    await look(app);
    await seen(app, 'The next update makes 12 variants of it, in place of the 1 variant in your store.');
    await testPage.expectFits('unanswered-proposals');
    await box(app, 'Silk scarf').check();
    await isGone(app);
    await look(app);
    await button(app, 'No colour stated (2)').click();
    await isGone(app);
    expect(await box(app, 'Wool coat').isChecked()).toBe(false);
  });

  test('while another view is loaded, the articles of the last one are not answered for', async () => {
    const app = await openSizes();
    await box(app, 'Wool coat').waitFor();
    const release = await hold(/\/api\/articles\?.*unanswered=colours/);
    await button(app, 'No colour stated (2)').click();
    await seen(app, 'Articles of which the supplier states no colour');
    await box(app, 'Wool coat').check();
    const answer = button(app, 'As pictured for 1 article');
    await expect.poll(() => answer.isDisabled()).toBe(true);
    release();
    await expect.poll(() => answer.isDisabled()).toBe(false);
  });

  test('proposals that have changed are looked at again before they are taken over, and the refusal goes then', async () => {
    testPage.expectComplaint(/status of 409/);
    const changed: ApiError = {error: {code: 'preview_expired', message: 'These proposals have changed. Look again.'}};
    const app = await openSizes({propose: ({previewId}) => (previewId === undefined ? aProposals() : changed)});
    await box(app, 'Wool coat').check();
    await look(app);
    await button(app, 'Accept, update now').click();
    await seen(app, 'Not taken over');
    await seen(app, changed.error.message);
    await isGone(app);
    expect(await app.getByRole('button', {name: /^Accept/}).count()).toBe(0);
    await look(app);
    expect(await app.getByText('Not taken over').count()).toBe(0);
    testPage.server.answers.propose = () => changed;
    await button(app, 'Look at the proposals').click();
    await seen(app, 'Not looked at');
    await isGone(app);
    expect(await app.getByText('Not taken over').count()).toBe(0);
  });

  test('a proposal with two meanings is taken over in its row by one press, and no link leads to this list itself', async () => {
    const unclear = {...proposal, text: 'S/M/L/XL/XXL/3XL', words: ['S', 'M', 'L', 'XL', 'XXL', '3XL'], isSure: false};
    const of = (articleId: string) => ({...articles[0], id: articleId, proposal: unclear});
    const app = await openSizes({
      articles: [anArticle({...of('A-1'), name: 'Wool coat'}), anArticle({id: 'A-2', name: 'Silk scarf', proposal})],
      propose: ({seenWords}) =>
        aProposals(seenWords === undefined ? {accepted: 0, unclear: 2, sample: []} : {previewId: null, accepted: 1}),
    });
    await button(app, 'Look at all proposals').click();
    await seen(app, /or name one that fits them all\. Look at each and press “Take over” in its row\.$/);
    expect(await app.getByRole('link', {name: 'Look at each'}).count()).toBe(0);
    expect(await app.getByRole('button', {name: /^Take over/}).count()).toBe(1);
    await testPage.expectFits('unanswered-two-meanings');
    await button(app, 'Take over S, M, L, XL, XXL, 3XL for Wool coat').click();
    await seen(app, /^Wool coat has the proposed sizes\./);
    const body = {option: 'sizes', articleIds: ['A-1'], seenWords: unclear.words};
    expect(testPage.server.clicked.at(-1)).toEqual({path: '/options/proposals', body});
    const ofCoats = await testPage.openAt('/products?show=no-size&category=Coats', testPage.server.answers);
    await button(ofCoats, 'Look at all proposals').click();
    await seen(ofCoats, 'No text has only one meaning');
    expect(await ofCoats.getByRole('link', {name: 'Look at each'}).count()).toBe(0);
  });

  test('each answer for a category is said, takes the focus, and stays when it was the last', async () => {
    let left = ['Coats', 'Scarves'];
    const unanswered = () => ({
      chosen: 2,
      unread: 0,
      count: left.length,
      categories: left.map((category) => aSilentCategory(category)),
    });
    const app = await openSizes({
      unanswered: unanswered(),
      answerOptions: ({categories = []}) => {
        left = left.filter((category) => !categories.includes(category));
        Object.assign(testPage.server.answers, {unanswered: unanswered(), overview: asking(left.length)});
        return {left: left.length};
      },
    });
    await button(app, 'Answer by category').click();
    for (const category of ['Coats', 'Scarves']) {
      await button(app, `One size: ${category}`).click();
      const said = `Orders of ${category} carry the size “one size”. ${forget}`;
      await seen(app, said);
      await expect.poll(() => app.locator('[role=status]:focus').textContent()).toContain(said);
    }
    await testPage.expectFits('unanswered-last-answer');
    await button(app, 'No size stated (0)').waitFor();
  });

  test('a word that was typed and not ordered is forgotten, and only the pressed answer is shown to go on', async () => {
    const app = await openSizes();
    await box(app, 'Wool coat').check();
    const another = button(app, 'Another size for 1 article');
    const field = app.getByRole('textbox', {name: 'The size that their orders carry'});
    await another.click();
    const several = 'The catalogue’s text of 1 article may name several sizes, such as “S–L”. Every order would carry';
    await app.getByText(several).and(app.locator('s-modal:has(input) *')).first().waitFor();
    await field.fill('L');
    await app.locator('s-modal').getByRole('button', {name: 'Cancel'}).click();
    await another.click();
    expect(await field.inputValue()).toBe('');
    await field.fill('M');
    const release = await hold(/\/api\/options\/answers/);
    await app.locator('s-modal').getByRole('button', {name: 'Use this size'}).click();
    const busy = () => app.locator('button[aria-busy]').evaluateAll((all) => all.map((one) => one.ariaLabel));
    await expect.poll(busy).toEqual(['Another size for 1 article']);
    expect(await button(app, 'One size for 1 article').isDisabled()).toBe(true);
    release();
    await seen(app, `Orders of 1 article carry the size “M”. ${forget}`);
    const body = {option: 'sizes', word: 'M', articleIds: ['A-1']};
    expect(testPage.server.clicked).toEqual([{path: '/options/answers', body}]);
  });

  test('an empty view says whether all is answered or articles were not read yet', async () => {
    const app = await openSizes({articles: [], overview: asking(0, 4)});
    await seen(app, '4 articles were not read yet; the next update says whether they state a size.');
    await testPage.expectFits('unanswered-unread');
    testPage.server.answers.overview = asking(0, 1);
    await testPage.page.reload();
    await seen(app, '1 article was not read yet; the next update says whether it states a size.');
    testPage.server.answers.overview = asking(0);
    await testPage.page.reload();
    await seen(app, 'Nothing is left to answer: no order will ask unexpectedly for a size.');
  });
});
