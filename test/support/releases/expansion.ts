// What a program of the release before cannot go on with when a migration is applied beside it, read from the catalogue of the schema before
// and after: what it reads or writes is gone or has another type, or what it writes is refused.
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../../../server/db/tables/tables.ts';

/** All that statements can refer to, and all that can refuse them: one line each, under a key that a rename changes. */
export type Schema = {
  readonly tables: ReadonlySet<string>;
  /** `table.column`, and its type. */
  readonly columns: ReadonlyMap<string, ColumnShape>;
  /** `on conflict` needs the unique ones by their columns. */
  readonly rules: ReadonlyMap<string, Rule>;
};

type ColumnShape = {
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  readonly isComputed: boolean;
};

type Rule = {
  readonly kind: 'check' | 'foreign key' | 'unique' | 'exclusion' | 'trigger';
  readonly table: string;
  readonly columns: readonly string[];
  readonly text: string;
  /** Of a foreign key that does not let the other row go. */
  readonly keeps: string | null;
};

export async function readSchema(db: Kysely<Tables>): Promise<Schema> {
  const {rows: columns} = await sql<{table: string; name: string | null} & ColumnShape>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired",
      a.atthasdef or a.attidentity <> '' as "hasDefault", a.attgenerated <> '' as "isComputed"
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
  `.execute(db);
  const {rows: rules} = await sql<Rule>`
    with own as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))
    select case contype when 'c' then 'check' when 'f' then 'foreign key' else 'exclusion' end as kind, own.relname as table,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns,
      pg_get_constraintdef(k.oid) as text,
      case when contype = 'f' and confdeltype in ('a', 'r') then confrelid::regclass::text end as keeps
    from pg_constraint k join own on own.oid = conrelid where contype in ('c', 'f', 'x')
    union all
    select 'unique', own.relname,
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)),
      substring(pg_get_indexdef(indexrelid) from ' USING .*'), null
    from pg_index join own on own.oid = indrelid where indisunique
    union all
    select 'trigger', own.relname, '{}', tgname, null
    from pg_trigger t join own on own.oid = tgrelid where not tgisinternal
  `.execute(db);
  return {
    tables: new Set(columns.map(({table}) => table)),
    columns: new Map(
      columns.flatMap(({table, name, ...shape}) => (name === null ? [] : [[`${table}.${name}`, shape]])),
    ),
    rules: new Map(rules.map((rule) => [`${rule.table} ${rule.kind} ${rule.text}`, rule])),
  };
}

/** One sentence for each. A rule that is gone refuses nothing, so only unique ones are missed, which `on conflict` names. */
export function findContractions(before: Schema, after: Schema): readonly string[] {
  return [...goneOrOther(before, after), ...newColumns(before, after), ...newRules(before, after)].toSorted();
}

function goneOrOther(before: Schema, after: Schema): readonly string[] {
  const tables = [...before.tables].filter((table) => !after.tables.has(table));
  const columns = [...before.columns]
    .filter(([key]) => after.tables.has(tableOf(key)))
    .flatMap(([key, old]) => {
      const now = after.columns.get(key);
      if (now === undefined) return [`column ${key} is gone`];
      return [
        ...(now.type === old.type ? [] : [`column ${key} was ${old.type} and is ${now.type}`]),
        ...(now.isRequired && !old.isRequired ? [`column ${key} takes no null any more`] : []),
        ...(old.hasDefault && !now.hasDefault ? [`column ${key} has no default any more`] : []),
        ...(now.isComputed && !old.isComputed ? [`column ${key} cannot be written any more`] : []),
      ];
    });
  const unique = [...before.rules.values()]
    .filter(({kind, table}) => kind === 'unique' && after.tables.has(table))
    .filter((rule) => !after.rules.has(`${rule.table} unique ${rule.text}`))
    .map(({table, text}) => `${table} is not unique any more${text}`);
  return [...tables.map((table) => `table ${table} is gone`), ...columns, ...unique];
}

/** Of tables that the older program writes to. */
function newColumns(before: Schema, after: Schema): readonly string[] {
  return [...after.columns]
    .filter(([key]) => before.tables.has(tableOf(key)) && !before.columns.has(key))
    .flatMap(([key, {isRequired, hasDefault, isComputed}]) => {
      if (isComputed) return [`column ${key} is computed from what is written`];
      return isRequired && !hasDefault ? [`column ${key} takes no null and has no default`] : [];
    });
}

/** A rule about new columns alone holds for what the older program writes, which leaves them at null or their default. */
function newRules(before: Schema, after: Schema): readonly string[] {
  return [...after.rules]
    .filter(([key]) => !before.rules.has(key))
    .flatMap(([, rule]) => {
      const {kind, table, columns, text, keeps} = rule;
      if (keeps !== null && before.tables.has(keeps) && !before.tables.has(table)) {
        return [`rows of ${keeps} cannot be deleted while ${table} names them: ${text}`];
      }
      if (!before.tables.has(table)) return [];
      const isNew = columns.length > 0 && columns.every((name) => !before.columns.has(`${table}.${name}`));
      const isNullAtFirst = columns.some((name) => {
        const shape = after.columns.get(`${table}.${name}`);
        return !before.columns.has(`${table}.${name}`) && shape?.isRequired === false && !shape.hasDefault;
      });
      if (kind === 'check' && [...before.rules.values()].some((old) => allowsMore(old, rule))) return [];
      if (isNew && kind !== 'unique' && kind !== 'exclusion') return [];
      return kind === 'unique' && isNullAtFirst ? [] : [`${table} has a new ${kind}: ${text.trim()}`];
    });
}

/** Whether a check on one column's values, `CHECK ((kind = ANY (ARRAY['full'::text, …])))`, allows all that an older one of it did. */
function allowsMore(old: Rule, now: Rule): boolean {
  const values = ({text}: Rule) => /^(CHECK \(\(\w+ = ANY \(ARRAY)\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(text);
  const [, form, allowed = ''] = values(old) ?? [];
  const [, newForm, newAllowed = ''] = values(now) ?? [];
  const isSame = old.table === now.table && form !== undefined && form === newForm;
  return isSame && allowed.split(', ').every((value) => newAllowed.split(', ').includes(value));
}

const tableOf = (key: string): string => key.slice(0, key.indexOf('.'));
