// What keeps strangers from taking all places or all memory with their connections: each guard as the change that removes it.
import type {Guard} from './guard.ts';

const watch = 'server/http/limits/watch-connections.ts';
const order = 'server/http/limits/close-order.ts';
const bodies = 'server/http/limits/read-limits.ts';
const server = 'test/http/limits/http-server.test.ts';
const unread = 'test/http/limits/unread-answers.test.ts';
const orders = 'test/http/limits/close-order.test.ts';
const reading = 'test/http/limits/read-limits.test.ts';

export const crowdGuards: readonly Guard[] = [
  {
    name: 'a connection has few requests that are not answered',
    changes: [{file: watch, from: 'exchanges.size > limits.unanswered', to: 'exchanges.size > Infinity'}],
    tests: [unread],
  },
  {
    name: 'answers that are not read are bounded in sum',
    changes: [{file: watch, from: 'mostUnread <= most', to: 'mostUnread <= Infinity'}],
    tests: [unread],
  },
  {
    name: 'a client that takes nothing loses its answer before one that reads',
    changes: [{file: order, from: 'a.lastReadAt - b.lastReadAt || ', to: ''}],
    tests: [orders],
  },
  {
    name: 'a body comes in a bounded number of pieces',
    changes: [{file: watch, from: 'if (pieces > most)', to: 'if (pieces > Infinity)'}],
    tests: [unread],
  },
  {
    name: 'a body is not kept after the end of its answer',
    changes: [{file: watch, from: '      if (res.writableEnded) req.resume();\n', to: ''}],
    tests: [unread],
  },
  {
    name: 'a long address is refused before it is read',
    changes: [{file: 'server/http/http-server.ts', from: 'length > limits.urlLength', to: 'length > Infinity'}],
    tests: [unread],
  },
  {
    name: 'the number of connections is limited',
    changes: [{file: watch, from: 'connections.size <= limits.connections', to: 'connections.size <= Infinity'}],
    tests: [server],
  },
  {
    name: 'a connection without headers goes before those that served a request',
    changes: [{file: order, from: 'return isSlow || areMostSilent ? 1 : 4;', to: 'return 4;'}],
    tests: [server, orders],
  },
  {
    name: 'a connection that waits for our answer is not closed for another',
    changes: [{file: order, from: '      return Infinity;\n', to: '      return 5;\n'}],
    tests: [server, orders],
  },
  {
    name: 'unfinished bodies are bounded in sum',
    changes: [{file: bodies, from: 'if (held <= most) return;', to: 'if (held <= Infinity) return;'}],
    tests: [reading],
  },
  {
    name: 'the unfinished body that held most for longest goes first',
    changes: [
      {file: bodies, from: 'b.heldBytes * (now - b.since) - a.heldBytes * (now - a.since)', to: 'a.since - b.since'},
    ],
    tests: [reading],
  },
  {
    name: 'a complete body does not count',
    changes: [{file: bodies, from: '      if (received >= whole) leave(reading);\n', to: ''}],
    tests: [reading],
  },
  {
    name: 'each piece of a body counts',
    changes: [{file: bodies, from: 'const bytesPerPiece = 700;', to: 'const bytesPerPiece = 0;'}],
    tests: [reading],
  },
  {
    name: 'few answers are compressed at once',
    changes: [{file: 'server/http/encoding/compress-answers.ts', from: ' || queue.size >= waitAtMost', to: ''}],
    tests: ['test/http/encoding/compress.test.ts'],
  },
  {
    name: 'a report has the orders of its own store alone',
    changes: [
      {
        file: 'server/db/orders/order-margin-column.ts',
        from: 'join store_orders s on s.shop = ${shop} and s.order_gid',
        to: 'join store_orders s on s.order_gid',
      },
      {
        file: 'server/db/orders/order-margin-column.ts',
        from: 'where d.shop = ${shop} and ${which}',
        to: 'where ${which}',
      },
    ],
    tests: ['test/http/reports/reports.test.ts'],
  },
  {
    name: 'an order that was cancelled, refunded or closed is in no amount of a report',
    changes: [
      {
        file: 'server/db/reports/report-sums.ts',
        from: '${hasRate} and not ended and unknown = 0',
        to: '${hasRate} and unknown = 0',
      },
    ],
    tests: ['test/http/reports/reports.test.ts'],
  },
  {
    name: 'reports are counted one of a shop and two in all at a time',
    changes: [
      {
        file: 'server/http/app.ts',
        from: "  router.use(reportPaths, limitPreviews(limits.previews, 'reports are being counted'));\n",
        to: "  if (!limits) router.use(reportPaths, limitPreviews(limits.previews, 'reports are being counted'));\n",
      },
    ],
    tests: ['test/http/limits/request-limits.test.ts'],
  },
  {
    name: 'files are written one of a shop at a time',
    changes: [
      {
        file: 'server/http/app.ts',
        from: '  router.use(filePaths, limitFiles(limits.previews));\n',
        to: '  if (!limits) router.use(filePaths, limitFiles(limits.previews));\n',
      },
    ],
    tests: ['test/http/limits/request-limits.test.ts'],
  },
  {
    name: 'the largest losses of a report are named',
    changes: [
      {
        file: 'server/domain/reports/sum-report.ts',
        from: '.filter(([, sums]) => marginOf(sums) < 0)',
        to: '.filter(([, sums]) => marginOf(sums) < -Infinity)',
      },
    ],
    tests: ['test/domain/reports/sum-report.test.ts'],
  },
  {
    name: 'a report is of two years at most',
    changes: [
      {file: 'server/domain/reports/periods.ts', from: '  if (days > mostDays) return', to: '  if (days < 0) return'},
    ],
    tests: ['test/domain/reports/periods.test.ts', 'test/http/reports/reports.test.ts'],
  },
];
