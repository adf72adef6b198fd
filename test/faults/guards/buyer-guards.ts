// What a buyer's own may not do: be shown to all staff, lie where no erasure reaches it, come back after one, or stop an order.
import type {Guard} from './guard.ts';

const erased = 'test/db/erased-buyer.test.ts';

export const buyerGuards: readonly Guard[] = [
  {
    name: 'Shopify’s error texts stay out of the log',
    changes: [
      {file: 'server/log.ts', from: 'toLogged(toLoggedMessage(error), depth)', to: 'toLogged(error.message, depth)'},
    ],
    tests: ['test/project/log.test.ts'],
  },
  {
    name: 'what a buyer entered is shown to users who may edit orders',
    changes: [{file: 'server/http/rights.ts', from: "  'GET /dropship-orders/:id/entered': 'orders',\n", to: ''}],
    tests: ['test/http/limits/rights.test.ts'],
  },
  {
    name: 'the queue keeps no text of Shopify with a failed job',
    changes: [
      {
        file: 'jobs/run-job.ts',
        from: 'error instanceof Error ? toLoggedMessage(error)',
        to: 'error instanceof Error ? error.message',
      },
    ],
    tests: ['test/jobs/refusals-in-log.test.ts'],
  },
  {
    name: 'what no column holds is taken out of the answers of Shopify',
    changes: [
      {
        file: 'server/shopify/client/admin-post.ts',
        from: 'Body.safeParse(parseStorableJson(text))',
        to: 'Body.safeParse(JSON.parse(text))',
      },
    ],
    tests: ['test/jobs/orders/entered/known-by-sku.test.ts'],
  },
  {
    name: 'what the supplier says after an erasure is not stored with the order',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: 'reason: keptReason(settlement.reason)',
        to: 'reason: settlement.reason.text',
      },
    ],
    tests: [erased],
  },
  {
    name: 'nor with the attempt',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: 'order?.buyer_erased_at == null ? attempt.detail : null',
        to: 'attempt.detail',
      },
    ],
    tests: [erased],
  },
  {
    name: 'a question after an erasure does not name what was entered',
    changes: [
      {file: 'server/db/orders/dropship-orders.ts', from: 'reason: keptReason(reason)', to: 'reason: reason.text'},
    ],
    tests: [erased],
  },
];
