import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {insideTransaction, inTransaction} from '../../server/db/connection/transaction.ts';
import {engines, onEachDatabase, openTestDatabase} from '../support/database.ts';

const now = new Date('2027-03-28T01:30:00.123Z');

onEachDatabase('a database', (current) => {
  it('gives dates, numbers and parsed JSON, whichever engine it is', async () => {
    const {kysely} = current();
    const settings = {markup: 35, nested: {texts: ['a "quoted" one', 'ü']}};
    await kysely
      .insertInto('shops')
      .values({
        shop: ShopDomain.parse('a.myshopify.com'),
        installed_at: now,
        updated_at: now,
        settings: JSON.stringify(settings),
      })
      .execute();
    const shop = await kysely.selectFrom('shops').selectAll().executeTakeFirstOrThrow();
    expect(shop.installed_at).toEqual(now);
    expect(shop.settings).toEqual(settings);
    expect(shop.run_fence).toBe(0);
    expect(shop.needs_reauth).toBe(false);
    expect(shop.uninstalled_at).toBeNull();
    const {rows} = await sql<{big: number; many: number}>`
      select 9007199254740991::bigint as big, count(*) as many from shops where shop = any(${['a.myshopify.com', 'b']})
    `.execute(kysely);
    expect(rows).toEqual([{big: 9007199254740991, many: 1}]);
  });

  it('takes texts, numbers, lists, JSON, bytes, dates and nothing, whichever engine it is', async () => {
    const given = {
      texts: ['a "quoted" one', 'back\\slash', '{', 'NULL', '', null],
      numbers: [1, -2, 3],
      json: {nested: ['ü', {deep: null}]},
      bytes: Buffer.from([0, 1, 255]),
      at: now,
      truth: false,
      big: 9007199254740991n,
      none: null,
    };
    const {rows} = await sql`
      select ${given.texts}::text[] as texts, ${given.numbers}::int[] as numbers, ${given.json}::jsonb as json,
        ${given.bytes}::bytea as bytes, ${given.at}::timestamptz as at, ${given.truth}::boolean as truth,
        ${given.big}::bigint as big, ${given.none}::text as none
    `.execute(current().kysely);
    expect(rows).toEqual([{...given, bytes: expect.any(Uint8Array), big: Number(given.big)}]);
    expect(rows).toMatchObject([{bytes: {0: 0, 1: 1, 2: 255, length: 3}}]);
  });

  it('counts the rows an update touched', async () => {
    const {kysely} = current();
    for (const shop of ['a.myshopify.com', 'b.myshopify.com']) {
      await kysely
        .insertInto('shops')
        .values({shop: ShopDomain.parse(shop), installed_at: now, updated_at: now, settings: '{}'})
        .execute();
    }
    const all = await kysely.updateTable('shops').set({plan: 'plus'}).executeTakeFirst();
    const none = await kysely
      .updateTable('shops')
      .set({plan: 'x'})
      .where('shop', '=', ShopDomain.parse('c.myshopify.com'))
      .executeTakeFirst();
    expect([all.numUpdatedRows, none.numUpdatedRows]).toEqual([2n, 0n]);
  });

  it('keeps what others write meanwhile out of a transaction that is rolled back', async () => {
    const {kysely} = current();
    const insert = (db: typeof kysely, shop: string) =>
      db
        .insertInto('shops')
        .values({shop: ShopDomain.parse(shop), installed_at: now, updated_at: now, settings: '{}'})
        .execute();
    let beside: Promise<unknown> = Promise.resolve();
    const failing = inTransaction(kysely, async (transaction) => {
      await insert(transaction, 'inside.myshopify.com');
      beside = insert(kysely, 'beside.myshopify.com');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await beside;
    expect(await kysely.selectFrom('shops').select('shop').execute()).toEqual([{shop: 'beside.myshopify.com'}]);
  });

  it('refuses a transaction inside a transaction', async () => {
    const {kysely} = current();
    const nested = inTransaction(kysely, () => inTransaction(kysely, async () => 'never'));
    await expect(nested).rejects.toThrow('A transaction was opened inside a transaction.');
    expect(insideTransaction()).toBe(false);
  });

  it('knows what runs inside a transaction and what only started there', async () => {
    const {kysely} = current();
    let later: Promise<boolean> = Promise.resolve(true);
    let finish = (): void => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const inside = await inTransaction(kysely, async () => {
      later = gate.then(() => insideTransaction());
      return insideTransaction();
    });
    finish();
    expect([inside, await later, insideTransaction()]).toEqual([true, false, false]);
  });
});

describe.runIf(engines.databases.includes('postgres'))('a Postgres server that cuts a connection', () => {
  it('between two statements of a transaction fails that transaction, and nothing else', async () => {
    const database = await openTestDatabase('postgres');
    const {kysely} = database;
    const cut = inTransaction(kysely, async (trx) => {
      const {rows} = await sql<{pid: number}>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(kysely);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sql`select 1`.execute(trx);
    });
    await expect(cut).rejects.toThrow();
    expect((await sql<{one: number}>`select 1 as one`.execute(kysely)).rows).toEqual([{one: 1}]);
    await database.dispose();
  });
});
