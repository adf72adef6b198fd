// The figures of the fulfilment service on its page: before there are enough orders, reached and missed, and orders at risk.

import {describe, expect, test} from 'vitest';
import type {ServiceFigures} from '#contract/shipping/service-figures.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {noFigures, on} from './service-answers.ts';

const since = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe.runIf(browserRuns)(suiteName('the figures of the fulfilment service'), () => {
  const testPage = useTestPage();
  type App = Awaited<ReturnType<typeof testPage.openAt>>;
  const row = (app: App, text: string) => app.locator('s-table-row').filter({hasText: text});

  test.each([phone, 1280])('say that nothing is requested yet, at %i px', async (width) => {
    const app = await testPage.openAt('/settings/fulfilment', {service: on(), serviceFigures: noFigures()}, width);
    await seen(app, '0 fulfilment orders were requested since 24 Oct 2026, in 28 days.');
    await seen(app, 'Shopify counts the figures from 100 on.');
    await seen(app, 'No open order asks you to do anything about these figures.');
    await row(app, 'Shopify’s calls answered').getByText('None yet').waitFor();
    expect(await app.getByText('Not enough orders yet').count()).toBe(5);
    await testPage.expectFits('figures-none');
  });

  test.each([phone, 1280])('show each figure beside its goal, never rounded up, at %i px', async (width) => {
    const figures = noFigures().figures.map((figure) =>
      figure.kind === 'cancellations'
        ? figure
        : {...figure, met: figure.kind === 'calls' ? 9_896 : 9_999, of: 10_000, isMet: figure.kind !== 'calls'},
    );
    const app = await testPage.openAt(
      '/settings/fulfilment',
      {service: on(), serviceFigures: noFigures({orders: 10_000, isCounted: true, figures})},
      width,
    );
    await row(app, 'Requests answered within 24 hours').getByText('99.9 %: 9,999 of 10,000').waitFor();
    await row(app, 'Requests answered within 24 hours').getByText('Reached').waitFor();
    await row(app, 'Shopify’s calls answered').getByText('98.9 %: 9,896 of 10,000').waitFor();
    await row(app, 'Shopify’s calls answered').getByText('Missed').waitFor();
    await row(app, 'Requests to cancel').getByText('Nothing to count yet').waitFor();
    await testPage.expectFits('figures-counted');
  });

  test.each([phone, 1280])('come after the orders that put one at risk, each with a link, at %i px', async (width) => {
    const order = {orderGid: 'gid://shopify/Order/1042', orderName: '#1042', dropshipOrderId: 'order-1'};
    const unknown = {orderGid: 'gid://shopify/Order/1043', orderName: null, dropshipOrderId: null, since: since(16)};
    const warnings: ServiceFigures['warnings'] = [
      {kind: 'unanswered', total: 22, orders: [{...order, since: since(17)}, unknown]},
      {kind: 'uncompleted', total: 1, orders: [{...order, since: since(145)}]},
      {kind: 'untracked', total: 1, orders: [{...order, since: since(2)}]},
    ];
    const app = await testPage.openAt(
      '/settings/fulfilment',
      {service: on(), serviceFigures: noFigures({orders: 30, warnings})},
      width,
    );
    await seen(app, '22 fulfilment requests without an answer for 15 hours');
    await seen(app, '20 more follow when these are done.');
    await seen(app, '1 order requested five days ago and not shipped');
    await seen(app, '1 shipment without a tracking number after an hour');
    expect(await app.getByRole('link', {name: '#1042'}).first().getAttribute('href')).toBe('/orders/order-1');
    const inShopify = app.getByRole('link', {name: 'An order without articles of the supplier'});
    expect(await inShopify.getAttribute('href')).toBe('shopify://admin/orders/1043');
    await testPage.expectFits('figures-warnings');
  });
});
