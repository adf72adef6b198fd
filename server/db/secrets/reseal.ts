// After a key rotation or a new envelope format, seals supplier keys, addresses of mails and typed details again with the first key, so that old keys can be
// removed. Sessions only after a new format: each renewal of a token seals it with the first key anyway.
import {type Kysely, sql} from 'kysely';
import {openOrNull, type SealContext, type Sealer} from '../../sealing.ts';
import {placeOfContact} from '../mail/mail-settings.ts';
import type {Tables} from '../tables/tables.ts';
import {placeOfDetails} from './details.ts';
import {placeOfSession} from './sessions.ts';
import {lastCharactersOf, placeOfKey, type SupplierApi} from './shop-keys.ts';

/**
 * Seals outdated values again, at most `limit` of each kind; returns how many. Values that changed in the meantime are counted, but stay as
 * they are.
 */
export async function resealSecrets(db: Kysely<Tables>, sealer: Sealer, limit: number): Promise<number> {
  const catalogue = await resealKeys(db, sealer, 'catalogue', limit);
  const dropship = await resealKeys(db, sealer, 'dropship', limit);
  const sessions = await resealSessions(db, sealer, limit);
  const contacts = await resealContacts(db, sealer, limit);
  return catalogue + dropship + sessions + contacts + (await resealDetails(db, sealer, limit));
}

/** Seals one kind of supplier keys again; returns how many. */
async function resealKeys(db: Kysely<Tables>, sealer: Sealer, api: SupplierApi, limit: number): Promise<number> {
  const column = `${api}_key_sealed` as const;
  const rows = await db
    .selectFrom('shops')
    .select(['shop', `${column} as sealed`])
    .where(isOutdatedSeal(sealer, column))
    .orderBy('shop')
    .limit(limit)
    .execute();
  let count = 0;
  for (const {shop, sealed} of rows) {
    const resealed = resealValue(sealer, sealed, placeOfKey(shop, api));
    if (resealed === null) continue;
    await db
      .updateTable('shops')
      // An earlier version showed four characters of every key, even of a short one.
      .set({[column]: resealed.sealed, [`${api}_key_last4`]: lastCharactersOf(resealed.text)})
      .where('shop', '=', shop)
      .where(column, '=', sealed)
      .execute();
    count += 1;
  }
  return count;
}

/**
 * Seals sessions of an earlier format again; returns how many. An older key disappears with the token's next renewal, within an hour or a
 * day.
 */
async function resealSessions(db: Kysely<Tables>, sealer: Sealer, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'shop', 'payload_sealed as sealed'])
    .where(isOutdatedSeal(sealer, 'payload_sealed'))
    .where(sql<boolean>`split_part(payload_sealed, '.', 2) <> split_part(${sealer.newest}, '.', 2)`)
    .orderBy('id')
    .limit(limit)
    .execute();
  let count = 0;
  for (const {id, shop, sealed} of rows) {
    const resealed = resealValue(sealer, sealed, placeOfSession({shop, id}));
    if (resealed === null) continue;
    await db
      .updateTable('sessions')
      .set({payload_sealed: resealed.sealed})
      .where('id', '=', id)
      .where('payload_sealed', '=', sealed)
      .execute();
    count += 1;
  }
  return count;
}

/** Seals addresses of mails again; returns how many. */
async function resealContacts(db: Kysely<Tables>, sealer: Sealer, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('mail_settings')
    .select(['shop', 'contact_sealed as sealed'])
    .where(isOutdatedSeal(sealer, 'contact_sealed'))
    .orderBy('shop')
    .limit(limit)
    .execute();
  let count = 0;
  for (const {shop, sealed} of rows) {
    const resealed = resealValue(sealer, sealed, placeOfContact(shop));
    if (resealed === null) continue;
    await db
      .updateTable('mail_settings')
      .set({contact_sealed: resealed.sealed})
      .where('shop', '=', shop)
      .where('contact_sealed', '=', sealed)
      .execute();
    count += 1;
  }
  return count;
}

/** Seals typed details again; returns how many. */
async function resealDetails(db: Kysely<Tables>, sealer: Sealer, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('dropship_orders')
    .select(['shop', 'id', 'details_sealed as sealed'])
    .where('details_sealed', 'is not', null)
    .where(isOutdatedSeal(sealer, 'details_sealed'))
    .orderBy('id')
    .limit(limit)
    .execute();
  let count = 0;
  for (const {shop, id, sealed} of rows) {
    const resealed = resealValue(sealer, sealed, placeOfDetails(shop));
    if (resealed === null) continue;
    await db
      .updateTable('dropship_orders')
      .set({details_sealed: resealed.sealed})
      .where('shop', '=', shop)
      .where('id', '=', id)
      .where('details_sealed', '=', sealed)
      .execute();
    count += 1;
  }
  return count;
}

/** The opened text, and the same text sealed with the first key. */
type Resealed = {readonly text: string; readonly sealed: string};

/** Opens a sealed value and seals it with the first key; null if it does not open. */
function resealValue(sealer: Sealer, sealed: string | null, place: SealContext): Resealed | null {
  const text = sealed === null ? null : openOrNull(sealer, sealed, place);
  return text === null ? null : {text, sealed: sealer.seal(text, place)};
}

/**
 * SQL condition: the value is not sealed with the first key in the newest format. False for values sealed by a missing key: they cannot be
 * opened, and would fill the batch.
 */
const isOutdatedSeal = ({known, newest}: Sealer, column: string) =>
  sql<boolean>`split_part(${sql.ref(column)}, '.', 1) = any(${known}::text[]) and not starts_with(${sql.ref(column)}, ${newest})`;
