// Orders found by what the buyer is called: Shopify is asked, and nothing of what was typed is kept.
import {subscribe, unsubscribe} from 'node:diagnostics_channel';
import fc from 'fast-check';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {FoundBuyers} from '../../../server/http/contract/buyers/find-buyers.ts';
import {createLog} from '../../../server/log.ts';
import {toBuyerQuery} from '../../../server/shopify/orders/find-orders.ts';
import {type OrderTestApp, openOrderTestApp} from '../../jobs/orders/order-test-app.ts';
import {patientToken} from '../../support/patient-token.ts';
import {oneEngine} from '../../support/test-app.ts';
import {ask} from '../asking.ts';

describe('the words that Shopify is asked for', () => {
  it.each([
    ['Ada Lovelace', '"Ada" "Lovelace"'],
    ['ada@buyer.example', 'email:"ada@buyer.example"'],
    ['Ada OR status:any', '"Ada" "OR" "status:any"'],
    ['-name:#1001', '"-name:#1001"'],
    ['O\'Brien "x" \\', '"O" "Brien" "x"'],
    ['" OR email:*', '"OR" "email:*"'],
    ['- * "', null],
  ])('%s', (typed, query) => {
    expect(toBuyerQuery(typed)).toBe(query);
  });

  it('are quoted, whatever is typed, so that they can be nothing but words', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary', maxLength: 60}), (typed) => {
        expect(toBuyerQuery(typed) ?? '').toMatch(/^(?:(?:^| )(?:email:)?"[^"\\]+")*$/);
      }),
    );
  });
});

// On one engine: the statements are those of the list of orders.
describe.each(oneEngine)('a buyer’s orders, on %s', (engine) => {
  let app: OrderTestApp;
  let logged = '';
  beforeAll(async () => {
    const log = createLog('trace', {write: (line: string) => void (logged += line)});
    app = await openOrderTestApp(engine, {articles: 40, log});
  });
  afterAll(() => app.close());

  /** The paths and queries that are asked for, those of the app to Shopify among them. */
  const asked: string[] = [];
  const note = (message: unknown) => {
    const {request} = message as {readonly request: {readonly path: string}};
    asked.push(request.path);
  };
  beforeAll(() => subscribe('undici:request:create', note));
  afterAll(() => void unsubscribe('undici:request:create', note));

  const isSearch = ({operationName}: {readonly operationName: string | null}) => operationName === 'FindOrders';
  const find = (text: unknown) =>
    ask(`${app.url}/api/dropship-orders/find-buyers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${patientToken(app.shopify, app.shop, app.clock)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({text}),
    });
  const found = async (text: string) => {
    const {status, json} = await find(text);
    expect(status).toBe(200);
    return FoundBuyers.parse(json);
  };

  it('are found by whole words of their name and by their e-mail, and by nothing else', async () => {
    const bought = app.buy({email: 'zacharias.quux@buyer.example'});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(await found('zacharias.quux@buyer.example')).toMatchObject({
      orders: [{id: row.id, orderName: row.order_name}],
      hasMore: false,
      isWithheld: false,
    });
    expect((await found('muster FRIEDA')).orders.map(({id}) => id)).toContain(row.id);
    for (const text of ['unknown@buyer.example', 'Muster Zacharias', 'status:any', '* OR id:*']) {
      expect((await found(text)).orders).toEqual([]);
    }
  });

  it('are not looked for by a text that is too short, too long or no text', async () => {
    for (const text of ['', ' a ', 'x'.repeat(101), 7, undefined]) {
      expect(await find(text)).toMatchObject({status: 422, json: {error: {field: 'text'}}});
    }
  });

  it('leave nothing of what was typed in the log, in the database or in an address', async () => {
    const typed = 'Zeldowina-Unverwechselbar';
    logged = '';
    asked.length = 0;
    await found(typed);
    const ends = app.shopify.misbehave({fault: 'status', status: 503, when: isSearch});
    expect(await find(typed)).toMatchObject({status: 503, text: expect.not.stringContaining(typed)});
    ends();
    await app.quiet();
    expect(logged).not.toContain(typed);
    expect(asked.filter((address) => address.endsWith('/graphql.json')).length).toBeGreaterThan(1);
    expect(asked.join('\n')).not.toContain(typed);
    expect((await tablesWith(typed)).length).toBe(0);
    // Were it there, it would have been seen.
    app.deps.log.warn({typed}, 'a line of the test');
    expect(logged).toContain(typed);
    expect(await tablesWith(app.shop)).toContain('dropship_orders');
  });

  it('are not found while Shopify fails, and the answer says so; once it answers again they are', async () => {
    const bought = app.buy({email: 'later@buyer.example'});
    await app.quiet();
    const end = app.shopify.misbehave({fault: 'status', status: 503, when: isSearch});
    expect(await find('later@buyer.example')).toMatchObject({
      status: 503,
      json: {error: {message: expect.any(String)}},
    });
    end();
    const {id} = await app.row(bought.id);
    expect((await found('later@buyer.example')).orders.map((order) => order.id)).toEqual([id]);
  });

  it('are said to be withheld where Shopify withholds the data of buyers', async () => {
    const shops = () => app.worker.db.updateTable('shops').where('shop', '=', app.shop);
    await shops().set({buyer_data: 'approval'}).execute();
    expect(await found('unknown@buyer.example')).toEqual({orders: [], hasMore: false, isWithheld: true});
    await shops().set({buyer_data: null}).execute();
    expect(await found('unknown@buyer.example')).toMatchObject({isWithheld: false});
  });

  /** The tables that hold the text anywhere. */
  async function tablesWith(text: string): Promise<readonly string[]> {
    const {rows} = await sql<{name: string}>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.worker.db);
    const holding: string[] = [];
    for (const {name} of rows) {
      const held = await sql<{count: number}>`select count(*)::int as count from ${sql.table(name)} as held
        where held::text like ${`%${text}%`}`.execute(app.worker.db);
      if ((held.rows[0]?.count ?? 0) > 0) holding.push(name);
    }
    return holding;
  }
});
