// What a stranger can make the webhook route hold, by sockets of its own that send a body slowly or not at all.
import {once} from 'node:events';
import {createServer} from 'node:http';
import {connect, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import express, {type RequestHandler} from 'express';
import fc from 'fast-check';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {findHeaviestBody, limitBodyTime, limitHeldBytes} from '../../../server/http/limits/read-limits.ts';
import {aDelivery, ask} from '../asking.ts';
import {type BareApp, keys, openBareApp, shop} from '../bare-app.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Headers and the first byte of a body of `length`, then silence. What comes back is in `said`. */
async function begin(url: string, headers: Readonly<Record<string, string>>, length = 100) {
  const {hostname, port} = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const state = {said: '', closed: false};
  socket.setEncoding('utf8').on('data', (text: string) => {
    state.said += text;
  });
  socket.on('close', () => {
    state.closed = true;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const lines = Object.entries({...headers, 'content-length': String(length)}).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`POST /webhooks HTTP/1.1\r\nhost: app\r\n${lines.join('\r\n')}\r\n\r\n{`);
  return {socket, state};
}

/** Waits until it holds, three seconds at most; what is asserted then is asserted once. */
async function settle(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 3_000;
  while (!(await holds()) && performance.now() < end) await sleep(10);
}

async function statusOf({state}: Awaited<ReturnType<typeof begin>>): Promise<string> {
  await settle(() => state.said !== '');
  return state.said.split(' ')[1] ?? 'no answer';
}

type LimitedApp = {readonly url: string; readonly close: () => void};

/** The limits alone, on a route that reads the body and answers 200. */
async function openLimitedApp(...limits: readonly RequestHandler[]): Promise<LimitedApp> {
  const app = express();
  app.post('/webhooks', ...limits, express.raw({type: () => true}), (_req, res) => {
    res.status(200).end();
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '',
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('the webhook route', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  afterAll(() => app.close());

  const {headers} = aDelivery({shop, secret: keys.apiSecret});

  it.each([
    ['signature', {'x-shopify-hmac-sha256': 'none'}],
    ['store', {'x-shopify-shop-domain': 'evil.example.com'}],
    ['topic', {'x-shopify-topic': 'orders/found'}],
    ['id', {'x-shopify-event-id': 'x'.repeat(101)}],
  ])('refuses a %s of another form while the body is still to come', async (_what, wrong) => {
    expect(await statusOf(await begin(app.url, {...headers, ...wrong}))).toBe('401');
  });

  it('refuses a body of a stated length over 256 kB while it is still to come', async () => {
    expect(await statusOf(await begin(app.url, headers, 262_145))).toBe('413');
  });

  it('takes in every delivery of Shopify while strangers hold three hundred bodies of which one byte came', async () => {
    const slow = await Promise.all(Array.from({length: 300}, () => begin(app.url, headers)));
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      statuses.push((await ask(`${app.url}/webhooks`, aDelivery({shop, secret: keys.apiSecret}))).status);
    }
    expect(statuses).toEqual(Array.from({length: 20}, () => 200));
    expect(slow.filter(({state}) => state.said !== '')).toEqual([]);
  });
});

describe('bodies that are not complete', () => {
  let limited: LimitedApp;
  let refused = 0;
  beforeAll(async () => {
    limited = await openLimitedApp(
      limitHeldBytes(100_000, () => {
        refused += 1;
      }),
    );
  });
  afterAll(() => limited.close());

  it('hold a bounded number of bytes together: the one that held most for longest is answered 503, a small one stays', async () => {
    const begun = refused;
    const small = await begin(limited.url, {}, 3);
    const stalled = await begin(limited.url, {}, 90_000);
    stalled.socket.write('x'.repeat(60_000));
    await sleep(50);
    const other = await begin(limited.url, {}, 90_000);
    other.socket.write('x'.repeat(60_000));
    expect(await statusOf(stalled)).toBe('503');
    small.socket.write('{}');
    expect(await statusOf(small)).toBe('200');
    expect(other.state.said).toBe('');
    expect(refused - begun).toBe(1);
  });

  it('count what a piece costs, not only its bytes', async () => {
    const {socket, state} = await begin(limited.url, {}, 90_000);
    for (let count = 0; count < 400 && !state.closed; count += 1) {
      socket.write('x');
      await new Promise(setImmediate);
    }
    expect(await statusOf({socket, state})).toBe('503');
  });

  it('do not include complete ones: a body that comes at once is taken, however large', async () => {
    const strict = await openLimitedApp(limitHeldBytes(20_000));
    const {status} = await ask(`${strict.url}/webhooks`, {method: 'POST', body: 'x'.repeat(30_000)});
    strict.close();
    expect(status).toBe(200);
  });

  it('are given up in the order of bytes times time', () => {
    const held = fc.array(fc.record({since: fc.integer({min: 0, max: 100}), heldBytes: fc.nat(1_000)}), {minLength: 1});
    fc.assert(
      fc.property(held, (readings) => {
        const first = findHeaviestBody(readings, 101);
        const most = Math.max(...readings.map((reading) => reading.heldBytes * (101 - reading.since)));
        expect(first.heldBytes * (101 - first.since)).toBe(most);
      }),
    );
  });
});

describe('a limit of time', () => {
  let limited: LimitedApp;
  beforeAll(async () => {
    limited = await openLimitedApp(limitBodyTime(20), limitHeldBytes(1_000));
  });
  afterAll(() => limited.close());

  it('ends a body that does not come: 408, the connection closed, its place free', async () => {
    const slow = await begin(limited.url, {});
    expect(await statusOf(slow)).toBe('408');
    await settle(() => slow.state.closed);
    expect(slow.state.closed).toBe(true);
    expect((await ask(`${limited.url}/webhooks`, {method: 'POST', body: '{}'})).status).toBe(200);
  });
});
