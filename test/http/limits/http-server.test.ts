// Connections that strangers open and keep: how many there may be, how long a request may take to arrive, and how a stop ends them.
import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {type HttpServer, type ServerLimits, serverLimits, startHttpServer} from '../../../server/http/http-server.ts';

const servers: HttpServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
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

/** A loaded machine needs its time; a connection that is open after that stays open. */
const inTime = {timeout: 8_000};

/** `said`: what the server has said once it has ended the connection, and null before. */
type Opened = {readonly socket: Socket; readonly ended: Promise<string>; readonly said: () => string | null};

/** What the server has said by the time it ended the connection; null where it did not. */
async function heardFrom({said}: Opened): Promise<string | null> {
  await vi.waitUntil(() => said() !== null, inTime).catch(() => {}); // the assertion says what is missing
  return said();
}

async function open({port}: HttpServer, sent = ''): Promise<Opened> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  let said: string | null = null;
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  socket.on('error', () => {});
  const ended = once(socket, 'close').then(() => {
    said = heard;
    return heard;
  });
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent);
  return {socket, ended, said: () => said};
}

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
    const server = await serve({silentMs: 200, connections: 1}, Buffer.alloc(64 * 1024 * 1024));
    const {socket} = await open(server);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nhost: app\r\n\r\n');
    // There is room for one connection: another client is served once this one has lost its own.
    const isServed = async () => {
      const client = await open(server, 'GET / HTTP/1.1\r\nhost: app\r\n\r\n');
      const answered = once(client.socket, 'data').then(() => true);
      return Promise.race([answered, client.ended.then(() => false)]);
    };
    const served = await vi.waitUntil(isServed, inTime).catch(() => false);
    expect(served).toBe(true);
  });

  it('has ten seconds for headers and fifteen for a request, looked at every second, a thousand of them at once', () => {
    expect(serverLimits).toMatchObject({headersMs: 10_000, requestMs: 15_000, checkMs: 1_000, connections: 1_000});
    expect(serverLimits).toMatchObject({cutAfterMs: 10_000, silentMs: 60_000});
  });
});

it('a connection beyond the most there may be is closed, and there is room again once one ends', async () => {
  const server = await serve({connections: 2});
  const [first] = [await open(server), await open(server)];
  const third = await open(server);
  expect(await heardFrom(third)).toBe('');
  first.socket.destroy();
  await expect
    .poll(async () => {
      const {socket, ended} = await open(server, 'GET / HTTP/1.1\r\nhost: app\r\nconnection: close\r\n\r\n');
      const heard = await ended;
      socket.destroy();
      return heard;
    })
    .toMatch(/^HTTP\/1\.1 200 /);
});

it('connections that are only kept open for more requests make room for new ones', async () => {
  const server = await serve({connections: 4});
  const answers: string[] = [];
  for (let opened = 0; opened < 12; opened += 1) {
    const {socket, ended} = await open(server, 'GET / HTTP/1.1\r\nhost: app\r\n\r\n');
    const answer = once(socket, 'data').then(() => 'answered');
    answers.push(await Promise.race([answer, ended.then(() => 'turned away')]));
  }
  expect(answers).toEqual(Array.from({length: 12}, () => 'answered'));
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
