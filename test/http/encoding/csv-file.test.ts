// A long file goes out no faster than it is read, leaves nothing behind, and ends when its reader has gone.
import {once} from 'node:events';
import {createServer, get, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import express from 'express';
import {describe, expect, onTestFinished, test} from 'vitest';
import {sendCsvFile} from '../../../server/http/encoding/csv-file.ts';

const cell = 'x'.repeat(200_000);

async function serve(parts: number) {
  const made = {parts: 0};
  async function* lines() {
    for (; made.parts < parts; made.parts += 1) yield [[made.parts, cell]];
  }
  const app = express();
  const ended = Promise.withResolvers<void>();
  app.get('/', (_request, response) => {
    void sendCsvFile(response, 'long.csv', ['number', 'text'], lines()).then(ended.resolve, ended.reject);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  await once(server, 'listening');
  const [answer] = (await once(get({port: (server.address() as AddressInfo).port}), 'response')) as [IncomingMessage];
  return {answer, made, ended: ended.promise};
}

describe('a long CSV file', () => {
  test('arrives whole, and no part of it leaves a listener behind', async () => {
    const warnings: string[] = [];
    const listen = ({name}: Error) => void warnings.push(name);
    process.on('warning', listen);
    onTestFinished(() => void process.off('warning', listen));
    const {answer, ended} = await serve(40);
    let lines = 0;
    for await (const chunk of answer) lines += String(chunk).split('\r\n').length - 1;
    await ended;
    expect(lines).toBe(41);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });

  test('is not made further once its reader has gone', async () => {
    const {answer, made, ended} = await serve(10_000);
    await once(answer, 'data');
    answer.destroy();
    await ended;
    expect(made.parts).toBeLessThan(1_000);
  });
});
