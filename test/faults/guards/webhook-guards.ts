// What keeps anything but a webhook of this store from being taken for one, and an uninstall from being believed unasked.
import type {Guard} from './guard.ts';

const webhook = 'test/shopify/webhook.test.ts';
const form = 'test/shopify/webhook-headers.test.ts';
const limits = 'test/http/limits/read-limits.test.ts';

const file = 'server/shopify/auth/webhook.ts';
const headers = 'server/shopify/auth/webhook-headers.ts';

export const webhookGuards: readonly Guard[] = [
  {
    name: 'a body that is sent again and again costs one row',
    changes: [
      {file: 'server/http/webhooks.ts', from: 'webhookId, bodyDigest, resource};', to: 'webhookId, resource};'},
    ],
    tests: ['test/http/webhooks.test.ts'],
  },
  {
    name: 'a webhook that arrives while an equal one is handled is handled too',
    changes: [{file: 'server/db/deliveries/deliveries.ts', from: ' and arrivals = ${arrivals}', to: ''}],
    tests: ['test/db/equal-deliveries.test.ts'],
  },
  {
    name: 'a signed body is a webhook only where it is a JSON object',
    changes: [
      {file, from: '  if (rawBody[0] !== openingBrace) return null;\n', to: ''},
      {file, from: 'return isObject(value) ? value : null;', to: 'return isObject(value) ? value : {};'},
    ],
    tests: [webhook],
  },
  {
    name: 'a signed body begins with the brace, which no signed query does',
    changes: [{file, from: '  if (rawBody[0] !== openingBrace) return null;\n', to: ''}],
    tests: [webhook],
  },
  {
    name: 'a body that names another store is refused',
    changes: [{file, from: '  if (isOther(named) || isOther(known)) return false;\n', to: ''}],
    tests: [webhook],
  },
  {
    name: 'a privacy request names its store',
    changes: [{file, from: 'return named === shop || !isComplianceTopic(topic);', to: 'return true;'}],
    tests: [webhook],
  },
  {
    name: 'a topic comes in on its own address, and an internal one not at all',
    changes: [{file: headers, from: 'if (addressOfTopic(topic) !== address) return', to: "if (topic === '') return"}],
    tests: [form],
  },
  {
    name: 'ids have a length',
    changes: [{file: headers, from: '{0,100}$/', to: '*$/'}],
    tests: [form],
  },
  {
    name: 'a session token ends and begins',
    changes: [
      {
        file: 'server/shopify/auth/session-token.ts',
        from: '  exp: z.number(),\n  nbf: z.number(),\n',
        to: '',
      },
    ],
    tests: ['test/shopify/session-token.test.ts'],
  },
  {
    name: 'headers are checked before the body is read',
    changes: [
      {
        file: 'server/http/webhooks.ts',
        from: 'time, checkHeaders(deps, address, logRefused), limitBodySize, held, raw, take',
        to: 'time, limitBodySize, held, raw, checkHeaders(deps, address, logRefused), take',
      },
    ],
    tests: [limits],
  },
  {
    name: 'a large body is not read',
    changes: [{file: 'server/http/limits/read-limits.ts', from: '> bodyLimit) res', to: '> Infinity) res'}],
    tests: [limits],
  },
  {
    name: 'a body that does not come is not waited for',
    changes: [
      {
        file: 'server/http/limits/read-limits.ts',
        from: '      if (req.complete) return;\n',
        to: '      if (timeMs > 0) return;\n',
      },
    ],
    tests: [limits],
  },
  {
    name: 'a product counts as deleted only where Shopify no longer shows it',
    changes: [
      {
        file: 'jobs/webhooks/notice-product.ts',
        from: 'const updatedAt = await fetchProductUpdatedAt(admin, shop, gid);',
        to: 'const updatedAt = null as Awaited<ReturnType<typeof fetchProductUpdatedAt>>;',
      },
    ],
    tests: ['test/jobs/product-deliveries.test.ts'],
  },
  {
    name: 'a refusal of the app itself is no refusal of a shop',
    changes: [
      {
        file: 'server/shopify/auth/token-grant.ts',
        from: 'if (refusedAppCodes.has(oauth)) {',
        to: 'if (refusedAppCodes.has(what)) {',
      },
    ],
    tests: ['test/shopify/refused-app.test.ts'],
  },
  {
    name: 'an old delivery is not acted on',
    changes: [
      {
        file: 'server/http/webhooks/stale-webhooks.ts',
        from: 'return isHint && triggeredAt',
        to: 'return !isHint && triggeredAt',
      },
    ],
    tests: ['test/http/webhooks.test.ts'],
  },
  {
    name: 'a time from the future is not kept',
    changes: [
      {
        file: 'server/http/webhooks.ts',
        from: 'triggeredAt !== null && triggeredAt > receivedAt ? receivedAt : triggeredAt',
        to: 'triggeredAt',
      },
    ],
    tests: ['test/http/webhooks.test.ts'],
  },
  {
    name: 'webhooks are stored through a database handle of their own',
    changes: [
      {
        file: 'server/http/webhooks.ts',
        from: 'createDeliveryStore(deps)',
        to: 'createDeliveryStore({webhookDb: deps.db})',
      },
    ],
    tests: ['test/http/limits/webhook-connections.test.ts'],
  },
  {
    name: 'webhooks have database connections of their own',
    changes: [{file: 'server/deps.ts', from: 'webhookDb: database.webhooks,', to: 'webhookDb: database.kysely,'}],
    tests: ['test/http/webhook-pool.test.ts'],
    onPostgres: true,
  },
  {
    name: 'each webhook of a bulk action is kept, though they share one event id',
    changes: [
      {
        file: 'server/shopify/auth/webhook.ts',
        from: '  if (webhookId !== null) return webhookId;\n',
        to: '  if (eventId !== null) return eventId;\n',
      },
    ],
    tests: ['test/http/webhooks.test.ts'],
  },
];
