// The diagnostics of a store with some trouble, as the API answers them.
import {Diagnostics} from '#contract/help/diagnostics.ts';
import {build} from '../answers.ts';

export const someDiagnostics = build(Diagnostics, {
  shop: 'sandbox.myshopify.com',
  at: '2026-11-20T10:00:00.000Z',
  supplierContact: 'partners@supplier.example',
  operatorContact: 'support@app.example',
  versions: {app: '0.2.0', schema: 61, node: 'v24.12.0'},
  keys: {
    catalogue: {state: 'accepted', lastGoodAt: '2026-11-20T03:31:12.000Z'},
    dropship: {state: 'rejected', lastGoodAt: null},
  },
  access: {
    needsReauth: false,
    stopped: null,
    granted: ['write_products', 'write_orders'],
    missing: ['write_publications'],
    buyerData: null,
  },
  webhooks: {
    topics: [
      {topic: 'orders/paid', lastAt: '2026-11-20T09:12:00.000Z'},
      {topic: 'refunds/create', lastAt: null},
    ],
    waiting: {count: 3, oldestAt: '2026-11-20T09:30:00.000Z'},
    foundWithoutWebhook: 0,
    givenUp: [
      {
        id: 7,
        topic: 'orders/updated',
        resource: 'gid://shopify/Order/1043',
        failures: 8,
        at: '2026-11-19T10:00:00.000Z',
      },
    ],
  },
  runs: {
    last: {
      id: 'run-2',
      kind: 'full',
      state: 'failed',
      reason: 'The supplier\ndid not answer.',
      startedAt: '2026-11-20T03:30:00.000Z',
      finishedAt: '2026-11-20T03:31:12.000Z',
    },
    troubled: [],
  },
  orders: {
    unsent: [
      {
        state: 'held',
        code: 'price_rose',
        count: 2,
        newestId: 'order-9',
        newestAt: '2026-11-18T09:12:00.000Z',
      },
    ],
  },
  setAside: 4,
});
