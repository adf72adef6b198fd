// Since when the app has seen the current value of a secret environment variable. Stores a keyed digest, never the secret.
import type {Kysely} from 'kysely';
import type {Sealer} from '../../sealing.ts';
import type {Tables} from '../tables/tables.ts';

/**
 * Returns when this secret was first seen under the name, and stores it: now, if none or another was stored, or its digest was made with a
 * key that is gone.
 */
export async function recordSecretSeen(
  db: Kysely<Tables>,
  sealer: Sealer,
  {name, secret}: {readonly name: string; readonly secret: string},
  now: Date,
): Promise<Date> {
  const digests = sealer.marksOf(secret, {shop: '', column: `secrets_seen.${name}`});
  const [digest] = digests;
  const known = await db.selectFrom('secrets_seen').selectAll().where('name', '=', name).executeTakeFirst();
  const isSame = known !== undefined && digests.includes(known.digest);
  if (isSame && known.digest === digest) return known.first_seen_at;
  // The same secret under an older encryption key keeps its time.
  const row = {digest, first_seen_at: isSame ? known.first_seen_at : now};
  await db
    .insertInto('secrets_seen')
    .values({name, ...row})
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  return row.first_seen_at;
}

/** Deletes what is stored about a secret that is no longer set. */
export async function forgetSecret(db: Kysely<Tables>, name: string): Promise<void> {
  await db.deleteFrom('secrets_seen').where('name', '=', name).execute();
}
