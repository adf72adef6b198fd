// What the embedded engine does where PGlite alone would block the whole process.
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {sql} from 'kysely';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {type Database, openDatabase} from '../../server/db/connection/open.ts';
import {inTransaction} from '../../server/db/connection/transaction.ts';
import {blockLog} from '../support/block-log.ts';
import {openTestDatabase, silentLog} from '../support/database.ts';
import {writeEmptyEmbedded} from '../support/embedded-dump.ts';

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, {recursive: true, force: true});
});

describe('the embedded engine', {timeout: 120_000}, () => {
  it('lets sockets and timers have their turn while statements follow each other', async () => {
    const database = await openTestDatabase('pglite');
    const timer = new AbortController();
    setTimeout(() => timer.abort(), 5);
    let statements = 0;
    for (; statements < 20_000 && !timer.signal.aborted; statements += 1) {
      await sql`select 1`.execute(database.kysely);
    }
    expect(statements).toBeLessThan(20_000);
    await database.dispose();
  });

  it('that cannot write its log of changes fails every statement, says so once, and loses nothing', async () => {
    const {database, folder} = await openInFolder();
    await sql`create table kept (at int)`.execute(database.kysely);
    await sql`insert into kept values (1)`.execute(database.kysely);
    const log = blockLog(folder);
    await expect(writeMuch(database)).rejects.toThrow('The embedded database has stopped');
    await expect(sql`select 1`.execute(database.kysely)).rejects.toThrow('The embedded database has stopped');
    const insert = inTransaction(database.kysely, (transaction) => sql`select 1`.execute(transaction));
    await expect(insert).rejects.toThrow('The embedded database has stopped');
    await expect(inTransaction(database.kysely, async () => {})).rejects.toThrow('The embedded database has stopped');
    expect((await database.stopped).message).toMatch(
      /^The embedded database has stopped \(\d+ MB are free under .+\)\. Make room/,
    );
    await database.close();
    expect(existsSync(`${folder}.lock`)).toBe(false);

    log.free();
    const again = await openDatabase({folder, log: silentLog});
    const {rows} = await sql<{at: number}>`select at from kept`.execute(again.kysely);
    expect(rows).toEqual([{at: 1}]);
    await again.close();
  });

  it('is asked once for each statement, in a transaction as well', async () => {
    const database = await openTestDatabase('pglite');
    const asked = vi.spyOn(engineOf(database), 'execProtocolRawSync');
    await sql`select ${1}::int`.execute(database.kysely);
    expect(asked).toHaveBeenCalledTimes(1);
    await inTransaction(database.kysely, async (transaction) => {
      asked.mockClear();
      await sql`select ${1}::int`.execute(transaction);
      expect(asked).toHaveBeenCalledTimes(1);
    });
    await database.dispose();
  });

  it('takes no statement in a transaction that has ended', async () => {
    const database = await openTestDatabase('pglite');
    const ended = await engineOf(database).transaction(async (transaction) => transaction);
    await expect(ended.query('select 1')).rejects.toThrow('The transaction is closed.');
    await database.dispose();
  });

  it('tells a listener of each notification once, from a statement or from a transaction, until it stops listening', async () => {
    const database = await openTestDatabase('pglite');
    const {kysely} = database;
    const told: string[] = [];
    const stop = engineOf(database).onNotification((channel, payload) => told.push(`${channel}: ${payload}`));
    await sql`listen orders`.execute(kysely);
    await sql`select pg_notify('orders', 'one')`.execute(kysely);
    await inTransaction(kysely, (transaction) => sql`select pg_notify('orders', 'two')`.execute(transaction));
    await sql`select 1`.execute(kysely);
    expect(told).toEqual(['orders: one', 'orders: two']);
    stop();
    await sql`select pg_notify('orders', 'three')`.execute(kysely);
    await inTransaction(kysely, (transaction) => sql`select pg_notify('orders', 'four')`.execute(transaction));
    await sql`select 1`.execute(kysely);
    expect(told).toHaveLength(2);
    await sql`unlisten orders`.execute(kysely);
    await database.dispose();
  });

  it('goes on after a statement that failed, in a transaction as well', async () => {
    const database = await openTestDatabase('pglite');
    await sql`create table kept (at int primary key)`.execute(database.kysely);
    await sql`insert into kept values (1)`.execute(database.kysely);
    await expect(sql`insert into kept values (1)`.execute(database.kysely)).rejects.toThrow('duplicate key');
    await expect(sql`insert into kept values (${'one'})`.execute(database.kysely)).rejects.toThrow(
      'invalid input syntax',
    );
    await expect(sql`insert into kept value (1)`.execute(database.kysely)).rejects.toThrow('syntax error');
    for (const wrong of [sql`insert into kept values (${'one'})`, sql`insert into kept value (1)`]) {
      await expect(inTransaction(database.kysely, (transaction) => wrong.execute(transaction))).rejects.toThrow(
        'syntax',
      );
    }
    const twice = inTransaction(database.kysely, async (transaction) => {
      await sql`insert into kept values (2)`.execute(transaction);
      await sql`insert into kept values (2)`.execute(transaction);
    });
    await expect(twice).rejects.toThrow('duplicate key');
    const {rows} = await sql<{at: number}>`select at from kept`.execute(database.kysely);
    expect(rows).toEqual([{at: 1}]);
    await database.dispose();
  });
});

function engineOf({queueStore}: Database) {
  if (queueStore.kind !== 'pglite') throw new Error('An embedded database is a PGlite.');
  return queueStore.pglite;
}

async function openInFolder(): Promise<{readonly database: Database; readonly folder: string}> {
  const home = mkdtempSync(join(tmpdir(), 'piecewise-engine-'));
  homes.push(home);
  const folder = join(home, 'db');
  await writeEmptyEmbedded(folder);
  return {database: await openDatabase({folder, log: silentLog}), folder};
}

/** Two files of the log. */
async function writeMuch({kysely}: Database): Promise<void> {
  for (let at = 0; at < 40; at += 1) {
    await sql`select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`.execute(kysely);
  }
}
