// What limits the damage where something else went wrong: secrets, logs, spreadsheets, themes, and what is kept of a shop.
import type {Guard} from './guard.ts';

const app = 'server/http/app.ts';
const requestId = 'server/http/request-id.ts';
const earlier = 'test/db/sealed-earlier.test.ts';
const images = 'test/supplier/image-addresses.test.ts';
const printed = 'test/domain/to-product.test.ts';
const requests = 'test/http/request-id.test.ts';
const encoded = 'test/supplier/redact-encoded.test.ts';
const queueNames = 'test/queue/shop-names.test.ts';
const previous = 'test/jobs/previous-secret.test.ts';

export const hardeningGuards: readonly Guard[] = [
  {
    name: 'stores take turns, over all of them',
    changes: [{file: app, from: '    limitWork(limits.work),\n', to: ''}],
    tests: ['test/http/limits/work-limits.test.ts'],
  },
  {
    name: 'a user needs the permission that a route needs',
    changes: [{file: app, from: '    requireRights(deps),\n', to: ''}],
    tests: ['test/http/limits/rights.test.ts'],
  },
  {
    name: 'the supplier keys need both permissions',
    changes: [{file: 'server/http/rights.ts', from: "keys: ['write_orders', 'write_products']", to: 'keys: []'}],
    tests: ['test/http/limits/rights.test.ts'],
  },
  {
    name: 'standing answers are changed by users who may edit orders',
    changes: [
      {file: 'server/http/settings-addresses.ts', from: "template: {right: 'orders'", to: "template: {right: 'anyone'"},
    ],
    tests: ['test/http/limits/rights.test.ts'],
  },
  {
    name: 'the checkout link of an erased buyer goes when the order is paid',
    changes: [
      {
        file: 'server/db/connection/migrations/0020-to-0039/0039-asked-to-erase.ts',
        from: "if new.state <> 'awaiting_payment' then",
        to: 'if false then',
      },
    ],
    tests: ['test/db/erased-buyer.test.ts'],
  },
  {
    name: 'articles read at the supplier while a merchant waits are limited',
    changes: [
      {
        file: 'server/http/api/products/read-article.ts',
        from: "  if (permit.kind === 'refused') {\n",
        to: '  if (permit.kind === null) {\n',
      },
    ],
    tests: ['test/http/products/read-article.test.ts'],
  },
  {
    name: 'encryption and digests use derived keys, not the configured one',
    changes: [
      {
        file: 'server/sealing.ts',
        from: "encryption: derive('encryption'), digest: derive('digest'), undivided: key",
        to: 'encryption: key, digest: key, undivided: key',
      },
    ],
    tests: [earlier],
  },
  {
    name: 'what version 1 has sealed still opens',
    changes: [{file: 'server/sealing.ts', from: 'isNewest ? encryption : undivided', to: 'encryption'}],
    tests: [earlier],
  },
  {
    name: 'what version 1 has sealed is re-sealed',
    changes: [
      {
        file: 'server/db/secrets/reseal.ts',
        from: 'and not starts_with(${sql.ref(column)}, ${newest})',
        to: "and split_part(${sql.ref(column)}, '.', 1) <> split_part(${newest}, '.', 1)",
      },
    ],
    tests: [earlier],
  },
  {
    name: 'the digest of a repeated request is keyed',
    changes: [
      {
        file: 'server/http/idempotency.ts',
        from: 'digests: [keyed, ...older, digest(request)]',
        to: 'digests: [digest(request), keyed, ...older]',
      },
    ],
    tests: ['test/http/orders/idempotency.test.ts'],
  },
  {
    name: 'of a short key no more than half is shown',
    changes: [{file: 'server/db/secrets/shop-keys.ts', from: 'Math.min(4, Math.floor(key.length / 2))', to: '4'}],
    tests: ['test/db/shops/shops.test.ts'],
  },
  {
    name: 'an audit detail is at most 4 kB',
    changes: [
      {file: 'server/db/shops/audit.ts', from: 'detail: fitDetailOrNull(detail)', to: 'detail: detail ?? null'},
    ],
    tests: ['test/db/audit.test.ts'],
  },
  {
    name: 'a cell with a full-width sign opens no formula',
    changes: [{file: 'server/domain/csv.ts', from: '\\n\\uff1d\\uff0b\\uff0d\\uff20', to: '\\n'}],
    tests: ['test/domain/csv.test.ts'],
  },
  {
    name: 'the e-mail address is redacted in base64',
    changes: [
      {
        file: 'server/supplier/transport/encoded-buyer.ts',
        from: 'containsNeedle(run, needles) || holdsText(run, depth) ? redactionMark : run',
        to: 'run',
      },
    ],
    tests: [encoded],
  },
  {
    name: 'the e-mail address is redacted in percent codes',
    changes: [
      {
        file: 'server/supplier/transport/encoded-buyer.ts',
        from: 'percentCode.test(run) && tells(decodePercent(run), depth) ? redactionMark : run',
        to: 'run',
      },
    ],
    tests: [encoded],
  },
  {
    name: 'a title ends no HTML attribute',
    changes: [{file: 'server/domain/catalogue/to-product.ts', from: "    .replaceAll('\"', '”')\n", to: ''}],
    tests: [printed],
  },
  {
    name: 'an option value ends no HTML attribute',
    changes: [
      {
        file: 'server/shopify/products/variant-plan.ts',
        from: 'defaultAxis.word(words) : toPrintedLine(words.colour)',
        to: 'defaultAxis.word(words) : words.colour',
      },
    ],
    tests: ['test/shopify/variant-plan.test.ts'],
  },
  {
    name: 'an image address with an IP literal is refused',
    changes: [
      {file: 'server/supplier/image-addresses.ts', from: 'if (ipLiteral.test(host))', to: 'if (host === null)'},
    ],
    tests: [images],
  },
  {
    name: 'an image address with a local name is refused',
    changes: [
      {
        file: 'server/supplier/image-addresses.ts',
        from: "if (localNames.test(host) || !host.includes('.'))",
        to: 'if (host === null)',
      },
    ],
    tests: [images],
  },
  {
    name: 'an image of this machine is refused in production',
    changes: [
      {file: 'server/supplier/image-addresses.ts', from: 'if (allowLoopbackImages && loopback', to: 'if (loopback'},
    ],
    tests: [images],
  },
  {
    name: 'the keys of a template are counted before they are parsed',
    changes: [
      {
        file: 'server/domain/catalogue/template/product-template.ts',
        from: 'return counted.optional().pipe(map);',
        to: 'return map.pipe(counted as unknown as T);',
      },
    ],
    tests: ['test/http/limits/template-limits.test.ts'],
  },
  {
    name: 'a connection on which nothing moves ends',
    changes: [{file: 'server/http/http-server.ts', from: '  server.timeout = limits.silentMs;\n', to: ''}],
    tests: ['test/http/limits/http-server.test.ts'],
  },
  {
    name: 'a request id from outside must be well-formed',
    changes: [{file: requestId, from: 'acceptedRequestId.test(given) ? given', to: "given !== '' ? given"}],
    tests: [requests],
  },
  {
    name: 'refused tokens and webhooks do not fill the log',
    changes: [{file: 'server/http/refused-log.ts', from: '    if (refused > linesPerMinute) return;\n', to: ''}],
    tests: [requests],
  },
  {
    name: 'browsers use https alone in production',
    changes: [{file: app, from: '  if (deps.config.production) app.use(requireHttpsFromNowOn);\n', to: ''}],
    tests: [requests],
  },
  {
    name: 'of a refused note the log has the codes alone',
    changes: [{file: 'jobs/orders/note-in-store.ts', from: 'refused: toLogCodes(done)', to: 'refused: done.errors'}],
    tests: ['test/jobs/refusals-in-log.test.ts'],
  },
  {
    name: 'a shop that is gone leaves no finished job',
    changes: [{file: 'server/queue/shop-names.ts', from: 'return shop !== null && isGone(shop);', to: 'return false;'}],
    tests: [queueNames],
  },
  {
    name: 'a shop’s name is in no id of the queue',
    changes: [
      {
        file: 'server/queue/queues.ts',
        from: 'deduplication: {id: toOpaqueId(deduplicationId)',
        to: 'deduplication: {id: deduplicationId',
      },
    ],
    tests: [queueNames],
  },
  {
    name: 'a previous secret that stays is warned about',
    changes: [{file: 'jobs/schedule/previous-secret.ts', from: 'if (ageMs > day)', to: 'if (ageMs < 0)'}],
    tests: [previous],
  },
  {
    name: 'a worker that is refused its next job waits before it asks again',
    changes: [{file: 'server/queue/patient-worker.ts', from: '      await wait(refusedPauseMs);\n', to: ''}],
    tests: ['test/queue/refused-jobs.test.ts'],
  },
  {
    name: 'sockets and timers have their turn between the statements of the embedded database',
    changes: [
      {
        file: 'server/db/connection/embedded-engine.ts',
        from: 'if (performance.now() - this.#turnBegan > maxTurnMs) {',
        to: 'if (this.#turnBegan > maxTurnMs) {',
      },
    ],
    tests: ['test/db/embedded-engine.test.ts'],
  },
];
