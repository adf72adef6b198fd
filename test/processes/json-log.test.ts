// Whoever reads the log reads JSON, one line each: also what packages and Node itself have to say.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';
import {addressOf, appEnv, said, start} from './child.ts';

/** As BullMQ does for a Redis that may evict keys, ioredis for a wrong password, and Node for what is to go. */
const talkative = `setTimeout(() => {
  console.warn('IMPORTANT! %s', 'Eviction policy\\nis wrong');
  console.error(new Error('Unhandled error event'));
  console.log('said by a package');
  process.emitWarning('to go', 'DeprecationWarning');
  setTimeout(() => console.info('said last'), 100);
}, 1000);`;

it('every line of npm start is JSON, from start to stop', async () => {
  const home = mkdtempSync(join(tmpdir(), 'piecewise-log-'));
  await writeEmptyEmbedded(join(home, 'db'));
  const words = ['--omit=dev', '--with-env-file', `--import=data:text/javascript,${encodeURIComponent(talkative)}`];
  const app = start('server/launch.mjs', appEnv({DATA_FOLDER: join(home, 'db')}), [...words, 'server/main.ts']);
  await addressOf(app);
  await said(app, /(said last)/);
  expect(await app.stop()).toBe(0);
  const lines = `${app.stdout()}${app.stderr()}`.split('\n').filter((line) => line !== '');
  const plain = lines.filter((line) => !line.startsWith('{') || !line.endsWith('}'));
  expect(plain).toEqual([]);
  const messages = lines.map((line) => JSON.parse(line)).map(({level, msg}) => `${level} ${msg}`);
  expect(messages).toEqual(
    expect.arrayContaining([
      '40 IMPORTANT! Eviction policy\nis wrong',
      expect.stringMatching(/^50 Error: Unhandled error event/),
      '30 said by a package',
      '40 DeprecationWarning: to go',
    ]),
  );
  rmSync(home, {recursive: true, force: true});
});
