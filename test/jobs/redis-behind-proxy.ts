// The app on Postgres and on a Redis that a test can cut off, with a small catalogue imported.
import {testRedisUrl} from '../support/database.ts';
import {type FaultProxy, startFaultProxy} from '../support/fault-proxy.ts';
import {importEverything, openTestApp, type TestApp} from '../support/test-app.ts';

export type AppBehindProxy = {readonly redis: FaultProxy; readonly app: TestApp; readonly close: () => Promise<void>};

export async function openAppBehindProxy(): Promise<AppBehindProxy> {
  const redis = await startFaultProxy(testRedisUrl.replace(/^redis:/, 'http:'));
  const redisUrl = redis.url.replace('http:', 'redis:');
  const app = await openTestApp('postgres and redis', {redisUrl, supplier: {articles: 10}});
  await importEverything(app);
  return {
    redis,
    app,
    async close() {
      await app.close();
      await redis.close();
    },
  };
}
