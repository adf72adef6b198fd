import {Client} from 'undici';
import {afterEach, expect, test} from 'vitest';
import {trackSend} from '../../server/supplier/placing/send-phase.ts';
import {httpText, type RawBehaviour, type RawServer, saying, startRawServer} from './raw-server.ts';

const servers: RawServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function addressOf(behaviour: RawBehaviour): Promise<string> {
  const server = await startRawServer(behaviour);
  servers.push(server);
  return server.at;
}

async function post(origin: string, signal?: AbortSignal): Promise<{sent: boolean; answered: boolean}> {
  const client = new Client(origin, {allowH2: false, connect: {timeout: 300}, headersTimeout: 300, bodyTimeout: 300});
  const options = {path: '/', method: 'POST', body: '{"reference":"x"}', reset: true, ...(signal && {signal})};
  const sending = trackSend(() => client.request(options));
  try {
    await (await sending.answer).body.text();
    return {sent: sending.sent(), answered: true};
  } catch {
    return {sent: sending.sent(), answered: false};
  } finally {
    await client.destroy();
  }
}

const broken: Record<string, RawBehaviour> = {
  'a connection closed as soon as it was accepted': {onConnect: (socket) => void socket.destroy()},
  'a connection reset after the request': {onData: (socket) => void socket.resetAndDestroy()},
  'a supplier that accepts and never answers': {},
  'half an answer': {onData: (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"ok":true')},
  'an answer that is not HTTP': saying('nonsense\r\n\r\n'),
};

test.each(Object.entries(broken))('%s counts as sent', async (_, behaviour) => {
  const at = await addressOf(behaviour);
  expect(await post(`http://${at}`)).toEqual({sent: true, answered: false});
});

test('a request that was answered was sent', async () => {
  const at = await addressOf(saying(httpText(200, '{}')));
  expect(await post(`http://${at}`)).toEqual({sent: true, answered: true});
});

test('a refused connection sent nothing', async () => {
  const server = await startRawServer();
  await server.close();
  expect(await post(`http://${server.at}`)).toEqual({sent: false, answered: false});
  expect(server.received()).toBe('');
});

test('a name that does not exist sent nothing', async () => {
  expect(await post('http://no-such-host.invalid')).toEqual({sent: false, answered: false});
});

test('a supplier that does not speak TLS was sent nothing of the request', async () => {
  const server = await startRawServer(saying('nonsense\r\n\r\n'));
  servers.push(server);
  expect(await post(`https://${server.at}`)).toEqual({sent: false, answered: false});
  expect(server.received()).not.toContain('reference');
});

test('a connection that does not come about in time sent nothing', async () => {
  const at = await addressOf({});
  expect(await post(`https://${at}`)).toEqual({sent: false, answered: false});
});

test('a request given up before it began sent nothing', async () => {
  const server = await startRawServer(saying(httpText(200, '{}')));
  servers.push(server);
  expect(await post(`http://${server.at}`, AbortSignal.abort())).toEqual({sent: false, answered: false});
  expect(server.received()).toBe('');
});

test('a request whose progress is not known counts as sent', async () => {
  const sending = trackSend(() => Promise.resolve('no request was made'));
  expect(sending.sent()).toBe(true);
  await sending.answer;
});

test('requests made at once are told apart', async () => {
  const at = await addressOf(saying(httpText(200, '{}')));
  const gone = await startRawServer();
  await gone.close();
  const all = await Promise.all([...Array(20).keys()].map((n) => post(`http://${n % 2 === 0 ? at : gone.at}`)));
  expect(all.map(({sent}) => sent)).toEqual([...Array(20).keys()].map((n) => n % 2 === 0));
});
