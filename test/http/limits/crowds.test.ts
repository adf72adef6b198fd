// A crowd of strangers at the whole app, on real sockets: every genuine webhook is taken, on kept and on new connections.
import {Agent, request} from 'node:http';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {createApp} from '../../../server/http/app.ts';
import {type HttpServer, serverLimits, startHttpServer} from '../../../server/http/http-server.ts';
import {aDelivery} from '../asking.ts';
import {type BareApp, keys, openBareApp, shop} from '../bare-app.ts';
import {aGet, type RawClients, rawClients} from './raw-clients.ts';

/** A tenth of the places of a real process, so that a crowd is small. */
const places = 100;
const genuine = 15;
const strangersBetween = 10;

let app: BareApp;
let server: HttpServer;
let clients: RawClients;
beforeAll(async () => {
  app = await openBareApp();
  const limits = {...serverLimits, connections: places, cutAfterMs: 0};
  server = await startHttpServer(createApp(app.deps), {port: 0, host: '127.0.0.1'}, limits);
  clients = rawClients(() => server.port);
});
afterEach(() => clients.closeAll());
afterAll(async () => {
  clients.closeAll();
  await server.stop();
  await app.close();
});

const payload = {id: 1, admin_graphql_api_id: 'gid://shopify/Order/1'};
const delivery = () => aDelivery({shop, secret: keys.apiSecret, payload});
const headLines = (length: number): string => {
  const lines = Object.entries({...delivery().headers, 'content-length': String(length)});
  return lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
};
const post = (path: string, length: number, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: app\r\n${headLines(length)}\r\n${body}`;

/** The status of a webhook on the connection that `agent` keeps; 0 where the connection was closed. */
function tell(agent: Agent): Promise<number> {
  const {method, headers, body} = delivery();
  return new Promise((resolve) => {
    const options = {port: server.port, host: '127.0.0.1', path: '/webhooks', method, headers, agent};
    const outgoing = request(options, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.once('error', () => resolve(0)).end(body);
  });
}

describe('every genuine webhook is taken beside a crowd', () => {
  it.each([
    ['that sends nothing', ''],
    ['that does not end its headers', 'POST /webhooks HTTP/1.1\r\nhost: app\r\nx-slow: '],
    ['that asked once and keeps its connections', aGet('/healthz')],
    ['that sends one byte of a webhook', post('/webhooks', 100, '{')],
    ['that sends headers of a webhook and no body', post('/webhooks', 100, '')],
    ['that sends no body where none is read', post('/healthz', 100, '')],
    ['that sends no body to the API', post('/api/runs', 100, '')],
    ['that sends three requests at once', aGet('/healthz').repeat(3)],
  ])('%s', async (_what, sent) => {
    const agent = new Agent({keepAlive: true, maxSockets: 1});
    const statuses = {kept: [await tell(agent)], fresh: [] as number[]};
    for (let count = 0; count < places; count += 1) await clients.open(sent);
    for (let count = 0; count < genuine; count += 1) {
      await Promise.all(Array.from({length: strangersBetween}, () => clients.open(sent)));
      statuses.fresh.push(await tell(new Agent()));
      statuses.kept.push(await tell(agent));
    }
    agent.destroy();
    const all = (length: number) => Array.from({length}, () => 200);
    expect(statuses).toEqual({kept: all(genuine + 1), fresh: all(genuine)});
  });

  it('of which each takes its time between headers and body, as a genuine one may', async () => {
    for (let count = 0; count < places; count += 1) await clients.open(post('/webhooks', 100, '{'));
    const {body} = delivery();
    const slow = await Promise.all(
      Array.from({length: 20}, async () => {
        const client = await clients.open(post('/webhooks', body.length, ''));
        await clients.open('');
        client.socket.write(body);
        return client;
      }),
    );
    await expect.poll(() => slow.filter(({heard}) => heard().startsWith('HTTP/1.1 200')).length).toBe(20);
  });
});
