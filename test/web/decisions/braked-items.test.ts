// A brake is released item by item: its products are seen with their pictures and ticked, page by page.
import {randomUUID} from 'node:crypto';
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aBrake} from '../catalogue-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {theApprovals} from './decision-answers.ts';

describe.runIf(browserRuns)(suiteName('a brake item by item'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const open = (answers: Parameters<typeof openAt>[1] = {}) => openAt('/decisions', answers);

  test('products of a brake are ticked on two pages and released; the rest is kept', async () => {
    const reason = 'The costs of 7 of 206 products moved by more than half. That is unusual, so no price was changed.';
    const brake = aBrake({kind: 'cost', articles: 7, reason});
    const app = await openAt(
      '/decisions',
      {
        approvals: theApprovals({brakes: [brake], costs: []}),
        decideBrake: () => {
          testPage.server.answers.approvals = theApprovals({
            brakes: [aBrake({id: randomUUID(), kind: 'cost', articles: 4, reason})],
            costs: [],
          });
          return {brake: aBrake({state: 'released', articles: 3}), run: null};
        },
      },
      phone,
    );
    await app.getByRole('button', {name: 'Show the products (7)'}).click();
    await seen(app, 'Sells at €118.00 instead of €59.00.');
    await app.getByRole('checkbox', {name: 'Choose Bag 1'}).check();
    await app.getByRole('checkbox', {name: 'Choose Bag 3'}).check();
    await testPage.expectFits('brake-ticked');
    await app.getByRole('button', {name: 'Next'}).first().click();
    await app.getByRole('checkbox', {name: 'Choose Bag 7'}).check();
    await seen(app, '3 products chosen');
    await app.getByRole('button', {name: 'Use the new costs of these 3, keep the rest'}).click();
    await app.locator('s-modal').getByText('The other 4 stay as they are, and wait here until you decide.').waitFor();
    await app.locator('s-modal').getByRole('button', {name: 'Use the new costs'}).last().click();
    await seen(app, /The next update does it\. The rest stays as it is, and waits for you\.$/);
    expect(testPage.server.decided).toEqual([{id: brake.id, decision: 'release', articleIds: ['B-1', 'B-3', 'B-7']}]);
    await app.getByRole('button', {name: 'Show the products (4)'}).waitFor();
  });

  test('a list that changed meanwhile is said to have changed, and nothing is said to be released', async () => {
    testPage.expectComplaint(/status of/);
    const message = 'Other products of this list were released meanwhile. Look at it once more.';
    const app = await open({
      approvals: theApprovals({brakes: [aBrake({articles: 7})], costs: []}),
      decideBrake: () => ({error: {code: 'list_changed', message}}),
    });
    await app.getByRole('button', {name: 'Show the products (7)'}).click();
    await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await app.getByRole('button', {name: 'Take these 5 off sale, keep the rest'}).click();
    await app.locator('s-modal').getByRole('button', {name: 'Take them off sale'}).last().click();
    await seen(app, message);
    expect(await app.getByText('They are taken off sale.').count()).toBe(0);
  });
});
