// What real orders bring: an old date, a territory, several deliveries, a correction. Each guard as the change that removes it.
import type {Guard} from './guard.ts';

const zone = 'test/domain/orders/zone.test.ts';

export const realOrderGuards: readonly Guard[] = [
  {
    name: 'an order imported with an old date waits for the merchant',
    changes: [
      {
        file: 'server/domain/orders/order-times.ts',
        from: 'processedAt < createdAt ? processedAt : createdAt;',
        to: 'processedAt < createdAt ? createdAt : createdAt;',
      },
    ],
    tests: ['test/domain/orders/plan-line-times.test.ts'],
  },
  {
    name: 'a territory is told by its province',
    changes: [
      {
        file: 'server/domain/destinations/territories.ts',
        from: 'provinces?.includes(zone)',
        to: 'provinces === undefined && zone === country',
      },
    ],
    tests: [zone],
  },
  {
    name: 'a territory is told by its postcode',
    changes: [
      {
        file: 'server/domain/orders/plan-dropship.ts',
        from: 'const destination = resolveDestination(country, province, postcode);',
        to: 'const destination = resolveDestination(country, province, postcode === undefined ? null : null);',
      },
    ],
    tests: ['test/domain/orders/plan-line.test.ts'],
  },
  {
    name: 'a postcode that is not complete is not taken for a territory',
    changes: [
      {
        file: 'server/domain/destinations/territories.ts',
        from: 'const byPostcode = isComplete ? ',
        to: 'const byPostcode = isComplete || true ? ',
      },
    ],
    tests: ['test/domain/destinations/territories.test.ts'],
  },
  {
    name: 'what the store delivers later is not sent now',
    changes: [
      {
        file: 'server/domain/orders/pieces.ts',
        from: 'remainingPieces(line) - laterPieces(order, line) || line.currentQuantity;',
        to: 'remainingPieces(line) || line.currentQuantity || laterPieces(order, line);',
      },
    ],
    tests: ['test/domain/orders/plan-line-parts.test.ts'],
  },
  {
    name: 'a name or e-mail corrected after sending is flagged',
    changes: [
      {
        file: 'server/db/secrets/sent-marks.ts',
        from: 'isOtherBuyer: name?.isOther === true || email?.isOther === true,',
        to: 'isOtherBuyer: name === undefined && email === undefined,',
      },
    ],
    tests: ['test/jobs/orders/real-orders.test.ts'],
  },
  {
    name: 'the marks of name and e-mail are erased with the buyer',
    changes: [{file: 'server/db/secrets/details.ts', from: 'name_mark: null, email_mark: null, ', to: ''}],
    tests: ['test/jobs/orders/real-orders.test.ts'],
  },
  {
    name: 'a yes to what an order costs ends when the buyer adds pieces',
    changes: [
      {
        file: 'server/db/orders/order-lines.ts',
        from: 'case when current.quantity > o.quantity then o.approved - ${amountCodes}::text[] else o.approved end',
        to: 'o.approved',
      },
    ],
    tests: ['test/jobs/orders/merchant-overrides.test.ts'],
  },
  {
    name: 'who is asked before each order says yes to each',
    changes: [
      {
        file: 'server/domain/orders/plan-send.ts',
        from: "approveEach && !approved.includes('approval_asked')",
        to: 'approveEach && approved.length === 0',
      },
    ],
    tests: ['test/domain/orders/plan-send.test.ts'],
  },
  {
    name: 'the cursor of another sort order is refused',
    changes: [{file: 'server/http/api/orders/dropship-orders.ts', from: 'z.literal(sort),', to: 'z.string(),'}],
    tests: ['test/http/orders/order-sorts.test.ts'],
  },
  {
    name: 'more pieces than were agreed to are asked about, whoever sees them first',
    changes: [{file: 'jobs/orders/plan-now.ts', from: 'return forMorePieces(decided);', to: 'return decided;'}],
    tests: ['test/jobs/orders/changed/replaced.test.ts'],
  },
  {
    name: 'a yes is to the pieces that the store shows',
    changes: [{file: 'jobs/orders/plan-now.ts', from: '  await saveMorePieces(db, order, pieces, updatedAt);', to: ''}],
    tests: ['test/jobs/orders/changed/replaced.test.ts'],
  },
  {
    name: 'an order is sent now only if it is what the page showed',
    changes: [
      {
        file: 'server/actions/merchant-actions.ts',
        from: '!isSameValue(shown, pickShown(order))',
        to: "order.state === 'placing'",
      },
    ],
    tests: ['test/http/orders/order-actions.test.ts'],
  },
  {
    name: 'what is typed to find a buyer is nothing but words for Shopify',
    changes: [
      {file: 'server/shopify/orders/find-orders.ts', from: String.raw`.replaceAll(/["'\\\p{Cc}]/gu, ' ')`, to: ''},
    ],
    tests: ['test/http/orders/find-buyers.test.ts'],
  },
  {
    name: 'a number that fits two store orders is asked about',
    changes: [{file: 'server/domain/orders/tracking/match-line.ts', from: 'gid)).size > 1)', to: 'gid)).size > 99)'}],
    tests: ['test/domain/orders/tracking/match-line.test.ts'],
  },
];
