// What keeps one caller from taking the service away from all others: each guard as the change that removes it.
import type {Guard} from './guard.ts';

const preview = 'test/db/settings-preview.test.ts';
const gate = 'test/http/limits/gate.test.ts';
const server = 'test/http/limits/http-server.test.ts';
const stopping = 'test/jobs/orders/stop-with-orders.test.ts';
const operator = 'test/http/operator.test.ts';
const requests = 'test/http/limits/request-limits.test.ts';

export const limitGuards: readonly Guard[] = [
  {
    name: 'waiting requests of all shops together leave connections to webhooks',
    changes: [{file: 'server/http/limits/limit-requests.ts', from: 'totalWaiting: 250, ', to: ''}],
    tests: ['test/http/limits/work-limits.test.ts'],
  },
  {
    name: 'the number of articles chosen by hand in a minute is limited',
    changes: [
      {
        file: 'server/http/api/articles.ts',
        from: "  if (permit.kind === 'allowed') return;\n",
        to: '  if (permit.kind !== null) return;\n',
      },
    ],
    tests: ['test/http/limits/hand-limit.test.ts'],
  },
  {
    name: 'the maps of a template are folded once',
    changes: [
      {
        file: 'server/domain/catalogue/template/product-template.ts',
        from: '  if (known !== undefined) return known;\n',
        to: '  if (known === record) return known;\n',
      },
    ],
    tests: [preview],
  },
  {
    name: 'a map of a template has at most 2,000 keys',
    changes: [
      {
        file: 'server/domain/catalogue/template/product-template.ts',
        from: '    if (count <= maxTemplateKeys) return;\n',
        to: '    if (count > 0) return;\n',
      },
    ],
    tests: ['test/http/limits/template-limits.test.ts'],
  },
  {
    name: 'work over many articles pauses between slices',
    changes: [{file: 'server/db/catalogue/in-slices.ts', from: '    if (at > 0) await nextTurn();\n', to: ''}],
    tests: ['test/db/in-slices.test.ts'],
  },
  {
    name: 'a preview plans in slices',
    changes: [
      {
        file: 'server/preview/plans.ts',
        from: '  await mapInSlices(rows, (facts) =>',
        to: '  rows.map((facts) =>',
      },
    ],
    tests: [preview],
  },
  {
    name: 'a run plans in slices',
    changes: [
      {
        file: 'jobs/sync/plan-listings.ts',
        from: 'await mapInSlices(batch, (chosen)',
        to: 'batch.map((chosen)',
      },
    ],
    tests: ['test/jobs/sync/large-template.test.ts'],
  },
  {
    name: 'four requests of a shop are at work at once',
    changes: [{file: 'server/http/limits/gate.ts', from: ' || line.atWork >= this.#limits.atWork', to: ''}],
    tests: [requests],
  },
  {
    name: 'the queue of a shop’s requests has a limit',
    changes: [
      {
        file: 'server/http/limits/gate.ts',
        from: '    if (line.atWork + line.waiting.size >= atWork + waiting) return null;\n',
        to: '',
      },
    ],
    tests: [gate],
  },
  {
    name: 'a wait in the queue has a time limit',
    changes: [
      {
        file: 'server/http/limits/gate.ts',
        from: "    giveUpSignal.addEventListener('abort', giveUp, {once: true});\n",
        to: '',
      },
    ],
    tests: [gate],
  },
  {
    name: 'a caller that hangs up keeps its place until the work has ended',
    changes: [
      {
        file: 'server/http/limits/limit-requests.ts',
        from: 'if (!res.writableEnded) setTimeout(leave, longestWorkMs).unref();',
        to: 'leave();',
      },
    ],
    tests: [requests],
  },
  {
    name: 'a shop has a rate',
    changes: [
      {
        file: 'server/http/limits/limit-requests.ts',
        from: "    if (permit.kind === 'refused') {\n",
        to: '    if (permit === null) {\n',
      },
    ],
    tests: [requests],
  },
  {
    name: 'a rate limiter that fails lets every request through',
    changes: [
      {
        file: 'server/queue/rate-limits.ts',
        from: "        return {kind: 'allowed'};\n",
        to: "        return {kind: 'refused', retryAfterSeconds: 1, isFirst: false};\n",
      },
    ],
    tests: ['test/queue/rate-limits.test.ts'],
  },
  {
    name: 'previews are counted one of a shop and two in all at a time',
    changes: [
      {
        file: 'server/http/app.ts',
        from: '  router.use(previewPaths, limitPreviews(limits.previews));\n',
        to: '  if (!limits) router.use(previewPaths, limitPreviews());\n',
      },
    ],
    tests: [requests],
  },
  {
    name: 'settings are saved one of a shop at a time',
    changes: [
      {
        file: 'server/http/limits/limit-saves.ts',
        from: "    if (req.method !== 'PUT') {\n",
        to: "    if (req.method !== 'TRACE') {\n",
      },
    ],
    tests: [requests],
  },
  {
    name: 'keys are checked five times a minute',
    changes: [
      {
        file: 'server/http/api/connection.ts',
        from: "  if (permit.kind !== 'refused') return;\n",
        to: '  return;\n',
      },
    ],
    tests: ['test/http/connection.test.ts'],
  },
  {
    name: 'a refused key is recorded',
    changes: [
      {
        file: 'server/http/api/connection.ts',
        from: "  await saveAudit(deps.db, shopOf(res), {actor: actorOf(res), subject, action: 'key_refused'}, deps.now());\n",
        to: '',
      },
    ],
    tests: ['test/http/connection.test.ts'],
  },
  {
    name: 'a stop closes the connections of clients that do not leave',
    changes: [
      {
        file: 'server/http/http-server.ts',
        from: 'setTimeout(() => server.closeAllConnections(), cutAfterMs)',
        to: 'setTimeout(() => {}, cutAfterMs)',
      },
    ],
    tests: [server],
  },
  {
    name: 'headers arrive in time',
    changes: [{file: 'server/http/http-server.ts', from: '      headersTimeout: limits.headersMs,\n', to: ''}],
    tests: [server],
  },
  {
    name: 'a request arrives in time',
    changes: [{file: 'server/http/http-server.ts', from: '      requestTimeout: limits.requestMs,\n', to: ''}],
    tests: [server],
  },
  {
    name: 'a stop waits for an order that is with the supplier',
    changes: [{file: 'jobs/workers.ts', from: 'orders.close(graceMs, held)', to: 'orders.close(graceMs)'}],
    tests: [stopping],
  },
  {
    name: 'a process that stops claims no order',
    changes: [
      {file: 'jobs/orders/place-dropship-order.ts', from: "  if (end === null) return 'stopping';\n", to: ''},
      {file: 'jobs/orders/place-dropship-order.ts', from: '    end();\n', to: '    end?.();\n'},
    ],
    tests: [stopping],
  },
  {
    name: 'readiness is checked by writing',
    changes: [
      {
        file: 'server/http/health.ts',
        from: 'succeedsWithin(writeProbe(webhookDb, now()), probeLimitMs)',
        to: 'isReachable(webhookDb)',
      },
    ],
    tests: [operator],
  },
  {
    name: 'readiness is asked once a second at most',
    changes: [
      {
        file: 'server/http/health.ts',
        from: 'Math.abs(at - last.at) < 1_000',
        to: 'Math.abs(at - last.at) < 0',
      },
    ],
    tests: [operator],
  },
  {
    name: 'figures without a token are refused in production',
    changes: [{file: 'server/http/health.ts', from: '  if (token === null && production) return false;\n', to: ''}],
    tests: [operator],
  },
];
