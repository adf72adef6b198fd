// A shop's row: installed or not, Shopify's facts about it, its settings, and the progress of its runs and reconciliations.
import type {Kysely, Selectable, Transaction} from 'kysely';
import type {ShopDomain, ShopGid} from '#domain/ids.ts';
import {codesFreedBy} from '#domain/orders/reasons.ts';
import {newShopSettings, readSettings, type StoredSettings, withSettingsVersion} from '#domain/settings/settings.ts';
import type {StopReason} from '#domain/uninstall.ts';
import {inTransaction} from '../connection/transaction.ts';
import {makeDueByReason} from '../orders/due-orders.ts';
import type {ShopsTable, Tables} from '../tables/tables.ts';
import {notStoppedColumns} from './stopped-shops.ts';

type ShopRow = Selectable<ShopsTable>;

/** The parts of a shop's row that are shown or used for decisions; no secrets. */
export type Shop = {
  readonly shop: ShopDomain;
  /** Shopify's id of the store; null: not read yet. */
  readonly gid: ShopGid | null;
  readonly state: ShopRow['state'];
  readonly installedAt: Date;
  /** The app was installed at this time: somebody had it open in the admin. Null: never exchanged. May be before `installedAt`. */
  readonly grantedAt: Date | null;
  readonly uninstalledAt: Date | null;
  /** When the app was last known to be installed, to the hour (tables.ts); null: not known. */
  readonly tokenAcceptedAt: Date | null;
  /** The app was removed for certain: a request to erase the shop is carried out at once. */
  readonly isRemovalConfirmed: boolean;
  /** Since when, and why, nothing is sent although the app is installed; null: not stopped. */
  readonly stopped: {readonly since: Date; readonly reason: StopReason; readonly askAgainAt: Date} | null;
  readonly needsReauth: boolean; // no valid token until the merchant opens the app again
  readonly scopes: string; // granted access scopes, separated by commas
  readonly wantedScopes: string; // scopes that the app asks for, separated by commas
  readonly buyerData: ShopRow['buyer_data']; // why buyers’ data is not shown; null: nothing speaks against it
  readonly currency: string | null;
  readonly taxesIncluded: boolean | null;
  readonly timeZone: string | null;
  readonly plan: string | null; // Shopify’s name of the store’s plan
  /** Where the store is, and where it ships to: ISO 3166-1 alpha-2. Null: not read yet, or (`country`) not named in its address. */
  readonly country: string | null;
  readonly shipsToCountries: readonly string[] | null;
  /** Whether the store's shipping rates are those of its markets; null: not read yet. */
  readonly isMarketDriven: boolean | null;
  readonly catalogueKeyState: ShopRow['catalogue_key_state'];
  readonly catalogueKeyLast4: string | null; // the end of the key, at most four characters
  readonly cataloguePartner: string | null; // the merchant’s name at the supplier
  readonly catalogueNotes: readonly string[]; // what the supplier noted about the catalogue
  readonly catalogueAnsweredAt: Date | null; // last good answer to the key
  readonly dropshipKeyState: ShopRow['dropship_key_state'];
  readonly dropshipKeyLast4: string | null; // the end of the key, at most four characters
  readonly dropshipAnsweredAt: Date | null; // last good answer to the key
  readonly lastGoodNightAt: Date | null; // when a full run last read the whole catalogue
  readonly ordersWatermarkAt: Date | null; // the reconciliation covers changes before this time
  readonly listReadAt: Date | null; // when `a=list` was last read completely
  /** When the store was last searched for products of ours; null: not yet. */
  readonly adoptedAt: Date | null;
  /** When it was last searched for other products that may be an article already; null: not yet. */
  readonly matchedAt: Date | null;
  /** Null: the merchant has not asked for everything that is chosen yet. */
  readonly everythingAskedAt: Date | null;
  readonly lastWebhookAt: Date | null; // when the latest webhook about an order came
  readonly reconciledAt: Date | null; // when the reconciliation last finished
  /** Lines that only the reconciliation found since the last order webhook; above zero: webhooks seem not to arrive. */
  readonly reconcileFound: number;
};

/** Shopify's facts about a shop; null: not read yet. */
export type ShopFacts = Pick<
  Shop,
  'currency' | 'taxesIncluded' | 'timeZone' | 'plan' | 'country' | 'shipsToCountries' | 'isMarketDriven'
>;

/** Call whenever a shop has just granted a token. Settings, listings and orders stay; orders that waited for access become due. */
export async function saveInstalledShop(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {scopes, ...facts}: {readonly scopes: string} & Partial<ShopFacts>,
  now: Date,
): Promise<void> {
  const granted = {
    ...toColumns(facts),
    scopes,
    needs_reauth: false,
    token_accepted_at: now,
    removal_confirmed: false,
    updated_at: now,
  };
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('shops')
      .values({shop, installed_at: now, settings: JSON.stringify(newShopSettings), ...granted})
      .onConflict((conflict) =>
        conflict.column('shop').doUpdateSet((eb) => ({
          ...granted,
          ...notStoppedColumns,
          state: 'installed',
          uninstalled_at: null,
          installed_at: eb
            .case()
            .when('shops.state', 'in', ['installed', 'stopped'])
            .then(eb.ref('shops.installed_at'))
            .else(now)
            .end(),
        })),
      )
      .execute();
    await makeDueByReason(transaction, shop, codesFreedBy('access'), now);
  });
}

/**
 * Waits for whoever holds the shop's row; free again when the transaction ends. Lock order, against deadlocks: this row before the rows of
 * its orders, in every transaction that locks both.
 */
