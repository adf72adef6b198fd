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
        from: 'const destination = zoneFor(country, province, postcode);',
        to: 'const destination = zoneFor(country, province, postcode === undefined ? null : null);',
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
        from: 'leftPieces(line) - laterPieces(order, line) || line.currentQuantity;',
        to: 'leftPieces(line) || line.currentQuantity || laterPieces(order, line);',
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
];
