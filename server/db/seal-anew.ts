// After a change of the encryption keys: what a retired key has sealed is sealed with the first one, so that the retired one can
// go. Access tokens are not among it: they are renewed every hour, and sealed anew with that.
import {type Kysely, sql} from 'kysely';
import {placeOfDetails} from './details.ts';
import {openOrNull, type SealedPlace, type Sealer} from './sealing.ts';
import {placeOfKey, type SupplierApi} from './shop-keys.ts';
import type {Tables} from './tables.ts';

/** Of each kind at most `limit`; how many were sealed anew. What was changed meanwhile is left as it is now. */
export async function sealAnew(db: Kysely<Tables>, sealer: Sealer, limit: number): Promise<number> {
  if (sealer.retired.length === 0) return 0;
  const catalogue = await sealKeys(db, sealer, 'catalogue', limit);
  const dropship = await sealKeys(db, sealer, 'dropship', limit);
  return catalogue + dropship + (await sealDetails(db, sealer, limit));
}

async function sealKeys(db: Kysely<Tables>, sealer: Sealer, api: SupplierApi, limit: number): Promise<number> {
  const column = `${api}_key_sealed` as const;
  const rows = await db
    .selectFrom('shops')
    .select(['shop', `${column} as sealed`])
    .where(isBy(sealer.retired, column))
    .orderBy('shop')
    .limit(limit)
    .execute();
  let count = 0;
  for (const {shop, sealed} of rows) {
    const anew = underFirst(sealer, sealed, placeOfKey(shop, api));
    if (anew === null) continue;
    await db
      .updateTable('shops')
      .set({[column]: anew})
      .where('shop', '=', shop)
      .where(column, '=', sealed)
      .execute();
    count += 1;
  }
  return count;
}

async function sealDetails(db: Kysely<Tables>, sealer: Sealer, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('dropship_orders')
    .select(['shop', 'id', 'details_sealed as sealed'])
    .where(isBy(sealer.retired, 'details_sealed'))
    .orderBy('id')
    .limit(limit)
    .execute();
  let count = 0;
  for (const {shop, id, sealed} of rows) {
    const anew = underFirst(sealer, sealed, placeOfDetails(shop));
    if (anew === null) continue;
    await db
      .updateTable('dropship_orders')
      .set({details_sealed: anew})
      .where('shop', '=', shop)
      .where('id', '=', id)
      .where('details_sealed', '=', sealed)
      .execute();
    count += 1;
  }
  return count;
}

/** Null where it does not open. */
function underFirst(sealer: Sealer, sealed: string | null, place: SealedPlace): string | null {
  const text = sealed === null ? null : openOrNull(sealer, sealed, place);
  return text === null ? null : sealer.seal(text, place);
}

const isBy = (kids: readonly string[], column: string) =>
  sql<boolean>`split_part(${sql.ref(column)}, '.', 1) = any(${kids}::text[])`;
