// No amount breaks between two lines, in the frame beside the sandbox's controls, in a narrower one and on a phone.
import {describe, expect, test} from 'vitest';
import {aDropshipOrder} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aBrake} from '../catalogue-answers.ts';
import {theApprovals} from '../decisions/decision-answers.ts';
import {useTestPage} from '../test-page.ts';
import {openAllFolds} from './folds.ts';

/** Evaluates to the texts that have an amount on more than one line. */
const brokenAmounts = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const {index, 0: amount} of node.data.matchAll(/-?[€£$]?[0-9][0-9,]*[.][0-9]{2}/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + amount.length);
      if (new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size > 1) broken.push(node.data);
    }
  }
  return broken;
})()`;
const laidOut = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** An order whose cells are as wide as they get. */
const wide = {orderName: '#1043', articleName: 'Aldermoor Oversized polo shirt 100017', price: 1_214_876} as const;
const orders = [aDropshipOrder(wide), aDropshipOrder({id: 'order-b', quantity: 3, price: 500})];

describe.runIf(browserRuns)(suiteName('amounts in tables'), () => {
  const testPage = useTestPage();
  test.each(['/orders', '/products', '/products/A-100', '/pricing', '/decisions'])(
    '%s breaks none',
    async (address) => {
      const approvals = theApprovals({brakes: [aBrake({kind: 'cost', articles: 7})], costs: []});
      const app = await testPage.openAt(address, {orders, ordersAPage: 50, approvals}, 940);
      if (address === '/decisions') await app.getByRole('button', {name: 'Show the products (7)'}).click();
      if (['/products/A-100', '/pricing'].includes(address)) await openAllFolds(app);
      await app.locator('s-table-cell').getByText(/€\d/).first().waitFor();
      expect(await app.locator('html').evaluate('innerWidth')).toBe(700);
      for (const width of [940, 800, phone]) {
        await testPage.page.setViewportSize({width, height: 900});
        await app.locator('html').evaluate(laidOut);
        expect(await app.locator('html').evaluate(brokenAmounts), `at ${width} px`).toEqual([]);
      }
    },
  );
});
