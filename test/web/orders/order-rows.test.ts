// No row of the order list hides anything on a phone. On a laptop an article is on one line, so that a row is: its name may end early, and
// stands whole in its title; buttons, amounts and reasons are never cut.
import type {FrameLocator} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {aDropshipOrder, anUnknownOrder, cancelledText} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aMovedOrder} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const fewerText =
  'The buyer wants fewer pieces now than the 2 that were sent to the supplier. Do not pay it at the supplier. Replace it: that sends as many pieces as the buyer wants now.';
const losing = {currency: 'EUR', margin: -10_522, unknown: 0, losesMoney: true};
const standing = 'Colour “as pictured”: your standing answer, because the supplier states none.';

/** Rows with long names, each state whose cells are wide, and a button in every row that has one. */
const orders = [
  aDropshipOrder({orderName: '#1050', articleName: 'Casa Lunara Maxi dress with pockets', storeOrder: losing}),
  aDropshipOrder({id: 'o-2', orderName: '#1051', articleName: 'Aldermoor Oversized polo shirt 100017', size: 'XXL'}),
  aDropshipOrder({
    id: 'o-3',
    orderName: '#1052',
    articleName: 'Unwrappablylongarticlenamewithoutanyspaces',
    colour: null,
    size: 'one size fits most',
    taken: [{what: 'colour', word: 'as pictured', from: 'standing', text: standing}],
  }),
  aDropshipOrder({
    id: 'o-4',
    orderName: '#1053',
    state: 'needs_details',
    reason:
      'The supplier states no sizes for this article, and none can be read from its text; say which size to order, or answer for all articles of the category.',
    ref: null,
    checkoutUrl: null,
  }),
  anUnknownOrder('unconfirmed'),
  aDropshipOrder({
    id: 'o-6',
    orderName: '#1054',
    flags: [{code: 'order_cancelled', text: cancelledText, at: '2026-11-19T22:04:00.000Z', seenAt: null}],
    doNotPay: true,
    ending: {kind: 'close'},
  }),
  aDropshipOrder({
    id: 'o-8',
    orderName: '#10056',
    country: 'US',
    zone: 'US',
    price: 12_148_760,
    flags: [{code: 'quantity_lowered', text: fewerText, at: '2026-11-19T22:04:00.000Z', seenAt: null}],
    doNotPay: true,
    ending: {kind: 'replace', because: 'pieces', pieces: null},
  }),
  {...aMovedOrder(), articleName: 'Elspeth Grey Wool blend coat', colour: 'Navy / White striped', price: 12_148_760},
  aDropshipOrder({id: 'o-7', orderName: '#1055', state: 'dismissed', ref: null, checkoutUrl: null}),
];

/**
 * Evaluates to what of the table cannot be seen, or is torn: text and buttons beyond what clips them or beyond the window, and numbers, dates
 * and codes on two lines.
 */
const hidden = `(() => {
  const all = (node) => [...node.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  const parentOf = (node) => node.assignedSlot ?? node.parentNode ?? node.host ?? null;
  const found = [];
  const look = (what, rects, from) => {
    for (let one = from; one !== null && one !== document.body; one = parentOf(one)) {
      if (!(one instanceof Element)) continue;
      const [{overflow, clipPath, display}, box] = [getComputedStyle(one), one.getBoundingClientRect()];
      // Text for screen readers alone.
      if (clipPath.startsWith('inset(50%') || (display !== 'contents' && box.width <= 1)) return;
      if (!/hidden|clip|auto|scroll/.test(overflow)) continue;
      if (rects.some(({left, right, bottom}) => right > box.right + 1 || left < box.left - 1 || bottom > box.bottom + 1)) found.push(what);
    }
    if (rects.some(({left, right}) => left < 0 || right > innerWidth)) found.push(what);
    if (/^(#\\d+|[A-Z]{2}|-?€[\\d,.]+|\\d+ [A-Z][a-z]{2})$/.test(what) && new Set(rects.map(({top}) => top)).size > 1) found.push('torn: ' + what);
  };
  for (const one of all(document.querySelector('s-table'))) {
    if (!one.checkVisibility() || ['STYLE', 'OPTION'].includes(one.tagName)) continue;
    if (['button', 'a'].includes(one.localName)) look(one.getAttribute('aria-label') ?? one.textContent, [...one.getClientRects()], one);
    for (const node of one.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      look(node.data.trim(), [...range.getClientRects()], one);
    }
  }
  return [...new Set(found)];
})()`;

const whatIsHidden = async (app: FrameLocator): Promise<readonly string[]> =>
  z.array(z.string()).parse(await app.locator('html').evaluate(hidden));

