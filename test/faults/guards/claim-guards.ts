// Which orders may be claimed, by whom, and for how long: each guard as the change that removes it.
import type {Guard} from './guard.ts';

const claim = 'test/jobs/orders/placing-claim.test.ts';
const histories = 'test/jobs/orders/placing-histories-one-shop.test.ts';

export const claimGuards: readonly Guard[] = [
  {
    name: 'a fulfilment that was cancelled in the store does not count as made',
    changes: [
      {
        file: 'jobs/orders/fulfil-in-store.ts',
        from: 'const known = activeFulfilments(storeOrder, stored);',
        to: 'const known = stored;',
      },
    ],
    tests: ['test/jobs/orders/in-store/fulfilment-cancelled.test.ts'],
  },
  {
    name: 'a claim is given for what waits, and nothing else',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: "      .where('state', '=', 'waiting')\n      .where('revision'",
        to: "      .where('revision'",
      },
    ],
    tests: [claim],
  },
  {
    name: 'a claim is given only when the order has not changed since it was read',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: "      .where('revision', '=', order.revision)\n",
        to: '',
      },
    ],
    tests: [claim],
  },
  {
    name: 'of all who look at an order at once, one sends it',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: "      .where('state', '=', 'waiting')\n      .where('revision', '=', order.revision)\n",
        to: '',
      },
    ],
    tests: [histories],
  },
  {
    name: 'a claim waits for a pause that is being saved',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: "    await trx.selectFrom('shops').select('shop').where('shop', '=', order.shop).forShare().execute();\n",
        to: '',
      },
    ],
    tests: [claim],
  },
  {
    name: 'a claim is given while the app is installed',
    changes: [
      {file: 'server/db/orders/placing.ts', from: "            .where('shops.state', '=', 'installed')\n", to: ''},
    ],
    tests: [claim],
  },
  {
    name: 'a claim is given while the dropship key is not refused',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: "\n            .where('shops.dropship_key_state', '<>', 'rejected'),",
        to: ',',
      },
    ],
    tests: [claim],
  },
  {
    name: 'a claim is given while sending is not paused',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: "            .where(sql<boolean>`shops.settings->'orders'->>'sendingPaused' is distinct from 'true'`)\n",
        to: '',
      },
    ],
    tests: [claim],
  },
  {
    name: 'a claim is settled by its owner',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: "eb.and([eb('state', '=', 'placing'), eb('lease_owner', '=', claim.owner)])",
        to: "eb('state', '=', 'placing')",
      },
    ],
    tests: [claim],
  },
  {
    name: 'a claim is lost only once it has run out',
    changes: [{file: 'server/db/orders/placing.ts', from: "    .where('lease_until', '<', now)\n", to: ''}],
    tests: [claim],
  },
  {
    name: 'a reading that serves several lines is not used after a newer one was applied',
    changes: [
      {
        file: 'jobs/orders/order-readings.ts',
        from: 'appliedAt !== null && appliedAt > known.order.updatedAt;',
        to: 'appliedAt === null;',
      },
    ],
    tests: ['test/jobs/orders/order-points.test.ts'],
  },
  {
    name: 'a sent order whose address changed is read as a whole',
    changes: [
      {
        file: 'jobs/webhooks/is-unchanged-since-read.ts',
        from: 'return isElsewhere || isOtherBuyer || (',
        to: 'return (isElsewhere && !isElsewhere) || isOtherBuyer || (',
      },
    ],
    tests: ['test/jobs/orders/order-points.test.ts'],
  },
  {
    name: 'only the newest holder of a shop’s lane claims its orders',
    changes: [
      {
        file: 'server/db/orders/placing.ts',
        from: '            .where(sql<boolean>`shops.lane_token = coalesce(${order.laneToken ?? null}::integer, shops.lane_token)`)\n',
        to: '',
      },
    ],
    tests: ['test/jobs/orders/lane.test.ts'],
  },
  {
    name: 'a worker that was busy for longer than its lease of the lane sends no byte',
    changes: [
      {
        file: 'jobs/orders/claim-order.ts',
        from: 'isFresh() && lane?.isHeld() !== false;',
        to: 'isFresh() || lane?.isHeld() === false;',
      },
    ],
    tests: ['test/jobs/orders/lane.test.ts'],
  },
  {
    name: 'all processes together ask the supplier no more at once than the operator allows',
    changes: [
      {
        file: 'server/domain/supplier-places.ts',
        from: 'return Math.min(target, Math.max(0, limit - taken));',
        to: 'return Math.min(target, Math.max(taken, limit));',
      },
    ],
    tests: ['test/supplier/share-places.test.ts', 'test/db/supplier-places.test.ts'],
  },
  {
    name: 'a paid order is not unpaid by “The supplier has it”',
    changes: [
      {
        file: 'server/actions/merchant-actions.ts',
        from: ' || (from !== undefined && order.state !== from)',
        to: '',
      },
    ],
    tests: ['test/http/orders/paid-taken-back.test.ts'],
  },
];
