// On Postgres webhooks have connections of their own: a shop whose pages hold every other one keeps no webhook waiting.
import {sql} from 'kysely';
import {Client} from 'pg';
import {expect, it} from 'vitest';
import {engines} from '../support/database.ts';
import {aDelivery, ask} from './asking.ts';
import {keys, openBareApp, shop} from './bare-app.ts';

/** More than the connections of the pool that everything else shares. */
const statements = 15;

it.skipIf(!engines.databases.includes('postgres'))(
  'a webhook is stored while pages hold all their connections',
  async () => {
    const app = await openBareApp();
    const holder = new Client({connectionString: app.deps.config.databaseUrl ?? ''});
    await holder.connect();
    await holder.query('select pg_advisory_lock(1)');
    const pages = Array.from({length: statements}, () =>
      sql`select pg_advisory_lock_shared(1)`.execute(app.deps.db).catch(() => null),
    );
    const {status} = await ask(`${app.url}/webhooks`, aDelivery({shop, webhookId: 'event-1', secret: keys.apiSecret}));
    await holder.end();
    await Promise.all(pages);
    expect(status).toBe(200);
    const rows = await app.deps.db.selectFrom('deliveries').select('event_key').execute();
    expect(rows).toEqual([{event_key: 'event-1'}]);
    await app.close();
  },
);
