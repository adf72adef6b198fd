// What a stranger can make the webhook route hold, by sockets of its own that send a body slowly or not at all.
import {once} from 'node:events';
import {createServer} from 'node:http';
import {connect, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import express, {type RequestHandler} from 'express';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {limitReadings, limitTime} from '../../../server/http/limits/read-limits.ts';
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

  it('takes a delivery of Shopify in although a stranger fills all sixty-four places with bodies that do not come', async () => {
    const slow = await Promise.all(Array.from({length: 64}, () => begin(app.url, headers)));
    const whole = aDelivery({shop, secret: keys.apiSecret});
    let status = 0;
    await settle(async () => {
      ({status} = await ask(`${app.url}/webhooks`, whole));
      return status === 200;
    });
    expect(status).toBe(200);
    await settle(() => slow.some(({state}) => state.closed));
    expect(slow.filter(({state}) => state.said.includes(' 503 ')).length).toBeGreaterThan(0);
  });
});

describe('sixty-four bodies read at once', () => {
  let limited: LimitedApp;
  beforeAll(async () => {
    limited = await openLimitedApp(limitReadings(undefined, () => {}, 60_000));
  });
  afterAll(() => limited.close());

  it('leave no room for the next, which is answered 503, until one is gone', async () => {
    const slow = await Promise.all(Array.from({length: 64}, () => begin(limited.url, {})));
    let status = 0;
    const answers = async (wanted: number): Promise<boolean> => {
      ({status} = await ask(`${limited.url}/webhooks`, {method: 'POST', body: '{}'}));
      return status === wanted;
    };
    await settle(() => answers(503));
    expect(status).toBe(503);
    slow[0]?.socket.destroy();
    await settle(() => answers(200));
    expect(status).toBe(200);
  });
});

describe('a limit of time', () => {
  let limited: LimitedApp;
  beforeAll(async () => {
    limited = await openLimitedApp(limitTime(20), limitReadings(1));
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
