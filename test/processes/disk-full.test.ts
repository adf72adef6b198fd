// A disk without room under the embedded database: a small file system in memory, mounted for the test and filled to the last byte.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {openDatabase} from '../../server/db/connection/open.ts';
import {aDelivery, ask} from '../http/asking.ts';
import {createMerchant} from '../sandbox/demo/merchant.ts';
import {startShopify} from '../sandbox/shopify/start.ts';
import {silentLog} from '../support/database.ts';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';
import {addressOf, appEnv, type Child, start} from './child.ts';

const disk = mkdtempSync(join(tmpdir(), 'piecewise-disk-'));
const isMounted = mount();
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  if (isMounted) execFileSync('/bin/umount', [disk]);
  rmdirSync(disk);
});

describe.runIf(isMounted)('an embedded database whose disk is full', () => {
  it('acknowledges no webhook that it cannot store, is not ready, and goes on by itself when there is room', async () => {
    const shopify = await startShopify({webhookTopics: []});
    ends.push(shopify.close);
    const {app, url} = await startOnDisk({
      SHOPIFY_API_KEY: shopify.apiKey,
      SHOPIFY_API_SECRET: shopify.apiSecret,
      SHOPIFY_ORIGIN: shopify.origin,
    });
    const {domain: shop} = shopify.shop();
    await createMerchant(url, () => shopify.sessionToken(shop)).settings();

    const acknowledged: string[] = [];
    const deliver = async (webhookId: string): Promise<number> => {
      const delivery = aDelivery({shop, topic: 'shop/update', webhookId, secret: shopify.apiSecret});
      const {status} = await ask(`${url}/webhooks`, delivery);
      if (status === 200) acknowledged.push(webhookId);
      return status;
    };
    const ready = async () => (await ask(`${url}/readyz`)).status;
    expect(await deliver('before')).toBe(200);
    expect(await ready()).toBe(200);

    const filler = join(disk, 'filler');
    const {bfree, bsize} = statfsSync(disk);
    // More than there is: what fits stays.
    expect(() => writeFileSync(filler, Buffer.alloc(bfree * bsize + 1_000_000))).toThrow('ENOSPC');
    // The pages that exist have room for some more.
    const statuses = new Set<number>();
    for (let at = 0; at < 500 && !statuses.has(503); at += 1) statuses.add(await deliver(`full-${at}`));
    expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
    expect(await deliver('refused')).toBe(503);
    // An answer stands for a second.
    await expect.poll(ready, {timeout: 20_000}).toBe(503);
    expect((await ask(`${url}/healthz`)).status).toBe(200);

    rmSync(filler);
    await expect.poll(ready, {timeout: 20_000}).toBe(200);
    expect(await deliver('refused')).toBe(200);
    expect(await app.stop()).toBe(0);
    const stored = await storedKeys();
    expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(2);
  }, 240_000);
});

/** False where this user may not mount: then there is no such disk here, and with CI=true that is an error. */
function mount(): boolean {
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=128m,mode=0700', 'tmpfs', disk], {stdio: 'ignore'});
    return true;
  } catch (cause) {
    if (process.env['CI'] === 'true') throw new Error('CI=true requires the right to mount a tmpfs.', {cause});
    process.stderr.write('Left out: a full disk needs the right to mount a tmpfs.\n');
    return false;
  }
}

async function startOnDisk(env: Record<string, string>): Promise<{app: Child; url: string}> {
  const folder = join(disk, 'db');
  await writeEmptyEmbedded(folder);
  const app = start('server/main.ts', appEnv({DATA_FOLDER: folder, ...env}));
  ends.push(() => app.stop('SIGKILL'));
  return {app, url: await addressOf(app)};
}

/** What a new start of the database finds. */
async function storedKeys(): Promise<ReadonlySet<string>> {
  const database = await openDatabase({folder: join(disk, 'db'), log: silentLog});
  const rows = await database.kysely.selectFrom('deliveries').select('event_key').execute();
  await database.close();
  return new Set(rows.map(({event_key}) => event_key));
}
