// A process that is killed between Shopify's answer to a token refresh and the write: the refresh token in the database is used
// already, and Shopify takes it again until its replacement is used
// (https://shopify.dev/changelog/more-resilient-refreshes-for-expiring-offline-access-tokens).
import {spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {readConfig} from '../../server/config.ts';
import {createDeps, type Deps} from '../../server/deps.ts';
import {ensureInstalled} from '../../server/http/installation.ts';
import {fetchShopFacts} from '../../server/shopify/shop/shop.ts';
import {startShopify} from '../sandbox/shopify/start.ts';
import {createClock} from '../support/clock.ts';
import {engines, openTestDatabase, silentLog} from '../support/database.ts';
import type {Order} from './programs/refresh-and-die.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe.runIf(engines.databases.includes('postgres'))('a process killed before it stores a refreshed token', () => {
  it('costs one more refresh for twenty callers in two processes, and no visit of the merchant', async () => {
    const clock = createClock(new Date());
    const shopify = await startShopify({now: () => clock.now().getTime(), webhookTopics: []});
    ends.push(shopify.close);
    const database = await openTestDatabase('postgres');
    ends.push(database.dispose);
    const env = {
      PORT: '0',
      HOST: 'http://127.0.0.1',
      SHOPIFY_API_KEY: shopify.apiKey,
      SHOPIFY_API_SECRET: shopify.apiSecret,
      SHOPIFY_ORIGIN: shopify.origin,
      SUPPLIER_URL: 'http://127.0.0.1:9',
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      DATABASE_URL: database.databaseUrl ?? '',
    };
    const open = async (): Promise<Deps> => {
      const deps = await createDeps(readConfig(env), {log: silentLog, now: clock.now, waitMs: clock.wait});
      ends.push(deps.close);
      return deps;
    };
    const [web, worker] = [await open(), await open()];
    const store = shopify.shop();
    const shop = ShopDomain.parse(store.domain);
    await ensureInstalled(web, shop, shopify.sessionToken(shop), {userId: '42', sessionId: 'test'});
    const storedToken = () => web.db.selectFrom('sessions').select('payload_sealed').executeTakeFirstOrThrow();
    const first = await storedToken();

    clock.turn(58 * 60_000);
    expect(await endOfRefresh({env, shop, aheadMs: 58 * 60_000})).toBe('SIGKILL');
    expect(store.tokensIssued()).toBe(2);
    expect(await storedToken()).toEqual(first);

    // The dead one's lease ends after two minutes.
    clock.turn(121_000);
    const callers = Array.from({length: 20}, (_, at) => (at % 2 === 0 ? web : worker).tokens.get(shop));
    expect(new Set(await Promise.all(callers)).size).toBe(1);
    expect(store.tokensIssued()).toBe(3);
    expect(await fetchShopFacts(worker.admin, shop)).toMatchObject({currency: 'EUR'});
    const row = await web.db.selectFrom('shops').select('needs_reauth').executeTakeFirstOrThrow();
    expect(row.needs_reauth).toBe(false);
  }, 120_000);
});

/** The signal that ended the process, or what it said instead. */
async function endOfRefresh(order: Order): Promise<string> {
  const program = join(import.meta.dirname, 'programs', 'refresh-and-die.ts');
  const child = spawn(process.execPath, [program], {stdio: ['pipe', 'pipe', 'inherit']});
  ends.push(async () => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdin.write(`${JSON.stringify(order)}\n`);
  const [, signal]: unknown[] = await once(child, 'close');
  return typeof signal === 'string' ? signal : said;
}
