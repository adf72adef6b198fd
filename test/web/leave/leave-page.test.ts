// The page Leave: what each choice does in counts, the typed word, and each state on the way to the end and back.
import {describe, expect, test} from 'vitest';
import type {Departure} from '#contract/departure/departure.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import type {Answers} from '../page-server.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aDeparture, aStay, done, incomplete} from './leave-answers.ts';

describe.runIf(browserRuns)(suiteName('the page Leave'), () => {
  const testPage = useTestPage();
  type App = Awaited<ReturnType<typeof testPage.openAt>>;
  const open = (departure: Departure, answers: Partial<Answers> = {}, width?: number) =>
    testPage.openAt('/settings/leave', {departure, ...answers}, width);
  const button = (app: App, name: string) => app.getByRole('button', {name, exact: true});
  const sent = () => testPage.server.clicked.map(({path, body}) => [path, body]);

  test('is reached from the end of Settings, which says what happens without it', async () => {
    const app = await testPage.openAt('/settings', {departure: aStay()}, phone);
    await seen(app, 'Without leaving first, your products stay as they are, also on sale');
    await app.getByRole('link', {name: 'Leave Piecewise'}).click();
    await seen(app, 'Do this before you remove Piecewise in Shopify');
    await testPage.expectFits('leave-plan-phone');
  });

  test('says by choice and in counts what is done, and warns of open orders', async () => {
    const app = await open(aStay());
    await seen(
      app,
      'Of Piecewise in your store: 389 products on sale, 11 drafts, 2 archived products. 4 more were deleted in Shopify.',
    );
    await seen(app, /What you just changed in Shopify may not be counted yet; leaving looks at each product itself\.$/);
    await seen(
      app,
      '389 products are made drafts, so shoppers cannot order. 13 that are off sale already stay as they are.',
    );
    await seen(app, '392 products that Piecewise made are deleted for good. 10 that were in your store before');
    await seen(
      app,
      '389 products stay on sale, and no update changes them. Shoppers can still order: once you remove Piecewise, nothing is',
    );
    await seen(app, '2 are not sent yet, 1 is not paid at the supplier, 5 are not marked as shipped.');
    await seen(app, 'The update that is going on is stopped first.');
    await testPage.expectFits('leave-plan');
  });

  test('begins after a question, and shows how far it is', async () => {
    const app = await open(aStay(), {changeDeparture: () => aDeparture()});
    await button(app, 'Begin to leave: make them drafts').click();
    await button(app, 'Begin').click();
    await seen(app, '120 of 402 products done');
    expect(sent()).toEqual([['/departure', {products: 'draft'}]]);
    await seen(app, 'You chose for your products: make them drafts.');
    await testPage.expectFits('leave-going-on');
    testPage.server.answers.departure = aDeparture({runStep: 'comparing', progress: {done: 402, total: 402}});
    await seen(app, 'Comparing your store');
  });

  test('deletes only after the word was typed', async () => {
    const app = await open(aStay(), {changeDeparture: () => aDeparture({products: 'delete'})}, phone);
    await app.getByRole('radio', {name: /^Delete them/}).click();
    await button(app, 'Begin to leave: delete them').click();
    const word = app.getByRole('textbox', {name: 'Type DELETE to confirm'});
    await word.fill('delete');
    expect(await button(app, 'Begin').isDisabled()).toBe(true);
    await word.fill('DELETE');
    await testPage.expectFits('leave-delete-question');
    await button(app, 'Begin').click();
    await seen(app, 'You chose for your products: delete them.');
    expect(sent()).toEqual([['/departure', {products: 'delete', word: 'DELETE'}]]);
  });

  test('says at the end to remove the app, where, and what is on sale', async () => {
    const app = await open(done(), {}, phone);
    await seen(app, 'Now remove Piecewise in Shopify');
    await seen(app, '389 products made drafts.');
    await seen(app, 'Your store was compared: no product of Piecewise is on sale.');
    const apps = app.locator('s-button', {hasText: 'Open the apps in Shopify'});
    expect(await apps.getAttribute('href')).toBe('shopify://admin/settings/apps');
    // Orders are open, and come first.
    expect(await apps.getAttribute('variant')).toBeNull();
    await testPage.expectFits('leave-done');
  });

  test('names what could not be done, and tries it again', async () => {
    const app = await open(incomplete(), {changeDeparture: () => aDeparture()});
    await seen(app, '1 product is not as you chose');
    await seen(app, 'Shopify refused it: This product is locked.');
    await seen(app, 'It goes with the app: Shopify then asks where its stock is to be.');
    await testPage.expectFits('leave-incomplete');
    await button(app, 'Try again').click();
    await seen(app, '120 of 402 products done');
    expect(sent()).toEqual([['/departure/again', undefined]]);
  });

  test('an interrupted one says why; it can be stopped, and started again', async () => {
    const reason = 'Shopify cannot be reached. What was done stays.';
    const stopped = () => aDeparture({phase: 'stopped', runStep: null});
    const app = await open(aDeparture({phase: 'interrupted', runStep: null, runReason: reason}), {
      changeDeparture: (asked) => (asked === '/stop' ? stopped() : aStay()),
    });
    await seen(app, reason);
    await button(app, 'Stop leaving').click();
    await seen(app, 'Nothing is updated before you use Piecewise again.');
    await testPage.expectFits('leave-stopped');
    await button(app, 'Use Piecewise again').click();
    await seen(app, /^The next update puts back on sale what leaving took off sale, .* may be sold\. Shipping profile/);
    await app.getByRole('button', {name: 'Use Piecewise again', exact: true}).last().click();
    // There the merchant starts the update that puts the products back on sale.
    await seen(app, 'An update reads the whole catalogue and brings your products in line with it.');
    expect(sent().map(([path]) => path)).toEqual(['/departure/stop', '/departure/end']);
  });

  test.each([
    [
      {products: 130, drafts: 130},
      'It makes 130 products again that leaving deleted, where they may be sold, all as drafts: publish them on Products.',
    ],
    [
      {products: 130, drafts: 2},
      'It makes 130 products again that leaving deleted, where they may be sold, 2 of them as drafts: publish them on Products.',
    ],
    [
      {products: 1, drafts: 1},
      'It makes 1 product again that leaving deleted, where it may be sold, as a draft: publish it on Products.',
    ],
    [
      {products: 3, drafts: 0},
      'It makes 3 products again that leaving deleted, where they may be sold. Shipping profile',
    ],
  ])('a start again says how many deleted products are made, and as what: %j', async (toMakeAgain, words) => {
    const app = await open(
      aDeparture({phase: 'done', runStep: null, products: 'delete', deleted: 131, toMakeAgain}),
      {},
      phone,
    );
    await button(app, 'Use Piecewise again').click();
    await seen(app, words);
    if (toMakeAgain.drafts === 2) await testPage.expectFits('leave-start-again-phone');
  });

  test('one that is being stopped says so until its run has ended, and offers nothing meanwhile', async () => {
    const app = await open(aDeparture({phase: 'stopping'}));
    await seen(app, 'Leaving is being stopped');
    await testPage.expectFits('leave-stopping');
    expect(await button(app, 'Use Piecewise again').count()).toBe(0);
    testPage.server.answers.departure = aDeparture({phase: 'stopped', runStep: null, deleted: 21});
    await seen(app, 'You stopped leaving');
    await seen(app, /21 products deleted/);
  });

  test('says why a request changed nothing', async () => {
    const refusal = {error: {code: 'not_permitted', message: 'Your Shopify account may not edit products.'}};
    const app = await open(aStay(), {changeDeparture: () => refusal});
    testPage.expectComplaint(/./);
    await button(app, 'Begin to leave: make them drafts').click();
    await button(app, 'Begin').click();
    await seen(app, 'Your Shopify account may not edit products.');
  });
});
