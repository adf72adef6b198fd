import {createServer, type Server} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import express from 'express';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {compressAnswers} from '../../../server/http/encoding/compress-answers.ts';
import {ask} from '../asking.ts';

const long = {text: 'Piecewise '.repeat(500)};
let server: Server;
let url: string;

beforeAll(async () => {
  const app = express().use(compressAnswers());
  app.get('/long', (_req, res) => void res.json(long));
  app.get('/short', (_req, res) => void res.json({text: 'short'}));
  app.get('/personal', (_req, res) => void res.set('cache-control', 'no-store, no-transform').json(long));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const encodingOf = async (path: string, accepted = 'gzip, deflate, br') =>
  (await ask(`${url}${path}`, {headers: {'accept-encoding': accepted}})).headers['content-encoding'];

it('a long answer is compressed in a way the browser accepts', async () => {
  expect(await encodingOf('/long')).toBe('br');
  expect(await encodingOf('/long', 'gzip')).toBe('gzip');
});

it('is left as it is for who accepts nothing else, where it is short, and where it says so', async () => {
  expect(await encodingOf('/long', 'identity')).toBeUndefined();
  expect(await encodingOf('/short')).toBeUndefined();
  expect(await encodingOf('/personal')).toBeUndefined();
});

it('is left as it is where many are being compressed already: a compressor takes a megabyte', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text;
  });
  // They arrive together, so that each is answered before one is compressed.
  socket.write('GET /long HTTP/1.1\r\nhost: app\r\naccept-encoding: gzip\r\n\r\n'.repeat(60));
  await expect.poll(() => heard.split('HTTP/1.1 200').length - 1).toBe(60);
  socket.destroy();
  expect(heard.split('content-encoding: gzip').length - 1).toBe(36);
});