describe.runIf(browserRuns)(suiteName('rows of orders'), () => {
  const testPage = useTestPage();

  test('on a phone stand below their views, none of which is cut', async () => {
    const app = await testPage.openAt('/orders', {orders, ordersAPage: 50}, phone);
    const views = app.getByRole('group', {name: 'Show'}).getByRole('button');
    await views.first().waitFor();
    for (const view of await views.all()) {
      const {x = -1, width = 0} = (await view.boundingBox()) ?? {};
      expect([x >= 0, x + width <= phone], await view.innerText()).toEqual([true, true]);
    }
  });

  test.each([1_280, phone])(
    'at %i px hide nothing but the end of a name, also while an order is about to be marked as paid',
    async (width) => {
      const app = await testPage.openAt('/orders', {orders, ordersAPage: 50}, width);
      await seen(app, 'Casa Lunara');
      const isWholeInTitle = async (text: string) => (await app.getByTitle(text).count()) > 0;
      const expectAllSeen = async () => {
        const cut = await whatIsHidden(app);
        if (width === phone) expect(cut).toEqual([]);
        for (const text of cut) {
          expect([text, await isWholeInTitle(text)]).toEqual([text, true]);
          const begun = await app.getByText(text, {exact: true}).first().boundingBox();
          expect(begun?.width, text).toBeGreaterThan(80);
        }
      };
      await expectAllSeen();
      await app.getByRole('button', {name: 'I paid it: #1051'}).click();
      await seen(app, 'Paid …');
      // The first press on one that loses money makes its buttons wider.
      await app.getByRole('button', {name: 'I paid it: #1050'}).click();
      await seen(app, 'Press once more');
      await testPage.expectFits('orders-rows');
      await expectAllSeen();
    },
  );

  test('at 1280 px show colour and size whole, a long reason on three lines at most, and an instruction whole', async () => {
    const app = await testPage.openAt('/orders', {orders, ordersAPage: 50}, 1_280);
    await seen(app, 'Navy / White striped');
    expect(await app.locator('s-table[variant=list]').count()).toBe(0);
    expect(await whatIsHidden(app)).not.toContain(
      await app
        .getByText(/Navy \/ White striped/)
        .first()
        .innerText(),
    );
    const {height = 0, width = 0} = (await app.getByTitle(/^The supplier states no sizes/).boundingBox()) ?? {};
    expect(height).toBeLessThan(64);
    expect(width).toBeGreaterThan(190);
    // What to do before paying is read whole in the row.
    const instruction = app.getByText(/^The delivery address is no longer/);
    expect(await whatIsHidden(app)).not.toContain(await instruction.innerText());
    expect((await instruction.boundingBox())?.width).toBeGreaterThan(190);
  });

  test('at 1280 px give a withheld link the width of two buttons', async () => {
    const why = 'The supplier’s answer names an address that is not its own, so it is not offered as a link.';
    const withheld = aDropshipOrder({id: 'o-9', checkoutUrl: null, checkoutWithheld: why});
    const app = await testPage.openAt('/orders', {orders: [...orders, withheld], ordersAPage: 50}, 1_280);
    await seen(app, why);
    await seen(app, 'Pay it in your supplier account, under this number:');
    expect((await app.getByText(why).boundingBox())?.width).toBeGreaterThan(130);
    await testPage.expectFits('orders-withheld');
  });

  test('stay a table at 1280 px where the name of one order is very long', async () => {
    const long = aDropshipOrder({id: 'o-9', orderName: `#${'1'.repeat(60)}`});
    const app = await testPage.openAt('/orders', {orders: [...orders, long], ordersAPage: 50}, 1_280);
    await seen(app, long.orderName);
    expect(await app.locator('s-table[variant=list]').count()).toBe(0);
    await testPage.expectFits('orders-long-name');
  });

  test('become cards where their content is wider than the page, and a table again where it is not', async () => {
    const wide = aDropshipOrder({id: 'o-9', price: 12_148_760_000_000});
    const app = await testPage.openAt('/orders', {orders: [...orders, wide], ordersAPage: 50}, 1_280);
    await app.locator('s-table[variant=list]').waitFor();
    await testPage.expectFits('orders-rows-too-wide');
    await testPage.page.setViewportSize({width: 1_920, height: 900});
    await app.getByLabel('Search').fill('Casa');
    await app.locator('s-table[variant=auto]').waitFor();
  });

  test('in a small window and on a tablet are cards, which hide nothing but the end of a name', async () => {
    const app = await testPage.openAt('/orders', {orders, ordersAPage: 50}, 1_200);
    for (const width of [1_200, 1_024, 768]) {
      await testPage.page.setViewportSize({width, height: 900});
      await app.locator('s-table[variant=list]').waitFor();
      await seen(app, 'Casa Lunara');
      for (const text of await whatIsHidden(app)) {
        expect([width, text, await app.getByTitle(text).count()]).toEqual([width, text, 1]);
      }
    }
  });
});
