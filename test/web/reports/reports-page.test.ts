// The page Reports: which report it shows is in its address, and what is not known is said and counted.
import type {Locator} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aReport, aReportFor, noOrders, oneOrder, weeks, withoutRate, withoutSettings} from './report-answers.ts';

describe.runIf(browserRuns)(suiteName('the reports'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const addressInAdmin = () => testPage.page.url().replace(/^.*\/admin\/sandbox/, '');

  test.each([1280, phone])('each state fits at %i px, and axe finds nothing', async (width) => {
    const states = [
      ['days', '/reports', undefined, 'Refund rate'],
      ['brands', '/reports?by=brand&days=90', undefined, 'All others (12)'],
      ['categories', '/reports?by=category', undefined, 'Category 10'],
      ['own', '/reports?by=week&from=2026-11-02&to=2026-11-20', weeks, 'Show these days'],
      ['empty', '/reports', noOrders, 'No shopper bought one of your products in these days'],
      ['one', '/reports', oneOrder, 'money back in 0 of 0 orders; 1 not read yet'],
      ['no-rate', '/reports', withoutRate, 'Set the exchange rate'],
      ['paused', '/reports', withoutSettings, 'Piecewise is paused: your settings cannot be read'],
    ] as const;
    for (const [name, address, report, shown] of states) {
      const app = await openAt(address, report === undefined ? {} : {report}, width);
      await seen(app, shown);
      await testPage.expectFits(`reports-${name}-${width}`);
    }
  });

  test('figures, chart and table say what they count, and what they leave out', async () => {
    const app = await openAt('/reports');
    await seen(app, 'Without 1 order whose margin is not known and 2 orders that were cancelled, refunded or closed.');
    await seen(app, 'median of 24 dropship orders');
    await seen(app, '5 hours');
    const charts = app.getByRole('img');
    expect(await charts.count()).toBe(2);
    expect(await charts.last().getAttribute('aria-label')).toMatch(/^Margin: .*3 Nov −€6\.40/);
    const rows = app.locator('s-table-body s-table-row');
    expect(await rows.count()).toBe(17);
    expect(await rows.first().innerText()).toMatch(/^20 Nov 2026/);
    expect(await app.locator('[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    const endOf = (element: Locator) => element.evaluate((one) => Math.round(one.getBoundingClientRect().right));
    const heading = app.locator('s-table-header').filter({hasText: 'Revenue'}).locator('s-text');
    expect(await endOf(heading)).toBe(await endOf(rows.first().locator('s-table-cell').nth(2).locator('span').first()));
    const other = await openAt('/reports', {report: withoutRate});
    await seen(other, 'Without 4 orders whose margin is not known. 1 order is in another currency than CHF.');
    await seen(other, '4 (4 not counted)');
    expect(await other.getByRole('img').count()).toBe(0);
  });

  test('each group has a name of its own, and none that loses money is left out of the chart', async () => {
    const app = await openAt('/reports?by=category');
    await seen(app, '9 of 22 categories: those with the most revenue and those that lose money.');
    const rows = app.locator('s-table-body s-table-row');
    const first = async () => (await rows.first().innerText()).split('\n')[0];
    expect(await first()).toMatch(/^Category 1\b/);
    await app.getByRole('button', {name: 'Margin: Least margin first'}).click();
    await expect.poll(addressInAdmin).toBe('/reports?days=30&by=category&sort=margin-low');
    await expect.poll(first).toMatch(/^Category (2|10)\b/);
    expect(await app.locator('[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    expect(await rows.last().innerText()).toMatch(/^All others/);
    await seen(await openAt('/reports?by=brand'), 'No brand stated');
    const zones = await openAt('/reports?by=zone');
    await seen(zones, 'Countries not delivered to');
    await seen(zones, 'Country not known');
    const articles = await openAt('/reports?by=article');
    await seen(articles, 'Fjordline knit jumper (A-100)');
    await seen(articles, 'Fjordline knit jumper (A-101)');
  });

  test('what is not known is no zero: neither in the chart nor while settings cannot be read', async () => {
    const app = await openAt('/reports?by=week&from=2026-11-02&to=2026-11-20', {report: weeks});
    await seen(app, 'Grey: 1 week in which no order counts.');
    const words = await app.getByRole('img').first().getAttribute('aria-label');
    expect(words).toMatch(/By week: 2 Nov – 8 Nov 2026 €.*, 9 Nov – 15 Nov 2026 not counted, 16 Nov – 20 Nov 2026 €/);
    await seen(app, 'Orders are kept for 365 days after they have ended');
    const download = testPage.page.waitForEvent('download');
    await app.getByRole('button', {name: 'Save as CSV'}).click();
    expect((await download).suggestedFilename()).toBe('report-by-week-2026-11-02-to-2026-11-20.csv');
    const paused = await openAt('/reports', {report: withoutSettings});
    await seen(paused, 'Piecewise is paused: your settings cannot be read');
    expect(await paused.getByText('Set the exchange rate').count()).toBe(0);
    expect(await paused.getByText('are kept for').count()).toBe(0);
  });

  test('range and division are chosen by keyboard, are in the address, and survive a reload', async () => {
    const asked: string[] = [];
    const report = (query: URLSearchParams) => {
      asked.push(query.toString());
      return aReportFor(query);
    };
    const app = await openAt('/reports', {report});
    await seen(app, 'Refund rate');
    await app.getByRole('button', {name: '90 days', exact: true}).focus();
    await testPage.page.keyboard.press('Enter');
    await expect.poll(addressInAdmin).toBe('/reports?days=90&by=day');
    await app.getByLabel('By', {exact: true}).selectOption('article');
    await seen(app, 'Fjordline knit jumper (A-100)');
    expect(addressInAdmin()).toBe('/reports?days=90&by=article');
    await testPage.page.reload();
    await seen(app, 'A-7/ü');
    expect(asked.at(-1)).toBe('days=90&by=article');
    expect(await app.getByRole('link', {name: 'A-7/ü'}).getAttribute('href')).toContain('/products/A-7%2F%C3%BC');
  });

  test('days of one’s own are checked before they are asked for; many days are shown by week', async () => {
    const app = await openAt('/reports');
    await seen(app, 'Refund rate');
    await app.getByRole('button', {name: 'Own range', exact: true}).click();
    await app.getByLabel('First day').fill('2026-11-21');
    await app.getByRole('button', {name: 'Show these days'}).click();
    await seen(app, 'The last day is before the first one.');
    await app.getByLabel('First day').fill('2026-01-01');
    await app.getByRole('button', {name: 'Show these days'}).click();
    await expect.poll(addressInAdmin).toBe('/reports?from=2026-01-01&to=2026-11-20&by=week');
    expect(await app.getByLabel('By', {exact: true}).inputValue()).toBe('week');
  });

  test('an address that cannot be read shows thirty days, and a report that does not load offers to try again', async () => {
    const app = await openAt('/reports?by=hour&from=x&to=2026-13-40');
    await seen(app, 'Refund rate');
    expect(await app.getByRole('button', {name: '30 days', exact: true}).getAttribute('aria-pressed')).toBe('true');
    testPage.expectComplaint(/status of 500/);
    let fails = true;
    const report = () => {
      if (fails) throw new Error('the server fails');
      return aReport();
    };
    const failed = await openAt('/reports', {report});
    await seen(failed, 'Could not load the report');
    fails = false;
    await failed.getByRole('button', {name: 'Try again'}).click();
    await seen(failed, 'Refund rate');
  });
});
