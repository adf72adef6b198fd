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
];
