import {expect, it} from 'vitest';
import {createLog} from '../../server/log.ts';
import {createTroubleLog} from '../../server/queue/trouble-log.ts';

it('trouble of one kind is a warning once a minute, with how often it came in between; another kind is its own', () => {
  const lines: {level: number; msg: string; repeated?: number; queue?: string}[] = [];
  const log = createLog('debug', {write: (line) => void lines.push(JSON.parse(line))});
  let now = 0;
  const warn = createTroubleLog(log, () => now);
  const warnings = () => lines.splice(0).filter(({level}) => level === 40);
  const refused = () => Object.assign(new Error(`connect ECONNREFUSED ${now}`), {code: 'ECONNREFUSED'});
  const readOnly = () => new Error(`READONLY You can't write against a read only replica. ${now}`);
  for (; now < 60_000; now += 100) {
    for (const queue of ['sync', 'chores']) {
      warn({err: refused(), queue}, 'the queue cannot be reached');
      warn({err: readOnly(), queue}, 'the queue cannot be reached');
    }
  }
  expect(warnings()).toMatchObject([{queue: 'sync'}, {queue: 'sync'}]);
  warn({err: refused()}, 'the queue cannot be reached');
  expect(warnings()).toMatchObject([{repeated: 1_199}]);
  warn({err: refused()}, 'not ready');
  expect(warnings()).toMatchObject([{msg: 'not ready'}]);
  now += 60_000;
  warn({err: refused()}, 'not ready');
  expect(warnings()).not.toHaveProperty('0.repeated');
});
