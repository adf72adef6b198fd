// A shop's two supplier keys: stored sealed, shown as at most the last four characters, marked as accepted or rejected.
import type {Kysely, Selectable, Updateable} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {openOrNull, type Sealer} from '../../sealing.ts';
import type {ShopsTable, Tables} from '../tables/tables.ts';

/** The supplier's two interfaces; a shop has one key for each. */
export type SupplierApi = 'catalogue' | 'dropship';

/** What the supplier says to a key it accepts: whose it is, null if not stated, and notes such as what it does not have. */
type KeyAnswer = {readonly partner: string | null; readonly notes?: readonly string[]};

/** Stores a key the supplier has just accepted, with the supplier's answer. */
export async function saveCatalogueKey(
  db: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  {key, ...answer}: KeyAnswer & {readonly key: string},
  now: Date,
): Promise<void> {
  await updateShopKeys(db, shop, {
    catalogue_key_sealed: sealer.seal(key, placeOfKey(shop, 'catalogue')),
    catalogue_key_last4: lastCharactersOf(key),
    ...acceptedCatalogue(answer, now),
    updated_at: now,
  });
}

/** Stores a dropship key the supplier has just accepted. */
export async function saveDropshipKey(
  db: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  {key}: {readonly key: string},
  now: Date,
): Promise<void> {
  await updateShopKeys(db, shop, {
    dropship_key_sealed: sealer.seal(key, placeOfKey(shop, 'dropship')),
    dropship_key_last4: lastCharactersOf(key),
    ...acceptedDropship(now),
    updated_at: now,
  });
}

/** So many of the supplier's notes are kept; the interface document speaks of two, stock and barcodes. */
const maxNotes = 10;

/** The columns of an accepted catalogue key. */
const acceptedCatalogue = ({partner, notes = []}: KeyAnswer, now: Date) =>
  ({
    catalogue_key_state: 'accepted',
    catalogue_partner: partner,
    catalogue_notes: JSON.stringify(notes.slice(0, maxNotes)),
    catalogue_answered_at: now,
  }) as const;

/** The columns of an accepted dropship key. */
const acceptedDropship = (now: Date) => ({dropship_key_state: 'accepted', dropship_answered_at: now}) as const;

/** The catalogue key itself, even if the supplier rejected it since; null without a key. Throws when it cannot be unsealed. */
export async function loadCatalogueKey(db: Kysely<Tables>, sealer: Sealer, shop: ShopDomain): Promise<string | null> {
  const sealed = await loadSealed(db, shop, 'catalogue_key_sealed');
  return sealed === null ? null : sealer.open(sealed, placeOfKey(shop, 'catalogue'));
}

/** The dropship key itself, even if the supplier rejected it since; null without a key. Throws when it cannot be unsealed. */
export async function loadDropshipKey(db: Kysely<Tables>, sealer: Sealer, shop: ShopDomain): Promise<string | null> {
  const sealed = await loadSealed(db, shop, 'dropship_key_sealed');
  return sealed === null ? null : sealer.open(sealed, placeOfKey(shop, 'dropship'));
}

/** Which of the stored keys no longer open, so the merchant has to enter them again. */
export async function loadUnreadableKeys(
  db: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
): Promise<readonly SupplierApi[]> {
  const row = await db
    .selectFrom('shops')
    .select(['catalogue_key_sealed as catalogue', 'dropship_key_sealed as dropship'])
    .where('shop', '=', shop)
    .executeTakeFirst();
  return (['catalogue', 'dropship'] as const).filter((api) => {
    const sealed = row?.[api] ?? null;
    return sealed !== null && openOrNull(sealer, sealed, placeOfKey(shop, api)) === null;
  });
}

/**
 * The supplier refused the used key, or no header can carry it: it is kept and shown as rejected until the merchant enters or removes a
 * key.
 * @returns the state of the key before; null when another key was entered in the meantime, which must not be marked, or no key is left
 */
export async function markKeyRejected(
  db: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  {api, used}: UsedKey,
): Promise<KeyState | null> {
  const rejected =
    api === 'catalogue' ? ({catalogue_key_state: 'rejected'} as const) : ({dropship_key_state: 'rejected'} as const);
  return updateUsedKey(db, sealer, shop, {api, used}, rejected);
}

