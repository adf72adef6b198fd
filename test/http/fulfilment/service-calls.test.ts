// Shopify's calls about the fulfilment service are counted: signed ones, whether they were answered, and nothing that a stranger sends.
import {createHmac} from 'node:crypto';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {saveServiceWish} from '../../../server/db/fulfilment-services/services.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {createCallCounter} from '../../../server/http/webhooks/count-calls.ts';
import {createLog} from '../../../server/log.ts';
import {openRequestsApp, type RequestsApp} from '../../jobs/requests/requests-app.ts';
import {onEachDatabase} from '../../support/database.ts';
import {quickestEngine} from '../../support/test-app.ts';

type Counts = readonly {readonly answered: number; readonly failed: number}[];

/** What is counted once so many calls are, or after five seconds. */
async function countsOf<T extends Counts>(number: number, read: () => Promise<T>): Promise<T> {
  const isCounted = async () => (await read()).some(({answered, failed}) => answered + failed >= number);
  await vi.waitUntil(isCounted, {timeout: 5_000}).catch(() => null);
  return read();
}

describe('a call of Shopify’s about the fulfilment service', () => {
  let app: RequestsApp;
  beforeAll(async () => {
    app = await openRequestsApp(quickestEngine);
  }, 120_000);
  afterAll(() => app.close());

  const body = JSON.stringify({kind: 'FULFILLMENT_REQUEST'});
  const signature = () => createHmac('sha256', app.shopify.apiSecret).update(body).digest('base64');
  const call = async (shop: string, hmac: string) => {
    const answer = await fetch(`${app.url}/fulfilment/fulfillment_order_notification`, {
      method: 'POST',
      body,
      headers: {'x-shopify-shop-domain': shop, 'x-shopify-hmac-sha256': hmac},
    });
    await answer.text();
    return answer.status;
  };
  const calls = async () => {
    const rows = await app.worker.db.selectFrom('service_calls').selectAll().execute();
    return rows.map(({shop, answered, failed}) => ({shop, answered, failed}));
  };

  it('is counted once it is answered; one that a stranger sends is not, nor one of a store without a service', async () => {
    expect(await call(app.shop, `${'A'.repeat(43)}=`)).toBe(401);
    expect(await call('stranger.myshopify.com', signature())).toBe(200);
    expect(await call(app.shop, signature())).toBe(200);
    expect(await countsOf(1, calls)).toEqual([{shop: app.shop, answered: 1, failed: 0}]);
  });

  it('in a flood is counted like any other, and writes one row', async () => {
    expect(new Set(await Promise.all(Array.from({length: 200}, () => call(app.shop, signature()))))).toEqual(
      new Set([200]),
    );
    expect(await countsOf(201, calls)).toEqual([{shop: app.shop, answered: 201, failed: 0}]);
  });

  it('that the app cannot answer is counted as failed', async () => {
    await sql`alter table fulfilment_services rename to fulfilment_services_away`.execute(app.worker.db);
    expect(await call(app.shop, signature())).toBe(500);
    await sql`alter table fulfilment_services_away rename to fulfilment_services`.execute(app.worker.db);
    expect(await countsOf(202, calls)).toEqual([{shop: app.shop, answered: 201, failed: 1}]);
  });
});

onEachDatabase('calls that come while the database cannot be written', (current) => {
  const shop = ShopDomain.parse('a.myshopify.com');
  const now = new Date('2026-11-21T10:00:00Z');

  it('are counted once it can be, together with those that came meanwhile', async () => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: ''}, now);
    await saveServiceWish(db, shop, {want: 'on', trial: [], actor: 'user:1', seen: 0}, now);
    const said: unknown[] = [];
    const log = createLog('warn', {write: (line: string) => void said.push(JSON.parse(line).msg)});
    const count = createCallCounter({webhookDb: db, log, now: () => now});
    await sql`alter table service_calls rename to service_calls_away`.execute(db);
    count(shop, 'failed');
    await expect
      .poll(() => said)
      .toEqual(['calls of the fulfilment service could not be counted; they are counted later']);
    count(shop, 'answered');
    await sql`alter table service_calls_away rename to service_calls`.execute(db);
    const calls = () => db.selectFrom('service_calls').select(['day', 'answered', 'failed']).execute();
    expect(await countsOf(2, calls)).toEqual([{day: '2026-11-21', answered: 1, failed: 1}]);
  });
});
