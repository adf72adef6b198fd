// What keeps strangers, repetitions and runs that were replaced out, and a broken feed off the shelves.
import type {Guard} from './guard.ts';

const leases = 'test/db/leases.test.ts';
const webhook = 'test/shopify/webhook.test.ts';
const badDetails = 'test/jobs/sync/bad-details.test.ts';
const retirement = 'test/domain/plan-retirement.test.ts';

export const appGuards: readonly Guard[] = [
  {
    name: 'one run of a shop holds the lease',
    changes: [
      {
        file: 'server/db/runs/leases.ts',
        from: `    .where((eb) =>
      eb.or([eb('run_lease_until', 'is', null), eb('run_lease_until', '<=', now), eb('run_lease_owner', '=', owner)]),
    )
`,
        to: '',
      },
    ],
    tests: [leases],
  },
  {
    name: 'a run that was replaced does not hold the lease',
    changes: [
      {
        file: 'server/db/runs/leases.ts',
        from: "    .select('shop')\n    .where('shop', '=', shop)\n    .where('run_fence', '=', fence)\n",
        to: "    .select('shop')\n    .where('shop', '=', shop)\n",
      },
    ],
    tests: [leases],
  },
  {
    name: 'a run that was replaced does not renew the lease',
    changes: [
      {
        file: 'server/db/runs/leases.ts',
        from: "    .set({run_lease_until: timeAfter(now, ttlMs)})\n    .where('shop', '=', shop)\n    .where('run_fence', '=', fence)\n",
        to: "    .set({run_lease_until: timeAfter(now, ttlMs)})\n    .where('shop', '=', shop)\n",
      },
    ],
    tests: [leases],
  },
  {
    name: 'a run that was replaced does not release the lease',
    changes: [
      {
        file: 'server/db/runs/leases.ts',
        from: "    .set({run_lease_owner: null, run_lease_until: null})\n    .where('shop', '=', shop)\n    .where('run_fence', '=', fence)\n",
        to: "    .set({run_lease_owner: null, run_lease_until: null})\n    .where('shop', '=', shop)\n",
      },
    ],
    tests: [leases],
  },
  {
    name: 'a run that was replaced writes nothing more',
    changes: [
      {
        file: 'server/db/runs/run-fence.ts',
        from: "      .where('run_fence', '=', fence)\n      .where('run_lease_owner', 'is not', null)\n",
        to: '',
      },
    ],
    tests: ['test/jobs/sync/takeover.test.ts'],
  },
  {
    name: 'a run that was replaced sends nothing more to the store',
    changes: [
      {
        file: 'jobs/sync/run-lease.ts',
        from: '        if (operation.isWrite) await held(confirmed(holdsRunLease(db, shop, fence)));\n',
        to: '',
      },
    ],
    tests: ['test/jobs/sync/takeover.test.ts'],
  },
  {
    name: 'one renews a token',
    changes: [
      {
        file: 'server/db/runs/leases.ts',
        from: "\n        .where((eb) => eb.or([eb('shops.token_lease_until', 'is', null), eb('shops.token_lease_until', '<=', now)])),",
        to: ',',
      },
    ],
    tests: [leases],
  },
  {
    name: 'a lease on a token is released by its owner',
    changes: [{file: 'server/db/runs/leases.ts', from: "    .where('token_lease_owner', '=', owner)\n", to: ''}],
    tests: [leases],
  },
  {
    name: 'a signature of another length is looked at no further',
    changes: [
      {
        file: 'server/shopify/auth/webhook-headers.ts',
        from: "  if (!signaturePattern.test(signature)) return toInvalid('The signature has not the form of one.');\n",
        to: '',
      },
      {
        file: 'server/shopify/auth/webhook.ts',
        from: 'given.length === expected.length && ',
        to: '',
      },
    ],
    tests: [webhook],
  },
  {
    name: 'a signature has the one form Shopify writes',
    changes: [
      {
        file: 'server/shopify/auth/webhook-headers.ts',
        from: "  if (!signaturePattern.test(signature)) return toInvalid('The signature has not the form of one.');\n",
        to: '',
      },
    ],
    tests: [webhook],
  },
  {
    name: 'a signature is compared',
    changes: [
      {
        file: 'server/shopify/auth/webhook.ts',
        from: 'given.length === expected.length && timingSafeEqual(given, expected)',
        to: 'given.length === expected.length',
      },
    ],
    tests: [webhook],
  },
  {
    name: 'a session token names one store',
    changes: [
      {
        file: 'server/shopify/auth/session-token.ts',
        from: 'dest === null || dest !== shopOfUrl(claims.data.iss)',
        to: 'dest === null',
      },
    ],
    tests: ['test/shopify/session-token.test.ts'],
  },
  {
    name: 'a delivery is kept once',
    changes: [
      {
        file: 'server/db/connection/migrations/0001-to-0019/0001-thread.ts',
        from: '    done_at timestamptz,\n    unique (shop, topic, event_key)\n',
        to: '    done_at timestamptz\n',
      },
      {file: 'server/db/deliveries/save-deliveries.ts', from: '    on conflict do nothing\n', to: ''},
    ],
    tests: ['test/db/deliveries.test.ts'],
  },
  {
    name: 'a click has one effect',
    changes: [
      {
        file: 'server/db/shops/idempotency-keys.ts',
        from: `            eb('repeats.at', '<', new Date(now.getTime() - answerLifetimeMs)),
`,
        to: `            eb('repeats.at', '<=', now),
`,
      },
    ],
    tests: ['test/http/orders/idempotency.test.ts'],
  },
  {
    name: 'the brake: a run does not retire most of a store’s products at once',
    changes: [
      {
        file: 'server/domain/catalogue/off-sale/plan-retirement.ts',
        from: 'if (exceedsOffSaleLimit(free.length, size)) {',
        to: 'if (exceedsOffSaleLimit(free.length, size) && free.length === 0) {',
      },
    ],
    tests: [retirement],
  },
  {
    name: 'the brake: more than half of a few products counts as a mass change',
    changes: [
      {
        file: 'server/domain/catalogue/off-sale/plan-retirement.ts',
        from: ' || (live >= 4 && count > live / 2)',
        to: '',
      },
    ],
    tests: [retirement],
  },
  {
    name: 'the brake: prices that move as a whole wait',
    changes: [
      {
        file: 'server/domain/pricing/plan-cost-brake.ts',
        from: 'if (!ofSample && !exceedsShareLimit(moved, compared)) return',
        to: 'if (!ofSample || !exceedsShareLimit(moved, compared)) return',
      },
    ],
    tests: ['test/domain/plan-drafts.test.ts'],
  },
  {
    name: 'a colour that is no longer stated leaves a product whose update is refused',
    changes: [
      {
        file: 'server/shopify/products/apply.ts',
        from: `return operation.kind === 'update' && result.kind === 'refused'
    ? withdrawAfterRefusal(batch, operation, result)
    : result;`,
        to: 'return result;',
      },
    ],
    tests: [badDetails],
  },
  {
    name: 'variants that left a product whose update is refused are recorded',
    changes: [
      {
        file: 'jobs/sync/save-outcome.ts',
        from: '        if (result.withdrawn !== null) await saveWithdrawn(run, db, planned, result.withdrawn);\n',
        to: '',
      },
    ],
    tests: [badDetails],
  },
  {
    name: 'a product that is no longer priced in euro is off sale',
    changes: [
      {
        file: 'server/domain/catalogue/plan-listing.ts',
        from: "return hasProduct ? planDraft(facts, draftFor('price_invalid', reason)) : {kind: 'quarantine', reason};",
        to: "return {kind: 'quarantine', reason};",
      },
    ],
    tests: [badDetails],
  },
  {
    name: 'no run starts while stored settings cannot be read',
    changes: [
      {
        file: 'jobs/sync/open-run.ts',
        from: 'if (usable !== null && isReadable) return',
        to: 'if (usable !== null) return',
      },
    ],
    tests: ['test/jobs/orders/placing-outcomes.test.ts'],
  },
];
