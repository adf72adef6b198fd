// The report of the page Help: plain text, one fact a line.
import {expect, test} from 'vitest';
import {toReport} from '../../../web/pages/help/report.ts';
import {someDiagnostics} from './diagnostics-answers.ts';

test('the report names each fact on a line of its own, with times in UTC', () => {
  expect(toReport(someDiagnostics())).toBe(`Piecewise report
- store sandbox.myshopify.com
- at 2026-11-20T10:00:00.000Z
- version 0.2.0, schema 61, Node v24.12.0

Keys
- catalogue: accepted, catalogue last read 2026-11-20T03:31:12.000Z
- dropship: rejected, list last read never

Access to the store
- token: usable as far as known
- stopped: no
- buyers' data withheld: not as far as known
- granted: write_products, write_orders
- missing: write_publications

Webhooks
- waiting: 3, oldest 2026-11-20T09:30:00.000Z
- lines of orders found without a webhook: 0

Last webhook of each topic
- orders/paid: 2026-11-20T09:12:00.000Z
- refunds/create: none stored

Webhooks given up
- 2026-11-19T10:00:00.000Z orders/updated gid://shopify/Order/1043 (delivery 7, 8 failures)

Last update
- full, failed, from 2026-11-20T03:30:00.000Z to 2026-11-20T03:31:12.000Z, run-2: The supplier did not answer.

Updates that failed or were done in part
- none

Articles that could not be used
- 4

Orders not at the supplier, the newest 1,000 of each state
- held, price_rose: 2, newest order-9 of 2026-11-18T09:12:00.000Z`);
});

test('the report says what is missing, and not where the supplier is reached', () => {
  const {access, webhooks} = someDiagnostics();
  const report = toReport(
    someDiagnostics({
      access: {...access, needsReauth: true, stopped: 'frozen', granted: [], missing: [], buyerData: 'plan'},
      webhooks: {...webhooks, waiting: {count: 0, oldestAt: null}, givenUp: []},
      runs: {last: null, troubled: []},
      orders: {unsent: []},
    }),
  );
  expect(report).toContain('- token: a new one is needed\n- stopped: frozen\n');
  expect(report).toContain("- buyers' data withheld: plan\n- granted: none\n- missing: none");
  expect(report).toContain('- waiting: 0, oldest never');
  expect(report).toContain('Last update\n- none');
  expect(report).not.toContain('supplier.example');
});
