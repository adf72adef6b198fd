// What a real store does that the app must not take for something else: each guard as the change that removes it.
import type {Guard} from './guard.ts';

const announced = 'test/jobs/product-announcements.test.ts';

export const storeGuards: readonly Guard[] = [
  {
    name: 'an article that may be in the store already is not made a second time unasked',
    changes: [
      {
        file: 'server/domain/catalogue/plan-listing.ts',
        from: '  if (maybe !== null) return planDraft(facts, maybeInStoreDraft(maybe));\n',
        to: '',
      },
    ],
    tests: ['test/jobs/sync/product-matches.test.ts'],
  },
  {
    name: 'a product that the merchant keeps as a draft is not published',
    changes: [
      {
        file: 'server/shopify/products/publish.ts',
        from: "    if (status !== 'ACTIVE' && status !== 'UNLISTED') continue;\n",
        to: '',
      },
    ],
    tests: ['test/jobs/sync/as-the-store-has-it.test.ts'],
  },
  {
    name: 'orders that miss buyers’ data are released when the store shows it',
    changes: [
      {
        file: 'server/db/shops/store-access.ts',
        from: "() => (buyerData === null ? 'buyer_data' : null)",
        to: '() => null',
      },
    ],
    tests: ['test/jobs/store-access.test.ts'],
  },
  {
    name: 'a fulfilled line whose address is withheld was not handed over in a shop',
    changes: [
      {
        file: 'server/domain/orders/store-order.ts',
        from: 'destination === null && !destinationWithheld && ',
        to: 'destination === null && (destinationWithheld || true) && ',
      },
    ],
    tests: ['test/jobs/store-access.test.ts'],
  },
  {
    name: 'pieces in no fulfilment order that the app may see are not sent unasked',
    changes: [
      {
        file: 'server/domain/orders/plan-dropship.ts',
        from: '  if (unseen === 0) return null;\n',
        to: '  if (unseen >= 0) return null;\n',
      },
    ],
    tests: ['test/domain/orders/plan-line.test.ts'],
  },
  {
    name: 'the small reading before sending sees that a piece is in no visible fulfilment order',
    changes: [
      {
        file: 'server/shopify/orders/orders.ts',
        from: 'if (!pageInfo.hasNextPage && isUsual && isSeen) ',
        to: 'if (!pageInfo.hasNextPage && isUsual && (isSeen || true)) ',
      },
    ],
    tests: ['test/shopify/orders.test.ts'],
  },
  {
    name: 'a fulfilment that is cancelled beside others changes the fingerprint of its order',
    changes: [
      {
        file: 'server/shopify/orders/orders.ts',
        from: 'pieces, place, cancelled.toSorted()]',
        to: 'pieces, place, cancelled.length < 0]',
      },
    ],
    tests: ['test/jobs/orders/in-store/fulfilment-cancelled.test.ts'],
  },
  {
    name: 'a webhook that came after a whole reading is not done with those that came before it',
    changes: [
      {
        file: 'jobs/webhooks/drain-deliveries.ts',
        from: 'const last = Math.max(',
        to: 'const last = Math.min(',
      },
    ],
    tests: [announced],
  },
  {
    name: 'a webhook from before the app’s own write is not done with those that came after it',
    changes: [
      {
        file: 'jobs/webhooks/drain-deliveries.ts',
        from: 'const first = Math.min(',
        to: 'const first = Math.max(',
      },
    ],
    tests: [announced],
  },
  {
    name: 'a product that is announced again and again is read whole once in ten minutes',
    changes: [
      {
        file: 'jobs/webhooks/notice-product.ts',
        from: '  if (at > now()) throw',
        to: '  if (at < new Date(0)) throw',
      },
    ],
    tests: [announced],
  },
  {
    name: 'no product is read whole while orders are to be sent',
    changes: [
      {
        file: 'jobs/webhooks/notice-product.ts',
        from: '  if (!mayWait || !(await isSendingDue(db, shop, now()))) return;',
        to: '  if (!mayWait || (await isSendingDue(db, shop, now())) || minRereadMs > 0) return;',
      },
    ],
    tests: [announced],
  },
  {
    name: 'an order shipped with other tracking is not changed by a list',
    changes: [
      {
        file: 'server/http/api/orders/shipments.ts',
        from: ', (order) => refuseOtherTracking(order, shipment)',
        to: '',
      },
    ],
    tests: ['test/http/orders/shipments.test.ts'],
  },
  {
    name: 'a list finds no order of another store',
    changes: [{file: 'server/db/orders/named-orders.ts', from: "    .where('shop', '=', shop)\n", to: ''}],
    tests: ['test/http/orders/shipments.test.ts'],
  },
  {
    name: 'of two lines that name an order with different tracking none is taken',
    changes: [
      {
        file: 'server/domain/orders/tracking/repeated-lines.ts',
        from: 'if (same?.other !== undefined) {',
        to: 'if (same === null) {',
      },
    ],
    tests: ['test/domain/orders/tracking/match-line.test.ts'],
  },
];
