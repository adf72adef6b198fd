// Whether the Postgres that the tests would use answers; CI demands it.
import {Client} from 'pg';

const url =
  process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export async function isPostgresThere(): Promise<boolean> {
  if (process.env['CI'] === 'true') return true;
  const client = new Client({connectionString: url, connectionTimeoutMillis: 2_000});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