/** The supplier accepted the used key again. Returns the same as `markKeyRejected`. */
export async function markKeyAccepted(
  db: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  {api, used, ...answer}: KeyAnswer & UsedKey,
  now: Date,
): Promise<KeyState | null> {
  const accepted = api === 'catalogue' ? acceptedCatalogue(answer, now) : acceptedDropship(now);
  return updateUsedKey(db, sealer, shop, {api, used}, accepted);
}

/** The supplier gave the used key a good answer; nothing is written for a key that is no longer the shop's. */
export async function saveKeyAnswered(
  db: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  {api, used}: UsedKey,
  now: Date,
): Promise<void> {
  const answered = api === 'catalogue' ? {catalogue_answered_at: now} : {dropship_answered_at: now};
  await updateUsedKey(db, sealer, shop, {api, used}, answered);
}

/** A key with which the supplier was asked. */
type UsedKey = {readonly api: SupplierApi; readonly used: string};
type KeyState = Selectable<ShopsTable>['catalogue_key_state'];

/** Writes columns of the used key, and returns its state before; null, and nothing is written, when it is no longer the shop's key. */
async function updateUsedKey(
  db: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  {api, used}: UsedKey,
  change: Updateable<ShopsTable>,
): Promise<KeyState | null> {
  const column = `${api}_key_sealed` as const;
  // In a transaction, two verdicts at once see each other's state.
  const row = await db
    .selectFrom('shops')
    .select([`${column} as sealed`, `${api}_key_state as state`])
    .where('shop', '=', shop)
    .forUpdate()
    .executeTakeFirst();
  const sealed = row?.sealed ?? null;
  if (row === undefined || sealed === null || openOrNull(sealer, sealed, placeOfKey(shop, api)) !== used) return null;
  const marked = await db
    .updateTable('shops')
    .set(change)
    .where('shop', '=', shop)
    // Only if it is still the compared key.
    .where(column, '=', sealed)
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n ? row.state : null;
}

/** Deletes the shop's key for this interface. False if there was none. */
export async function removeKey(db: Kysely<Tables>, shop: ShopDomain, api: SupplierApi, now: Date): Promise<boolean> {
  const gone = await db
    .updateTable('shops')
    .set({...(api === 'catalogue' ? noCatalogueKey : noDropshipKey), updated_at: now})
    .where('shop', '=', shop)
    .where(api === 'catalogue' ? 'catalogue_key_state' : 'dropship_key_state', '<>', 'absent')
    .executeTakeFirst();
  return gone.numUpdatedRows > 0n;
}

/** The columns of a shop without a catalogue key. */
export const noCatalogueKey = {
  catalogue_key_sealed: null,
  catalogue_key_last4: null,
  catalogue_key_state: 'absent',
  catalogue_partner: null,
  catalogue_notes: null,
  catalogue_answered_at: null,
} as const;

/** The columns of a shop without a dropship key. */
export const noDropshipKey = {
  dropship_key_sealed: null,
  dropship_key_last4: null,
  dropship_key_state: 'absent',
  dropship_answered_at: null,
} as const;

/** The sealed key; null: there is none. */
async function loadSealed(
  db: Kysely<Tables>,
  shop: ShopDomain,
  column: 'catalogue_key_sealed' | 'dropship_key_sealed',
): Promise<string | null> {
  const row = await db.selectFrom('shops').select(column).where('shop', '=', shop).executeTakeFirst();
  return row?.[column] ?? null;
}

/** Writes columns of the shop's row; throws if there is no such shop. */
async function updateShopKeys(db: Kysely<Tables>, shop: ShopDomain, change: Updateable<ShopsTable>): Promise<void> {
  const result = await db.updateTable('shops').set(change).where('shop', '=', shop).executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw new Error(`There is no shop ${shop} to keep a key for.`);
}

/** Enough to recognise a key, and never more than half of it. Null for a key too short to show any of it. */
export function lastCharactersOf(key: string): string | null {
  const shown = Math.min(4, Math.floor(key.length / 2));
  return shown === 0 ? null : key.slice(-shown);
}

/** What a sealed key is bound to: its shop and its interface. */
export const placeOfKey = (shop: string, api: SupplierApi) => ({shop, column: `shops.${api}_key`});
