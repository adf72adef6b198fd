// What keeps a live store from being counted as removed, and from being erased; and a merchant who leaves from products that are on sale
// again, or deleted against the choice.
import type {Guard} from './guard.ts';

const decision = 'test/domain/uninstall.test.ts';
const forms = 'test/shopify/webhook-forms.test.ts';

const departure = 'test/jobs/sync/departure/departure.test.ts';
const beside = 'test/jobs/sync/departure/beside.test.ts';

const file = 'server/domain/uninstall.ts';

export const removalGuards: readonly Guard[] = [
  {
    name: 'only a refusal of Shopify removes the app from a store',
    changes: [
      {
        file: 'jobs/webhooks/uninstall.ts',
        from: 'const answer = await askIfInstalled(deps, shop);',
        to: "const answer = 'refused' as Awaited<ReturnType<typeof askIfInstalled>>;",
      },
    ],
    tests: ['test/jobs/uninstall-asked.test.ts'],
  },
  {
    name: 'no answer of Shopify is no refusal',
    changes: [
      {
        file,
        from: "  if (failure.kind !== 'refused') return 'none';\n",
        to: "  if (failure.kind !== 'refused') return 'refused';\n",
      },
    ],
    tests: [decision],
  },
  {
    name: 'a token that is missing or unreadable is not refused',
    changes: [{file, from: "failure.status === 401 ? 'refused' : 'no_token'", to: "'refused'"}],
    tests: [decision],
  },
  {
    name: 'a token that was dead for 26 hours before the webhook proves nothing',
    changes: [{file, from: 'return receivedAt.getTime() - acceptedAt.getTime() <= aliveForMs;', to: 'return true;'}],
    tests: [decision],
  },
  {
    name: 'a body that does not name the store proves nothing',
    changes: [{file, from: "answer !== 'refused' || !namesStore || ", to: "answer !== 'refused' || "}],
    tests: [decision],
  },
  {
    name: 'an unconfirmed request to erase waits for 20 days',
    changes: [{file, from: '>= unconfirmedWaitMs)', to: '>= 0)'}],
    tests: [decision],
  },
  {
    name: 'a token accepted since ends a request to erase',
    changes: [{file, from: ' || (acceptedAt !== null && acceptedAt > receivedAt)) return', to: ') return'}],
    tests: [decision],
  },
  {
    name: 'a token may expire late',
    changes: [{file, from: '.find((at) => at > now);', to: '.find(() => false);'}],
    tests: [decision],
  },
  {
    name: 'a store that has the app is not erased',
    changes: [{file: 'server/db/shops/erase-shop.ts', from: '.where(isRemovalConfirmed(shop))', to: ''}],
    tests: ['test/db/shops/shops.test.ts'],
  },
  {
    name: 'a removal from before a new installation is not carried out',
    changes: [{file: 'server/db/shops/removed-shops.ts', from: "      .where('installed_at', '<=', goneAt)\n", to: ''}],
    tests: ['test/db/shops/removed-shops.test.ts'],
  },
  {
    name: 'a signed body counts only under a topic of its form',
    changes: [
      {
        file: 'server/shopify/auth/webhook.ts',
        from: 'if (!hasFormOfTopic(head.topic, body)) return',
        to: "if (head.topic === '') return",
      },
    ],
    tests: ['test/shopify/webhook.test.ts'],
  },
  {
    name: 'a request about a buyer does not erase the store',
    changes: [
      {
        file: 'server/shopify/auth/webhook-forms.ts',
        from: "  if (has('customer', 'orders_to_redact')) return 'erasure of a buyer';\n",
        to: '',
      },
    ],
    tests: [forms],
  },
  {
    name: 'a refusal of the source address does not end a token',
    changes: [
      {
        file: 'server/shopify/auth/token-grant.ts',
        from: 'if (code === 400 || code === 401) {',
        to: 'if (code === 400 || code === 401 || code === 403) {',
      },
    ],
    tests: ['test/shopify/refused-app.test.ts'],
  },
  {
    name: 'nothing is sent for a store for which sending is stopped',
    changes: [
      {file: 'server/db/shops/stopped-shops.ts', from: "      state: 'stopped',\n", to: "      state: 'installed',\n"},
    ],
    tests: ['test/db/shops/stopped-shops.test.ts'],
  },
  {
    name: 'a product whose answer was lost is put on sale again when that is taken back',
    changes: [
      {
        file: 'server/db/catalogue/choice.ts',
        from: "  if (hand !== 'left_out') await retireLowered(db, shop, ids);",
        to: '',
      },
    ],
    tests: ['test/jobs/sync/off-sale/at-once.test.ts'],
  },
  {
    name: 'a product whose answer was lost while leaving is put on sale again',
    changes: [
      {
        file: 'server/actions/departure/ask-departure.ts',
        from: '    await retireLowered(transaction, shop, null);\n',
        to: '',
      },
    ],
    tests: ['test/jobs/sync/departure/start-again.test.ts'],
  },
  {
    name: 'a late reading does not make the app forget that it took a product off sale',
    changes: [{file: 'server/actions/retire-now.ts', from: "result?.kind !== 'refused'", to: 'result === undefined'}],
    tests: ['test/jobs/sync/off-sale/at-once.test.ts'],
  },
  {
    name: 'one product that cannot be taken off sale stops no other',
    changes: [
      {
        file: 'server/actions/retire-now.ts',
        from: "      return {articleId, outcome: stillOnSale('failed')};",
        to: '      throw err;',
      },
    ],
    tests: ['test/jobs/sync/off-sale/several-at-once.test.ts'],
  },
  {
    name: 'no update begins in a shop whose merchant is leaving',
    changes: [
      {
        file: 'jobs/sync/open-run.ts',
        from: "  if (row.kind !== 'departure' && (await isDeparting(db, shop))) {\n",
        to: "  if (row.kind === 'departure' && row.fence < 0) {\n",
      },
    ],
    tests: [departure],
  },
  {
    name: 'the store is compared at the end of leaving',
    changes: [
      {
        file: 'jobs/sync/departure/compare-store.ts',
        from: '  const wrong = products.filter(isWrong);\n',
        to: '  const wrong = products.filter(isWrong).slice(products.length);\n',
      },
    ],
    tests: [departure],
  },
  {
    name: 'leaving deletes only what the app made',
    changes: [
      {
        file: 'server/domain/departure/plan-departure.ts',
        from: "if (choice === 'delete' && isMade) return 'delete';",
        to: "if (choice === 'delete') return 'delete';",
      },
    ],
    tests: ['test/domain/departure/plan-departure.test.ts'],
  },
  {
    name: 'a product that lost our key is compared by its listing',
    changes: [
      {
        file: 'jobs/sync/departure/compare-store.ts',
        from: '    await comparePage(run, choice, shown, result);\n    after',
        to: '    after',
      },
    ],
    tests: [beside],
  },
];
