// Orders marked as shipped from a pasted list or a file: the real page, server, workers and both stand-ins.
import {readFile} from 'node:fs/promises';
import type {Locator} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import {markPaid} from '../../../server/actions/merchant-actions.ts';
import type {StoredDropshipOrder} from '../../../server/db/orders/dropship-orders.ts';
import {contextOf} from '../../jobs/orders/placed-order.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useWholeApp} from './whole-app.ts';

describe.runIf(browserRuns)(suiteName('orders shipped from a list'), () => {
  const {testApp, page, app, openAt} = useWholeApp();

  /** Orders that are with the supplier and paid. */
  const placePaid = async (number: number): Promise<readonly StoredDropshipOrder[]> => {
    const bought = Array.from({length: number}, () => testApp().buy());
    await testApp().quiet();
    const rows = await Promise.all(bought.map(({id}) => testApp().row(id)));
    for (const row of rows) await markPaid(testApp().worker.db, contextOf(testApp(), row), testApp().clock.now());
    return rows;
  };
  const now = (row: StoredDropshipOrder) => testApp().row(row.order_gid);
  /** The fulfilments of the store order: pieces and tracking. */
  const inStore = ({order_gid}: StoredDropshipOrder) =>
    testApp()
      .store.order(order_gid)
      ?.fulfillments.map(({totalQuantity, tracking}) => [totalQuantity, ...tracking]);
  const acts = async ({id}: StoredDropshipOrder) =>
    (await testApp().deps.db.selectFrom('audit').select('action').where('subject', '=', id).execute()).map(
      ({action}) => action,
    );
  const button = (name: string | RegExp) => app().getByRole('button', {name});
  const listField = () => app().getByLabel('Paste them here');
  let clicks = 0;
  const click = async (pressed: Locator) => {
    await pressed.click();
    clicks += 1;
  };

  test('a pasted list ships ten orders in three clicks, each once', {timeout: 90_000}, async () => {
    const rows = await placePaid(10);
    await openAt('/orders');
    await app()
      .getByText(rows[0]?.order_name ?? '')
      .first()
      .waitFor();
    clicks = 0;
    await click(
      page()
        .getByRole('link', {name: 'Ship orders'})
        .or(page().getByRole('button', {name: 'Ship orders'})),
    );
    await listField().fill(rows.map(({order_name}, at) => `${order_name}\tLX${at}CH`).join('\n'));
    // While it is checked, the list stays as it is: its result is that of what is in the field.
    let answerCheck = () => {};
    const isAsked = new Promise<void>((asked) => {
      void page().route('**/api/shipments/check', async (route) => {
        asked();
        await new Promise<void>((resolve) => (answerCheck = resolve));
        await route.continue();
      });
    });
    await click(button('Check'));
    await isAsked;
    expect([await listField().isDisabled(), await app().getByLabel('Carrier').isDisabled()]).toEqual([true, true]);
    answerCheck();
    await page().unrouteAll({behavior: 'wait'});
    await app().getByText('Ready: 10 lines.').waitFor();
    expect(await app().locator(':focus').getAttribute('role')).toBe('status');
    expect((await Promise.all(rows.map(now))).map(({state}) => state)).toEqual(rows.map(() => 'paid'));
    await click(button('Mark 10 orders as shipped'));
    await app().getByText('Marked as shipped: 10 orders. Piecewise writes the tracking to your store.').waitFor();
    expect(clicks).toBe(3);
    await testApp().quiet();
    for (const [at, row] of rows.entries()) {
      expect(await now(row)).toMatchObject({state: 'shipped', fulfil: 'done', tracking_number: `LX${at}CH`});
      expect(inStore(row)).toEqual([[1, {company: null, number: `LX${at}CH`, url: null}]]);
      expect(await acts(row)).toEqual(['marked_paid', 'marked_shipped']);
    }
    await click(button('Check'));
    await app().getByText('Nothing to do: 10 lines.').waitFor();
    expect(await button(/^Mark/).count()).toBe(0);
  });

  test('a file says of each line what is wrong with it, and what was refused is saved to be corrected', {
    timeout: 90_000,
  }, async () => {
    const [good, twice, typed] = await placePaid(3);
    const lines = [
      'order,reference,carrier,number,url',
      `${good?.order_name},${good?.reference},,LX1,https://track.example/LX1`,
      `${twice?.order_name},,,LX2,`,
      `${twice?.order_name},,,LX3,`,
      `${typed?.order_name},,swiss post,"=""LX4""",`,
      '#9999,,,LX5,',
      `${typed?.order_name},,,=1+1,`,
      `${typed?.order_name},,,LX\ufffd,`,
    ];
    await page().setViewportSize({width: phone, height: 900});
    await openAt('/orders/ship');
    await listField().waitFor();
    await expectFits(page(), frameOfApp(page()), 'ship-orders');
    await app()
      .locator('s-drop-zone input[type=file]')
      .setInputFiles({name: 'tracking.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${lines.join('\r\n')}`)});
    await app().getByText('tracking.csv, 8 lines').waitFor();
    await app().getByLabel('Carrier').selectOption('DHL');
    await button('Check').click();
    await app().getByText('Ready: 2 lines. Refused: 5 lines.').waitFor();
    await expectFits(page(), frameOfApp(page()), 'ship-orders-checked');
    await app().getByLabel('Tell the buyers by e-mail').uncheck();
    await button('Mark 2 orders as shipped').click();
    await app().getByText('Marked as shipped: 2 orders.').waitFor();
    await testApp().quiet();
    if (good === undefined || twice === undefined || typed === undefined) throw new Error('too few orders');
    expect(inStore(good)).toEqual([[1, {company: 'DHL', number: 'LX1', url: 'https://track.example/LX1'}]]);
    expect(inStore(typed)).toEqual([[1, {company: 'Swiss Post', number: 'LX4', url: null}]]);
    expect([(await now(twice)).state, inStore(twice)]).toEqual(['paid', []]);
    const saved = page().waitForEvent('download');
    await button('Save what was refused as CSV').click();
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text.split('\r\n')).toHaveLength(7);
    expect(text).toContain(
      `"${twice.order_name}","","DHL","LX2","","Line 4 gives another tracking for the same order.`,
    );
    expect(text).toContain('"Your store has no such order');
    await page().setViewportSize({width: 1280, height: 900});
    await expectFits(page(), frameOfApp(page()), 'ship-orders-done');
  });

  test('ten thousand lines are checked, and one more is refused in words', {timeout: 90_000}, async () => {
    const [order] = await placePaid(1);
    const many = Array.from({length: 9_999}, (_, at) => `#X${at},LX${at}`);
    await openAt('/orders/ship');
    const choose = async (lines: readonly string[]) => {
      await app()
        .locator('s-drop-zone input[type=file]')
        .setInputFiles({name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n'))});
      await button('Check').click();
    };
    await choose([...many, `${order?.order_name},LX`]);
    await app().getByText('Ready: 1 line. Refused: 9,999 lines.').waitFor({timeout: 60_000});
    await button('Remove').click();
    await choose([...many, '#Y,LX', '#Z,LX']);
    await app().getByText('The list has 10001 lines. At most 10000 are checked at once').waitFor();
  });
});
