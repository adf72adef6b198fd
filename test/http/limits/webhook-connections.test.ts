// The web process writes webhooks down through a database handle of their own: pages that take every connection stop none.
import type {KyselyPlugin} from 'kysely';
import {expect, it} from 'vitest';
import {silentLog} from '../../support/database.ts';
import {aDelivery, ask} from '../asking.ts';
import {keys, openBareApp, pageOf, shop} from '../bare-app.ts';

it('a webhook is written down while no connection for pages is free', async () => {
  const pages = {areStuck: false};
  const stuck = noneFree(() => pages.areStuck);
  const app = await openBareApp({}, (deps) => ({...deps, db: deps.db.withPlugin(stuck), webhookDb: deps.db}), {
    log: silentLog,
  });
  pages.areStuck = true;
  const page = await pageOf(app)('GET', '/settings/general');
  const {status} = await ask(`${app.url}/webhooks`, aDelivery({shop, webhookId: 'event-1', secret: keys.apiSecret}));
  pages.areStuck = false;
  const rows = await app.deps.db.selectFrom('deliveries').select('event_key').execute();
  expect({page: page.status, webhook: status, rows}).toEqual({page: 503, webhook: 200, rows: [{event_key: 'event-1'}]});
  await app.close();
});

/** While it is so, each statement fails as it does where pg's pool has no free connection in time. */
function noneFree(isSo: () => boolean): KyselyPlugin {
  return {
    transformQuery({node}) {
      if (isSo()) throw new Error('timeout exceeded when trying to connect');
      return node;
    },
    transformResult: async ({result}) => result,
  };
}
