// What the buyer entered, on the page of the order, and what the merchant says of it there and in the settings.
import {describe, expect, test} from 'vitest';
import type {Entered} from '#contract/dropship-orders.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

type Property = Entered['properties'][number];

const entered = (name: string, value: string, meaning: Property['meaning']): Property => ({
  key: name,
  name,
  value,
  meaning,
});

describe.runIf(browserRuns)(suiteName('what the buyer entered'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const unsent = {ref: null, checkoutUrl: null, price: null, fee: null, placedAt: null, siblings: []};

  test('is asked about where the reason stands, and answered for its name with the keyboard', async () => {
    const waiting = anOrderDetail({
      ...unsent,
      state: 'needs_details',
      reasonCode: 'property_unread',
      reason:
        'The buyer entered “Passform”. Piecewise does not know whether that is the size, and nothing else says it. Say which size to order.',
      actions: ['details', 'dismiss'],
      size: null,
    });
    const properties = [entered('Passform', '<b>44</b> – weit', 'unread'), entered('Colour', 'Red', 'colour')];
    const app = await openAt('/orders/order-1', {details: [waiting], entered: properties}, phone);
    await seen(app, 'Passform: <b>44</b> – weit');
    await seen(app, 'Colour: Red (the colour)');
    expect(await app.getByRole('button', {name: '“Colour”'}).count()).toBe(0);
    await testPage.expectFits('order-property-unread');
    const isTheSize = app.getByRole('button', {name: '“Passform”: Is the size'});
    await isTheSize.focus();
    testPage.server.answers.details = [
      anOrderDetail({...waiting, state: 'waiting', reasonCode: 'ready', reason: null}),
    ];
    testPage.server.answers.entered = [entered('Passform', '44', 'size')];
    await testPage.page.keyboard.press('Enter');
    await expect.poll(() => testPage.server.saved).toEqual([{name: 'Passform', meaning: 'size'}]);
    await seen(app, 'Passform: 44 (the size)');
    await seen(app, 'Remembered: “Passform” is the size.');
    expect(await app.locator(':focus').getAttribute('role')).toBe('status');
  });

  test('is shown with an order that was sent, and can be asked about from then on', async () => {
    const properties = [entered('Engraving', 'Ada', 'unread'), entered('Order note', 'x '.repeat(100), 'never')];
    const app = await openAt('/orders/order-1', {details: [anOrderDetail()], entered: properties}, phone);
    await seen(app, 'Engraving: Ada');
    await testPage.expectFits('order-property-shown');
    expect(await app.getByRole('button', {name: '“Engraving”'}).count()).toBe(1);
    await app.getByRole('button', {name: '“Engraving”: Always ask'}).click();
    await expect.poll(() => testPage.server.saved).toEqual([{name: 'Engraving', meaning: 'always'}]);
  });

  test('of a line that only its SKU makes ours: one question with two answers, which stand together', async () => {
    const held = anOrderDetail({
      ...unsent,
      state: 'held',
      reasonCode: 'known_by_sku',
      reason:
        'This line has no product in the store; only its SKU is that of this article. Say whether it is the article. Nothing is sent before.',
      actions: ['details', 'approve', 'dismiss'],
    });
    const app = await openAt('/orders/order-1', {details: [held]}, phone);
    await seen(app, `Is this ${held.articleName}?`);
    await testPage.expectFits('order-known-by-sku');
    const buttons = await app.locator('form s-button').allTextContents();
    expect(buttons.slice(0, 2)).toEqual(['Yes, send it', 'No, not ours']);
    await app.getByRole('button', {name: 'No, not ours'}).click();
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action: 'dismiss', input: {}}]);
  });

  test('is listed in the settings once it is answered, and forgotten there', async () => {
    const propertyAnswers = [
      {name: 'Engraving', meaning: 'always'},
      {name: 'Passform', meaning: 'size'},
    ] as const;
    const app = await openAt('/settings', {propertyAnswers: [...propertyAnswers]}, phone);
    await app.getByText('“Passform”').scrollIntoViewIfNeeded();
    await testPage.expectFits('settings-properties');
    await app.getByRole('button', {name: 'Forget what “Passform” means'}).click();
    await app.getByText('“Passform”').waitFor({state: 'detached'});
    await seen(app, '“Engraving”');
  });
});
