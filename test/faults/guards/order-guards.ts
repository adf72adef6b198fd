// What keeps a line from being ordered twice, or sent where it must not go: each guard as the change that removes it.
import type {Guard} from './guard.ts';

const histories = 'test/jobs/orders/placing-histories-one-shop.test.ts';
const unconfirmed = 'test/supplier/placing-unconfirmed.test.ts';
const checkout = 'test/supplier/checkout-link.test.ts';
const zone = 'test/domain/orders/zone.test.ts';
const sentBefore = 'test/jobs/orders/sent-before.test.ts';

export const orderGuards: readonly Guard[] = [
  {
    name: 'an order from before the installation waits for the merchant',
    changes: [
      {
        file: 'server/domain/orders/order-times.ts',
        from: 'return installedAt !== null && boughtAt(order).getTime() < installedAt.getTime() - clockSkewMs;',
        to: 'return installedAt !== null && boughtAt(order).getTime() < clockSkewMs;',
      },
    ],
    tests: ['test/domain/orders/plan-line.test.ts'],
  },
  {
    name: 'an order whose claim is too old is not sent',
    changes: [
      {
        file: 'server/supplier/placing/send-fence.ts',
        from: '      if (!isInTime())',
        to: '      if (isInTime === undefined)',
      },
    ],
    tests: ['test/jobs/orders/placing-late.test.ts'],
  },
  {
    name: 'an older reading of the store order does not overwrite a newer one',
    changes: [
      {
        file: 'server/db/orders/order-readings.ts',
        from: "coalesce(${updatedAt}::timestamptz, 'infinity')",
        to: "coalesce('infinity', ${updatedAt}::timestamptz)",
      },
    ],
    tests: ['test/jobs/orders/placing-overtaken.test.ts'],
  },
  {
    name: 'a line is one dropship order per generation',
    changes: [
      {
        file: 'server/db/connection/migrations/0001-to-0019/0001-thread.ts',
        from: '    updated_at timestamptz not null,\n    unique (shop, order_gid, line_gid, generation)\n',
        to: '    updated_at timestamptz not null\n',
      },
      {
        file: 'server/db/orders/order-lines.ts',
        from: "    .onConflict((conflict) => conflict.columns(['shop', 'order_gid', 'line_gid', 'generation']).doNothing())\n",
        to: '',
      },
      {
        file: 'server/db/connection/migrations/0001-to-0019/0001-thread.ts',
        from: 'reference text not null unique,',
        to: 'reference text not null,',
      },
    ],
    tests: ['test/db/dropship-orders.test.ts'],
  },
  {
    name: 'a reference is the name of one dropship order',
    changes: [
      {
        file: 'server/db/connection/migrations/0001-to-0019/0001-thread.ts',
        from: 'reference text not null unique,',
        to: 'reference text not null,',
      },
    ],
    tests: ['test/db/dropship-orders.test.ts'],
  },
  {
    name: 'an order of unknown outcome waits for the merchant',
    changes: [
      {
        file: 'jobs/orders/settle-order.ts',
        from: "settlement: {state: 'unconfirmed', reason: unknownOutcomeReason(outcome.why, reference)},",
        to: "settlement: {state: 'waiting', reason: unknownOutcomeReason(outcome.why, reference), nextAttemptAt: now},",
      },
    ],
    tests: [histories],
  },
  {
    name: 'a request that left is not called never sent',
    changes: [
      {
        file: 'server/supplier/placing/place.ts',
        from: 'return sending.sent() ? toUnconfirmed(why) : {',
        to: 'return {',
      },
    ],
    tests: [unconfirmed],
  },
  {
    name: 'an answer about another reference is no order of ours',
    changes: [
      {
        file: 'server/supplier/placing/place-answer.ts',
        from: "  if (!isOurReference(fields.get('reference'), reference)) return unconfirmed('it names another reference than ours');\n",
        to: '',
      },
    ],
    tests: [unconfirmed],
  },
  {
    name: 'a repeated click on “place again” places the order once',
    changes: [
      {
        file: 'server/actions/place-again.ts',
        from: "    if (latest.generation > order.generation) return {kind: 'done', order: latest};\n",
        to: '',
      },
    ],
    tests: ['test/http/orders/idempotency.test.ts'],
  },
  {
    name: 'an unpaid order is replaced only where what changed in the store asks for it',
    changes: [
      {
        file: 'server/actions/place-again.ts',
        from: "findEnding(order)?.kind === 'replace'",
        to: "order.state === 'awaiting_payment'",
      },
    ],
    tests: ['test/http/orders/replace-unpaid.test.ts'],
  },
  {
    name: 'a batch ends, so that no shop waits for the whole backlog of another',
    changes: [
      {
        file: 'jobs/enqueue-batch.ts',
        from: 'return taken <= most && performance.now() < until;',
        to: 'return true;',
      },
    ],
    tests: ['test/jobs/orders/order-backlog.test.ts'],
  },
  {
    name: 'a country the supplier does not serve is blocked',
    changes: [{file: 'server/domain/orders/zone.ts', from: "code !== 'EU') ?? null;", to: "code !== 'EU') ?? 'EU';"}],
    tests: [zone],
  },
  {
    name: 'a checkout link leads to a known host',
    changes: [
      {
        file: 'server/supplier/placing/checkout-link.ts',
        from: '!checkoutHosts.some((host) => hostMatches(url.host, host.trim().toLowerCase()))',
        to: 'false',
      },
    ],
    tests: [checkout],
  },
  {
    name: 'a checkout link is https',
    changes: [
      {file: 'server/supplier/placing/checkout-link.ts', from: "if (url.protocol !== 'https:')\n", to: 'if (false)\n'},
    ],
    tests: [checkout],
  },
  {
    name: 'what the note on the store order says was sent is not sent again after the database was lost',
    changes: [
      {
        file: 'jobs/webhooks/take-store-order.ts',
        from: '    sent_before: isNotedAsSent(order.note ?? null, line.gid),\n',
        to: '    sent_before: isNotedAsSent(null, line.gid),\n',
      },
    ],
    tests: [sentBefore],
  },
  {
    name: 'a line that an earlier installation sent is noted as that',
    changes: [
      {
        file: 'server/domain/orders/store-note.ts',
        from: '      ...(order.sent_before === true ? {sentBefore: true} : {}),\n',
        to: '',
      },
    ],
    tests: [sentBefore],
  },
  {
    name: 'nothing is sent while stored settings cannot be read',
    changes: [
      {
        file: 'jobs/orders/plan-now.ts',
        from: "  if (!isReadable) return notReadyByPlan(toNotSent('waiting', 'settings_unreadable'));\n",
        to: '',
      },
    ],
    tests: ['test/jobs/orders/placing-outcomes.test.ts'],
  },
  {
    name: 'among several orders, none that is not to be paid is marked as paid',
    changes: [
      {
        file: 'server/http/api/orders/bulk-actions.ts',
        from: 'markPaid(db, context, now, refuseIfNotToBePaid)',
        to: 'markPaid(db, context, now)',
      },
    ],
    tests: ['test/http/orders/bulk-actions.test.ts'],
  },
  {
    name: 'settings that were saved elsewhere are not overwritten',
    changes: [
      {
        file: 'server/http/api/settings.ts',
        from: '      refuseIfChanged(deps, req.body, part.readForm(before), values);\n',
        to: '',
      },
    ],
    tests: ['test/http/settings/settings-version.test.ts'],
  },
  {
    name: 'a line that the store does not ship is not sent unasked',
    changes: [{file: 'server/domain/orders/plan-dropship.ts', from: '  if (kept) return kept;\n', to: ''}],
    tests: ['test/domain/orders/plan-line.test.ts'],
  },
  {
    name: 'the small reading before sending sees that a line is not shipped',
    changes: [
      {
        file: 'server/shopify/orders/orders.ts',
        from: ' && isShippedMethod(deliveryMethod?.methodType ?? null),',
        to: ' && isShippedMethod(deliveryMethod === null ? null : null),',
      },
    ],
    tests: ['test/jobs/orders/store-events.test.ts'],
  },
  {
    name: 'an order that Shopify has not analysed for fraud is not taken for a safe one',
    changes: [
      {
        file: 'server/shopify/orders/orders.ts',
        from: '{pending: !isThere || ',
        to: '{pending: ',
      },
    ],
    tests: ['test/shopify/answers.test.ts'],
  },
];
