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
        from: 'reason: reasonUnlessErased(settlement.reason)',
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
      {
        file: 'server/db/orders/dropship-orders.ts',
        from: 'reason: reasonUnlessErased(reason)',
        to: 'reason: reason.text',
      },
    ],
    tests: [erased],
  },
  {
    name: 'a refund to the buyer is sent with the key that was committed before',
    changes: [
      {
        file: 'server/actions/refunds/send-refund.ts',
        from: '{input: refund.input, key: refund.id}',
        to: '{input: refund.input, key: deps.newId()}',
      },
    ],
    tests: ['test/http/orders/refunds/refund-unknown.test.ts'],
  },
  {
    name: 'a refund to the buyer is never sent without the directive @idempotent',
    changes: [
      {
        file: 'server/shopify/orders/create-refund.ts',
        from: 'refundCreate(input: $input) @idempotent(key: $key) {',
        to: 'refundCreate(input: $input) @skip(if: false) {',
      },
    ],
    tests: ['test/http/orders/refunds/refund-buyer.test.ts'],
  },
  {
    name: 'a refund to the buyer is not sent again where Shopify shows another one',
    changes: [
      {
        file: 'server/domain/orders/refunds/judge-refund.ts',
        from: 'return isSame ?',
        to: 'return isSame || isWhole ?',
      },
    ],
    tests: ['test/http/orders/refunds/refund-unknown.test.ts'],
  },
  {
    name: 'a line whose buyer may have been refunded is not placed again',
    changes: [
      {
        file: 'server/actions/place-again.ts',
        from: 'if (!allowsAnotherRefund(await loadLastRefund(trx, order.shop, order.id)))',
        to: 'if (order.state === null)',
      },
    ],
    tests: ['test/http/orders/refunds/refund-races.test.ts'],
  },
  {
    name: 'a reading from before a repeated refund does not settle that one',
    changes: [
      {
        file: 'server/db/orders/buyer-refunds.ts',
        from: '? isOutcomeOpen(present) && isSameSending(present, refund)',
        to: '? isOutcomeOpen(present)',
      },
    ],
    tests: ['test/http/orders/refunds/refund-races.test.ts'],
  },
];
