// The embedded engine keeps prepared what it is asked again. That makes it quicker and must change nothing else.
import {type RawBuilder, sql} from 'kysely';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {openTestDatabase, type TestDatabase} from '../support/database.ts';

describe('a statement that the embedded engine is asked again', {timeout: 120_000}, () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await openTestDatabase('pglite');
    // A temporary one leaves the schema as it was: the next test takes the same database instead of opening another.
    await sql`create temporary table kept (at int primary key)`.execute(database.kysely);
  });
  afterEach(() => database.dispose());
  const ask = async <T>(statement: RawBuilder<T>): Promise<readonly T[]> =>
    (await statement.execute(database.kysely)).rows;
  const prepared = async (): Promise<readonly string[]> =>
    (await ask(sql<{statement: string}>`select statement from pg_prepared_statements`)).map(({statement}) => statement);

  it('is prepared the second time, and its text is not sent a third time', async () => {
    const sent = vi.spyOn(engineOf(database), 'execProtocolRawSync');
    const answers: unknown[] = [];
    for (const at of [1, 2, 3]) answers.push(await ask(sql`select ${at}::int as at`));
    expect(answers).toEqual([[{at: 1}], [{at: 2}], [{at: 3}]]);
    const texts = sent.mock.calls.map(([message]) => Buffer.from(message).includes('select $1::int'));
    expect(texts).toEqual([true, true, false]);
    expect(await prepared()).toContain('select $1::int as at');
  });

  it('works on after a value that was refused, whenever that was', async () => {
    const insert = (at: unknown) => ask(sql`insert into kept values (${at})`);
    for (let at = 0; at < 4; at += 1) {
      await expect(insert('none')).rejects.toThrow('invalid input syntax');
      await insert(at);
      await expect(insert(at)).rejects.toThrow('duplicate key');
    }
    expect(await ask(sql`select count(*)::int as count from kept`)).toEqual([{count: 4}]);
  });

  it('is answered with the columns of a table that was changed meanwhile', async () => {
    await ask(sql`insert into kept values (1)`);
    const all = () => ask(sql`select * from kept`);
    for (let times = 0; times < 3; times += 1) expect(await all()).toEqual([{at: 1}]);
    await ask(sql`alter table kept add column more int default 2`);
    expect(await all()).toEqual([{at: 1, more: 2}]);
  });

  it('fails with the reason where that happens within a transaction, and is answered after it', async () => {
    const all = sql`select * from kept`;
    for (let times = 0; times < 3; times += 1) await ask(all);
    const changed = database.kysely.transaction().execute(async (transaction) => {
      await sql`alter table kept add column more int`.execute(transaction);
      await all.execute(transaction);
    });
    await expect(changed).rejects.toThrow('cached plan must not change result type');
    expect(await ask(all)).toEqual([]);
  });

  it('is answered where the engine has forgotten all it had prepared', async () => {
    const one = () => ask(sql`select 1 as one`);
    for (let times = 0; times < 3; times += 1) await one();
    await ask(sql`deallocate all`);
    // The engine's own list is wrong now. With another schema this database goes to no other test.
    await ask(sql`create table unlike (at int)`);
    expect(await one()).toEqual([{one: 1}]);
  });

  it('that is asked in a transaction that fails is asked rightly in the next one', async () => {
    const insert = (at: number) => sql`insert into kept values (${at})`;
    for (let times = 0; times < 3; times += 1) {
      const failed = database.kysely.transaction().execute(async (transaction) => {
        await insert(1).execute(transaction);
        await insert(1).execute(transaction);
      });
      await expect(failed).rejects.toThrow('duplicate key');
    }
    await ask(insert(1));
    expect(await ask(sql`select at from kept`)).toEqual([{at: 1}]);
  });

  it('that the engine cannot read fails with that reason each time, in a transaction as well', async () => {
    const unreadable = sql`select at frm kept`;
    for (let times = 0; times < 4; times += 1) {
      const failed = database.kysely.transaction().execute((transaction) => unreadable.execute(transaction));
      await expect(failed).rejects.toThrow('syntax error');
    }
  });

  it('gives way to others once there are five hundred, unless it is asked meanwhile, and still answers', async () => {
    const inUse = () => ask(sql`select 'in use' as name`);
    for (let times = 0; times < 2; times += 1) await inUse();
    const oldest = () => ask(sql`select 'oldest' as name`);
    for (let times = 0; times < 2; times += 1) await oldest();
    expect(await prepared()).toContain("select 'oldest' as name");
    for (let at = 0; at < 510; at += 1) {
      const one = sql.raw(`select ${at} as at`);
      for (let times = 0; times < 2; times += 1) expect(await ask(one)).toEqual([{at}]);
      if (at % 100 === 0) await inUse();
    }
    const left = await prepared();
    expect(left).not.toContain("select 'oldest' as name");
    expect(left).toContain("select 'in use' as name");
    expect(left.length).toBeLessThanOrEqual(500);
    expect(await oldest()).toEqual([{name: 'oldest'}]);
  });

  it('is sent as text each time when it is long', async () => {
    const long = sql.raw(`select '${'x'.repeat(5_000)}' as long`);
    for (let times = 0; times < 3; times += 1) await ask(long);
    expect((await prepared()).filter((statement) => statement.includes('as long'))).toEqual([]);
  });
});

function engineOf({queueStore}: TestDatabase) {
  if (queueStore.kind !== 'pglite') throw new Error('An embedded database is a PGlite.');
  return queueStore.pglite;
}
