// The embedded database's engine ends while the app is at work, as on a disk without room for its log of changes.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {sql} from 'kysely';
import {afterAll, describe, expect, it} from 'vitest';
import {openDatabase} from '../../server/db/connection/open.ts';
import {aDelivery, ask} from '../http/asking.ts';
import {createMerchant} from '../sandbox/demo/merchant.ts';
import {startShopify} from '../sandbox/shopify/start.ts';
import {blockLog} from '../support/block-log.ts';
import {silentLog} from '../support/database.ts';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';
import {addressOf, appEnv, start} from './child.ts';

const home = mkdtempSync(join(tmpdir(), 'piecewise-engine-stops-'));
const folder = join(home, 'db');
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  rmSync(home, {recursive: true, force: true});
});

describe('an embedded database whose engine ends', () => {
  it('acknowledges nothing more, ends the process with a sentence, and has every acknowledged webhook at the next start', async () => {
    const current = await fillLog();
    const shopify = await startShopify({webhookTopics: []});
    ends.push(shopify.close);
    const app = start(
      'server/main.ts',
      appEnv({
        DATA_FOLDER: folder,
        SHOPIFY_API_KEY: shopify.apiKey,
        SHOPIFY_API_SECRET: shopify.apiSecret,
        SHOPIFY_ORIGIN: shopify.origin,
      }),
    );
    ends.push(() => app.stop('SIGKILL'));
    const url = await addressOf(app);
    const {domain: shop} = shopify.shop();
    await createMerchant(url, () => shopify.sessionToken(shop)).settings();
    const log = blockLog(folder, current);

    const acknowledged: string[] = [];
    let status = 200;
    for (let at = 0; at < 2_000 && status === 200; at += 1) {
      const delivery = aDelivery({shop, topic: 'shop/update', webhookId: `webhook-${at}`, secret: shopify.apiSecret});
      ({status} = await ask(`${url}/webhooks`, delivery));
      if (status === 200) acknowledged.push(`webhook-${at}`);
    }
    expect(status).toBe(503);
    expect(await app.ended).toBe(1);
    expect(app.stderr()).toMatch(/^The embedded database has stopped \(\d+ MB are free under .+\)\. Make room .+\.$/m);

    log.free();
    expect(acknowledged.length).toBeGreaterThan(0);
    const stored = await storedKeys();
    expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
  }, 240_000);
});

/** Makes the database, and writes most of a file of its log, so that the app need not; returns that file's name. */
async function fillLog(): Promise<string> {
  await writeEmptyEmbedded(folder);
  const database = await openDatabase({folder, log: silentLog});
  const position = sql<{segment: string; offset: number}>`
    select file_name as segment, file_offset as offset from pg_walfile_name_offset(pg_current_wal_insert_lsn())
  `;
  const read = async () => (await position.execute(database.kysely)).rows[0] ?? {segment: '', offset: 0};
  let at = await read();
  for (; at.offset < 12_000_000; at = await read()) {
    await sql`select pg_logical_emit_message(true, 'test', repeat('x', 200000))`.execute(database.kysely);
  }
  await database.close();
  return at.segment;
}

/** What a new start of the database finds. */
async function storedKeys(): Promise<ReadonlySet<string>> {
  const database = await openDatabase({folder, log: silentLog});
  const rows = await database.kysely.selectFrom('deliveries').select('event_key').execute();
  await database.close();
  return new Set(rows.map(({event_key}) => event_key));
}
