// Clients that hold on to a process that is told to stop: they are cut, and it ends in time and in order.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';
import {addressOf, appEnv, type Child, start} from './child.ts';
import {trickle} from './trickle.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

it('a process told to stop ends within fifteen seconds with 0, though one client trickles headers and another a body', {
  timeout: 240_000,
}, async () => {
  const home = mkdtempSync(join(tmpdir(), 'piecewise-stop-clients-'));
  ends.push(() => rmSync(home, {recursive: true, force: true}));
  const folder = join(home, 'db');
  await writeEmptyEmbedded(folder);
  const app: Child = start('server/main.ts', appEnv({DATA_FOLDER: folder}));
  ends.push(() => app.stop('SIGKILL'));
  const port = Number(new URL(await addressOf(app)).port);
  const headers = await trickle(port, 'GET /healthz HTTP/1.1\r\nhost: app\r\nx-slow: ');
  const body = await trickle(port, 'POST /webhooks HTTP/1.1\r\nhost: app\r\ncontent-length: 100000\r\n\r\n');
  ends.push(headers.end, body.end);
  const begun = performance.now();
  expect(await app.stop()).toBe(0);
  // The promise itself: a client would hold the process for 75 seconds otherwise.
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(app.stderr()).not.toContain('stopped before everything had ended in order');
});
