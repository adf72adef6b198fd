// The tables as Kysely sees them. Times are timestamptz (Date), money is integer minor units, sealed columns end in `_sealed`. Ids are
// branded: they were parsed on entry, so a row's ids are not parsed again.

import type {ColumnType, Generated} from 'kysely';
import type {ShopDomain, ShopGid} from '#domain/ids.ts';
import type {BuyerDataReason} from '#domain/store-access.ts';
import type {StopReason} from '#domain/uninstall.ts';
import type {
  ArticlesTable,
  BrakesTable,
  ListingMediaTable,
  ListingsTable,
  ListingVariantsTable,
  QuarantineTable,
  RunChangesTable,
  RunsTable,
} from './catalogue-tables.ts';
import type {Json, JsonOrNull, OrNull, TextOrNull, Time, TimeOrNull} from './column-types.ts';
import type {ArticleOptionsTable, DeparturesTable, OwnPricesTable, ProductMatchesTable} from './decision-tables.ts';
import type {DeliveriesTable} from './delivery-tables.ts';
import type {
  FulfilmentRequestsTable,
  FulfilmentServicesTable,
  RequestAnswersTable,
  ServiceCallsTable,
  ServicedVariantsTable,
  ServiceFulfilmentsTable,
} from './fulfilment-tables.ts';
import type {MailSettingsTable, MailsTable} from './mail-tables.ts';
import type {
  AuditTable,
  DropshipAttemptsTable,
  DropshipOrdersTable,
  RepeatsTable,
  StoreOrdersTable,
} from './order-tables.ts';
import type {BuyerRefundsTable} from './refund-tables.ts';
import type {
  ProfiledVariantsTable,
  ShippingProfilesTable,
  ShippingRatesTable,
  StoreMarketsTable,
} from './shipping-tables.ts';

/** The tables by their names in the database. */
export type Tables = {
  shops: ShopsTable;
  mail_settings: MailSettingsTable;
  mails: MailsTable;
  secrets_seen: SecretsSeenTable;
  sessions: SessionsTable;
  deliveries: DeliveriesTable;
  articles: ArticlesTable;
  article_options: ArticleOptionsTable;
  own_prices: OwnPricesTable;
  /** The items of the catalogue that were read, by the digest of their bytes. `reason` null: as the article that is stored. */
  known_items: {shop: ShopDomain; digest: Uint8Array; article_id: TextOrNull; reason: TextOrNull};
  listings: ListingsTable;
  listing_variants: ListingVariantsTable;
  quarantine: QuarantineTable;
  runs: RunsTable;
  run_changes: RunChangesTable;
  brakes: BrakesTable;
  listing_media: ListingMediaTable;
  product_matches: ProductMatchesTable;
  departures: DeparturesTable;
  dropship_orders: DropshipOrdersTable;
  dropship_attempts: DropshipAttemptsTable;
  buyer_refunds: BuyerRefundsTable;
  store_orders: StoreOrdersTable;
  audit: AuditTable;
  repeats: RepeatsTable;
  /** One row, rewritten to find out whether the database takes writes. */
  write_probe: {id: number; at: Time};
  shipping_rates: ShippingRatesTable;
  store_markets: StoreMarketsTable;
  shipping_profiles: ShippingProfilesTable;
  fulfilment_services: FulfilmentServicesTable;
  serviced_variants: ServicedVariantsTable;
  fulfilment_requests: FulfilmentRequestsTable;
  request_answers: RequestAnswersTable;
  service_calls: ServiceCallsTable;
  service_fulfilments: ServiceFulfilmentsTable;
  profiled_variants: ProfiledVariantsTable;
  /** The places for requests at the supplier: how many a process has (`held`) and asks for (`wanted`), until when. */
  supplier_places: {process: string; held: number; wanted: number; until: Time};
};

