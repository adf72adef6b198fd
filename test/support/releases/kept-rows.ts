// Every row of every table, told apart by what a migration does not change when it renames: the table's id, the column's number and the
// primary key. So it is known for each value of an older schema where it has to be in the newer one.
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../../../server/db/tables/tables.ts';

type Column = {readonly name: string; readonly isKey: boolean};
type Table = {readonly name: string; readonly columns: ReadonlyMap<number, Column>; readonly rows: readonly Row[]};
type Row = Readonly<Record<string, unknown>>;
export type Snapshot = ReadonlyMap<number, Table>;

export async function takeSnapshot(db: Kysely<Tables>): Promise<Snapshot> {
  const {rows: columns} = await sql<{table: number; tableName: string; at: number; name: string; isKey: boolean}>`
    select c.oid::int as table, c.relname as "tableName", a.attnum as at, a.attname as name,
      coalesce(a.attnum = any(i.indkey), false) as "isKey"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, 3
  `.execute(db);
  const snapshot = new Map<number, Table>();
  for (const [id, own] of Map.groupBy(columns, ({table}) => table)) {
    const name = own[0]?.tableName ?? '';
    const {rows} = await sql<{row: Row}>`select to_jsonb(t) as row from ${sql.table(name)} as t`.execute(db);
    snapshot.set(id, {
      name,
      columns: new Map(own.map((column) => [column.at, column])),
      rows: rows.map(({row}) => row),
    });
  }
  return snapshot;
}

/** The rows of a table, by its name at that time. */
export const rowsIn = (snapshot: Snapshot, table: string): readonly Row[] =>
  [...snapshot.values()].find(({name}) => name === table)?.rows ?? [];

export type Difference = {
  /** As it was named before: `runs.kind`, or `runs` for whole rows. */
  readonly what: string;
  readonly how: 'gone' | 'changed';
};

/** What an upgrade took away or changed; what it added is no difference. Each column is named once. */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly Difference[] {
  const found = new Map<string, Difference>();
  const note = (what: string, how: Difference['how']) => void found.set(`${what} ${how}`, {what, how});
  for (const [id, old] of before) {
    const table = after.get(id);
    if (table === undefined) {
      note(old.name, 'gone');
      continue;
    }
    const keys = [...old.columns].filter(([, {isKey}]) => isKey).map(([at]) => at);
    const keyOf = ({columns}: Table, row: Row) => JSON.stringify(keys.map((at) => row[columns.get(at)?.name ?? '']));
    const rows = new Map(table.rows.map((row) => [keyOf(table, row), row]));
    for (const row of old.rows) {
      const now = rows.get(keyOf(old, row));
      if (now === undefined) note(old.name, 'gone');
      else {
        for (const [at, {name}] of old.columns) {
          const column = table.columns.get(at);
          if (column === undefined) note(`${old.name}.${name}`, 'gone');
          else if (JSON.stringify(now[column.name]) !== JSON.stringify(row[name]))
            note(`${old.name}.${name}`, 'changed');
        }
      }
    }
  }
  return [...found.values()];
}