export async function lockShop(transaction: Transaction<Tables>, shop: ShopDomain): Promise<void> {
  await transaction.selectFrom('shops').select('shop').where('shop', '=', shop).forUpdate().execute();
}

export async function loadShop(db: Kysely<Tables>, shop: ShopDomain): Promise<Shop | null> {
  const row = await db.selectFrom('shops').selectAll().where('shop', '=', shop).executeTakeFirst();
  return row === undefined ? null : toShop(row);
}

/** Includes shops that uninstalled the app and are not erased yet. */
export async function listKnownShops(db: Kysely<Tables>): Promise<readonly string[]> {
  const rows = await db.selectFrom('shops').select('shop').execute();
  return rows.map(({shop}) => shop);
}

export async function listInstalledShops(db: Kysely<Tables>): Promise<readonly Shop[]> {
  const rows = await db.selectFrom('shops').selectAll().where('state', '=', 'installed').orderBy('shop').execute();
  return rows.map(toShop);
}

export async function saveShopFacts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  facts: Partial<ShopFacts>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('shops')
    .set({...toColumns(facts), updated_at: now})
    .where('shop', '=', shop)
    .execute();
}

/** Loads the settings and whether they can be read. Code that needs them uses `requireReadable`, which throws while they cannot be read. */
export async function loadStoredSettings(db: Kysely<Tables>, shop: ShopDomain): Promise<StoredSettings> {
  const row = await db.selectFrom('shops').select('settings').where('shop', '=', shop).executeTakeFirst();
  return readSettings(row === undefined ? {} : row.settings);
}

/** A shop's row with its settings, both from one reading; without a row the settings are the defaults. */
export type ShopWithSettings = StoredSettings & {readonly facts: Shop | null};

export async function loadShopWithSettings(db: Kysely<Tables>, shop: ShopDomain): Promise<ShopWithSettings> {
  const row = await db.selectFrom('shops').selectAll().where('shop', '=', shop).executeTakeFirst();
  return {...readSettings(row?.settings ?? {}), facts: row === undefined ? null : toShop(row)};
}

export async function saveSettings(db: Kysely<Tables>, shop: ShopDomain, settings: object, now: Date): Promise<void> {
  await db
    .updateTable('shops')
    .set({settings: JSON.stringify(withSettingsVersion(settings)), updated_at: now})
    .where('shop', '=', shop)
    .execute();
}

export async function saveListReadAt(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<void> {
  await db.updateTable('shops').set({list_read_at: now}).where('shop', '=', shop).execute();
}

/** Stores when a full run last read the whole catalogue. `hasMissedNight` uses this, and open and recent runs, to find a missed night. */
export async function saveCompletedNight(db: Kysely<Tables>, shop: ShopDomain, at: Date): Promise<void> {
  await db.updateTable('shops').set({last_good_night_at: at}).where('shop', '=', shop).execute();
}

function toColumns({
  currency,
  taxesIncluded,
  timeZone,
  plan,
  country,
  shipsToCountries,
  isMarketDriven,
}: Partial<ShopFacts>) {
  return {
    ...(currency === undefined ? {} : {currency}),
    ...(taxesIncluded === undefined ? {} : {taxes_included: taxesIncluded}),
    ...(timeZone === undefined ? {} : {time_zone: timeZone}),
    ...(plan === undefined ? {} : {plan}),
    ...(country === undefined ? {} : {country}),
    ...(isMarketDriven === undefined ? {} : {market_driven: isMarketDriven}),
    ...(shipsToCountries === undefined ? {} : {ships_to: shipsToCountries && JSON.stringify(shipsToCountries)}),
  };
}

function toShop(row: ShopRow): Shop {
  return {
    shop: row.shop,
    gid: row.shop_gid,
    state: row.state,
    installedAt: row.installed_at,
    grantedAt: row.granted_at,
    uninstalledAt: row.uninstalled_at,
    tokenAcceptedAt: row.token_accepted_at,
    isRemovalConfirmed: row.state === 'uninstalled' && row.removal_confirmed,
    stopped: toStopped(row),
    needsReauth: row.needs_reauth,
    scopes: row.scopes,
    wantedScopes: row.wanted_scopes,
    buyerData: row.buyer_data,
    currency: row.currency,
    taxesIncluded: row.taxes_included,
    timeZone: row.time_zone,
    plan: row.plan,
    country: row.country,
    shipsToCountries: row.ships_to,
    isMarketDriven: row.market_driven,
    catalogueKeyState: row.catalogue_key_state,
    catalogueKeyLast4: row.catalogue_key_last4,
    cataloguePartner: row.catalogue_partner,
    catalogueNotes: row.catalogue_notes ?? [],
    catalogueAnsweredAt: row.catalogue_answered_at,
    dropshipKeyState: row.dropship_key_state,
    dropshipKeyLast4: row.dropship_key_last4,
    dropshipAnsweredAt: row.dropship_answered_at,
    lastGoodNightAt: row.last_good_night_at,
    ordersWatermarkAt: row.orders_watermark_at,
    listReadAt: row.list_read_at,
    adoptedAt: row.adopted_at,
    matchedAt: row.matched_at,
    everythingAskedAt: row.everything_asked_at,
    lastWebhookAt: row.last_webhook_at,
    reconciledAt: row.reconciled_at,
    reconcileFound: row.reconcile_found,
  };
}

function toStopped({stopped_at: since, stopped_reason: reason, ask_again_at: askAgainAt}: ShopRow): Shop['stopped'] {
  return since === null || reason === null || askAgainAt === null ? null : {since, reason, askAgainAt};
}
