// Connections that strangers open and keep: how many there may be, how long a request may take to arrive, and how a stop ends them.
import {once} from 'node:events';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {type HttpServer, type ServerLimits, serverLimits, startHttpServer} from '../../../server/http/http-server.ts';
import {aGet, heardFrom, inTime, type RawClient, type RawClients, rawClients} from './raw-clients.ts';

const servers: HttpServer[] = [];
const opened: RawClients[] = [];
afterEach(async () => {
  for (const clients of opened.splice(0)) clients.closeAll();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

const long = 60_000;
const patient: ServerLimits = {...serverLimits, headersMs: long, requestMs: long, checkMs: 20, cutAfterMs: long};

/** Answers once the request's body is there. */
async function serve(limits: Partial<ServerLimits>, body: string | Buffer = 'ok'): Promise<HttpServer> {
  const server = await startHttpServer(
    (req, res) => void req.resume().once('end', () => res.end(body)),
    {port: 0, host: '127.0.0.1'},
    {...patient, ...limits},
  );
  servers.push(server);
  return server;
}

const open = ({port}: HttpServer, sent = ''): Promise<RawClient> => {
  const clients = rawClients(() => port);
  opened.push(clients);
  return clients.open(sent);
};

const unfinishedHeaders = 'GET / HTTP/1.1\r\nhost: app\r\nx-slow: ';
const unfinishedBody = 'POST / HTTP/1.1\r\nhost: app\r\ncontent-length: 100\r\n\r\n{"a":';

describe('a client that is slow', () => {
  it.each([
    ['sends nothing', ''],
    ['does not end its headers', unfinishedHeaders],
  ])('and %s loses its connection after the time for headers', async (_what, sent) => {
    const client = await open(await serve({headersMs: 60}), sent);
    expect(String(await heardFrom(client))).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  it('and does not end its body loses its connection after the time for a request', async () => {
    const client = await open(await serve({headersMs: 60, requestMs: 60}), unfinishedBody);
    expect(String(await heardFrom(client))).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('and does not read its answer loses its connection once nothing moved on it for some time', async () => {
    // More than the buffers of two machines take.
    const server = await serve({silentMs: 200}, Buffer.alloc(32 * 1024 * 1024));
    const {socket} = await open(server);
    socket.pause();
    socket.write(aGet());
    await vi.waitUntil(() => server.unreadBytes() > 0, inTime);
    await vi.waitUntil(() => server.unreadBytes() === 0, inTime).catch(() => {});
    expect(server.unreadBytes()).toBe(0);
  });

  it('has ten seconds for headers and fifteen for a request, looked at every second, a thousand of them at once', () => {
    expect(serverLimits).toMatchObject({headersMs: 10_000, requestMs: 15_000, checkMs: 1_000, connections: 1_000});
    expect(serverLimits).toMatchObject({cutAfterMs: 10_000, silentMs: 60_000});
    expect(serverLimits).toMatchObject({unanswered: 4, unreadBytes: 67_108_864, urlLength: 8_192, headerBytes: 16_384});
  });
});

describe('the number of connections is limited', () => {
  const isOpen = ({said}: RawClient) => said() === null;

  it('a new one takes the place of the oldest that sent no headers, and one that served a request stays', async () => {
    const server = await serve({connections: 3});
    const kept = await open(server, aGet());
    await once(kept.socket, 'data');
    const [first, second] = [await open(server), await open(server, unfinishedHeaders)];
    const third = await open(server);
    expect(await heardFrom(first)).toBe('');
    await open(server);
    expect(await heardFrom(second)).toBe('');
    expect([kept, third].map(isOpen)).toEqual([true, true]);
  });

  it('is turned away itself where the server owes an answer to all others', async () => {
    let begun = 0;
    const neverAnswers = () => {
      begun += 1;
    };
    const limits = {...patient, connections: 2, cutAfterMs: 0};
    const server = await startHttpServer(neverAnswers, {port: 0, host: '127.0.0.1'}, limits);
    servers.push(server);
    const busy = [await open(server, aGet()), await open(server, aGet())];
    await vi.waitUntil(() => begun === 2, inTime);
    expect(await heardFrom(await open(server))).toBe('');
    expect(busy.map(isOpen)).toEqual([true, true]);
  });

  it('connections that are only kept open for more requests make room for new ones', async () => {
    const server = await serve({connections: 4});
    const answers: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const {socket, ended} = await open(server, aGet());
      const answer = once(socket, 'data').then(() => 'answered');
      answers.push(await Promise.race([answer, ended.then(() => 'turned away')]));
    }
    expect(answers).toEqual(Array.from({length: 12}, () => 'answered'));
  });
});

describe('a stop', () => {
  it('cuts clients that do not end their requests, after its time', async () => {
    const server = await serve({cutAfterMs: 100});
    const slow = [await open(server, unfinishedHeaders), await open(server, unfinishedBody), await open(server)];
    const stopped = server.stop();
    expect(await Promise.all(slow.map(heardFrom))).toEqual(['', '', '']);
    await stopped;
  });

  it('answers what arrives in time, and closes connections that are only kept open at once', async () => {
    const server = await serve({});
    const kept = await open(server, 'GET / HTTP/1.1\r\nhost: app\r\n\r\n');
    const late = await open(server, unfinishedBody);
    await once(kept.socket, 'data');
    const stopped = server.stop();
    expect(await kept.ended).toContain('200 OK');
    late.socket.write('x'.repeat(95));
    expect(await late.ended).toMatch(/200 OK[\s\S]*connection: close/i);
    await stopped;
  });
});