/** One row for each shop that ever installed the app, until it is erased. */
export type ShopsTable = {
  shop: ShopDomain;
  /** Shopify's id of the store, which a new name does not change; read with the store's own token. Null: not read yet. */
  shop_gid: ColumnType<ShopGid | null, ShopGid | null | undefined, ShopGid | null>;
  /** Names the store had before, the latest last. */
  former_names: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>;
  /** Since when its name belongs to another store (shops/set-aside.ts); null: it does not. */
  set_aside_at: TimeOrNull;
  /** `stopped`: installed, but nothing is sent and no run works (stopped-shops.ts). */
  state: Generated<'installed' | 'stopped' | 'uninstalled'>;
  installed_at: Time;
  /** When the newest exchange of a session token for an offline token was requested: the app was installed then. */
  granted_at: TimeOrNull;
  uninstalled_at: TimeOrNull;
  /**
   * When the app was last known to be installed: a token was granted, or accepted by the Admin API (to the hour), or someone opened the app
   * of a stopped or uninstalled shop. Null: not since this column exists.
   */
  token_accepted_at: TimeOrNull;
  /** True: the app was removed, so a request to erase the shop is carried out at once. Only ever true in the state `uninstalled`. */
  removal_confirmed: Generated<boolean>;
  /** Since when the shop is stopped; null: it is not. */
  stopped_at: TimeOrNull;
  /** Why the shop is stopped; null: it is not. */
  stopped_reason: ColumnType<StopReason | null, StopReason | null | undefined, StopReason | null>;
  /** When the store of a stopped shop is asked again; null: not stopped, or set aside. */
  ask_again_at: TimeOrNull;
  /** Rises whenever a worker takes or releases the shop's lane (db/orders/lanes). */
  lane_token: Generated<number>;
  /** Whether the store's shipping rates are those of its markets; null: not read yet. */
  market_driven: OrNull<boolean>;
  /** When the lease of the worker with the shop's lane ends; null: the lane is free. */
  lane_until: TimeOrNull;
  /** Set when no valid offline token is available until the merchant opens the app again. */
  needs_reauth: Generated<boolean>;
  /** The access scopes that the store has granted, separated by commas. */
  scopes: Generated<string>;
  /** What the app asks for, as Shopify states it; separated by commas. */
  wanted_scopes: Generated<string>;
  /** Why the store shows no names and addresses of buyers; null: nothing speaks against it. */
  buyer_data: ColumnType<BuyerDataReason | null, BuyerDataReason | null | undefined, BuyerDataReason | null>;
  /** When scopes, and often buyers' data, were last read, or a process began to read them; null: not yet. */
  access_read_at: TimeOrNull;
  currency: TextOrNull;
  taxes_included: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  time_zone: TextOrNull;
  /** Shopify's name of the store's plan; null: not read yet. */
  plan: TextOrNull;
  /** Where the store is: ISO 3166-1 alpha-2; null: not read yet, or not named. */
  country: TextOrNull;
  /** Countries the store ships to: ISO 3166-1 alpha-2 and a few more of Shopify's; null: not read yet. */
  ships_to: JsonOrNull<readonly string[]>;
  catalogue_key_sealed: TextOrNull;
  /** The end of the key, at most four characters, to recognise it; null: no key, or one too short. */
  catalogue_key_last4: TextOrNull;
  /** `accepted`: as far as known the supplier takes the key; `rejected`: the supplier refused it. */
  catalogue_key_state: Generated<'absent' | 'accepted' | 'rejected'>;
  /** The merchant's name at the supplier, as the supplier answered to the key; null: none. */
  catalogue_partner: TextOrNull;
  /** What the supplier noted in that answer, such as what it does not have; null: nothing. */
  catalogue_notes: JsonOrNull<readonly string[]>;
  /** When the catalogue last gave a good answer to the key: as it was entered or checked, or to a run that read it whole. */
  catalogue_answered_at: TimeOrNull;
  /** The dropship key, as above. */
  dropship_key_sealed: TextOrNull;
  dropship_key_last4: TextOrNull;
  dropship_key_state: Generated<'absent' | 'accepted' | 'rejected'>;
  /** As above; an answer to a run is the list, read to its end. */
  dropship_answered_at: TimeOrNull;
  settings: Json<Record<string, unknown>>;
  /** The run that has the shop's lease; null: none. */
  run_lease_owner: TextOrNull;
  /** When the lease of the run ends; null: no run has it. */
  run_lease_until: TimeOrNull;
  /** Rises with every lease taken, a stop, and an uninstall; `writeUnderLease` refuses a run with an older number. */
  run_fence: Generated<number>;
  /** Which call renews the shop's token now; null: none. */
  token_lease_owner: TextOrNull;
  /** When the lease for renewing the token ends; null: no call has it. */
  token_lease_until: TimeOrNull;
  /** When a full run last read the whole catalogue; null: not yet. */
  last_good_night_at: TimeOrNull;
  /** The reconciliation covers store orders changed before this time; null: not yet. */
  orders_watermark_at: TimeOrNull;
  /** When `a=list` was last read completely. */
  list_read_at: TimeOrNull;
  /** When the store was last searched for products of ours, once for each installation; null: not yet. */
  adopted_at: TimeOrNull;
  stayed_on_sale: OrNull<number>; // how many of our products the store had on sale when it was read last for that
  stayed_read_at: TimeOrNull; // once after each installation
  /** When the store was last searched for other products that may be an article already; null: not yet. */
  matched_at: TimeOrNull;
  /** When the merchant first saved the prices; null: not yet, or before this column existed. */
  prices_saved_at: TimeOrNull;
  /** When the merchant first asked for everything chosen; null: not yet, and only runs the merchant asks for create products. */
  everything_asked_at: TimeOrNull;
  /** When the merchant closed the note that set-up is done. */
  set_up_closed_at: TimeOrNull;
  /** When all products were last compared with the written values. */
  edits_read_at: TimeOrNull;
  /**
   * `choiceFingerprint` of the rules that `articles.chosen` was computed from; with rules by margin, of price settings and store facts too.
   */
  chosen_for: TextOrNull;
  /**
   * `rulesFingerprint` of the rules that a run applied last, or that were saved without a preview: while it equals that of the current
   * rules, the brake applies to them. Empty: the rules were confirmed by a preview. Null: neither, since the products became listings.
   */
  retired_for: TextOrNull;
  /** When the latest webhook about an order came; null: not yet. */
  last_webhook_at: TimeOrNull;
  /** Lines that only the reconciliation found, since the last webhook of an order. */
  reconcile_found: Generated<number>;
  /** When the reconciliation last found such lines; null: not yet. */
  webhook_missed_at: TimeOrNull;
  /** When the reconciliation last finished; null: not yet. */
  reconciled_at: TimeOrNull;
  updated_at: Time;
};

/** Since when the app has seen the current value of each secret environment variable. */
export type SecretsSeenTable = {
  /** Name of the environment variable. */
  name: string;
  /** Keyed digest of the secret's value. */
  digest: string;
  first_seen_at: Time;
};

/** Shopify's sessions, sealed. */
export type SessionsTable = {
  id: string;
  /** In the form of Shopify's library. */
  shop: string;
  is_online: boolean;
  payload_sealed: string;
  expires_at: TimeOrNull;
  updated_at: Time;
};
