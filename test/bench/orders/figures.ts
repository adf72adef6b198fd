// The figures of the order half.
import {testEngines} from '../../support/test-app.ts';
import type {Figure} from '../figure.ts';
import {measureHundredAtOnce} from './hundred-at-once.ts';
import {measureKilledWorker} from './killed-worker.ts';
import {measureOneAgainstAll} from './one-against-all.ts';
import {measureRedisOutage} from './redis-outage.ts';
import {measureReports} from './reports.ts';
import {measureSeenToSent} from './seen-to-sent.ts';
import {measureWebhookRoute} from './webhook-route.ts';

export async function* orderFigures(scale: number): AsyncGenerator<Figure> {
  if (testEngines.includes('postgres and redis')) {
    yield* measureWebhookRoute(scale);
    yield* measureRedisOutage(scale);
    yield* measureOneAgainstAll(scale);
    yield* measureKilledWorker(scale);
  } else {
    process.stderr.write(
      'left out, because Postgres and Redis are not both here: the webhook route, an outage of Redis, one shop against all, a killed worker\n',
    );
  }
  yield* measureSeenToSent(scale);
  yield* measureHundredAtOnce(scale);
  yield* measureReports(scale);
}
