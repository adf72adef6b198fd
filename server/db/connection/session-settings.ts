// What each of the app's connections sets for itself. A database, a role or a server may have other values, by which the drivers would read
// dates as null, numbers rounded and texts changed, or statements would fail. Settings that only protect, such as
// `default_transaction_read_only`, and where the tables lie (`search_path`) are the operator's.

/**
 * Names and values: https://www.postgresql.org/docs/current/runtime-config-client.html. The encoding is set by `pg`, the time limits with
 * the pool.
 */
const sessionSettings = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  gin_fuzzy_search_limit: '0',
  default_transaction_isolation: 'read committed',
  lock_timeout: '0',
} as const;

/**
 * `options`: the settings as the startup option of a connection, which counts for more than what is set for a database or a role, and after
 * options that DATABASE_URL has. `url`: the address without options, since `pg` would take those instead of all others.
 */
export function withSessionSettings(databaseUrl: string): {readonly url: string; readonly options: string} {
  const own = Object.entries(sessionSettings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ');
  const at = databaseUrl.indexOf('?');
  const given = new URLSearchParams(at === -1 ? '' : databaseUrl.slice(at));
  const options = given.get('options');
  if (options === null) return {url: databaseUrl, options: own};
  given.delete('options');
  return {url: `${databaseUrl.slice(0, at)}?${given.toString()}`, options: `${options} ${own}`};
}

/** The settings of `sessionSettings` as SQL statements, for an engine without startup options. */
export const sessionSettingsSql = Object.entries(sessionSettings)
  .map(([name, value]) => `set ${name} to '${value}'`)
  .join('; ');
