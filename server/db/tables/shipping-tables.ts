// The tables of the store's shipping: its rates and markets as read, the profile that the app keeps, and the variants in it.
import type {ColumnType, Generated} from 'kysely';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import type {RateGroup} from '#domain/margins/store-charges.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {WrittenRate, ZoneChange} from '#domain/shipping-profile/compare-profile.ts';
import type {ProfileStop, ProfileWish} from '#domain/shipping-profile/plan-profile.ts';
import type {ProfileTerms} from '#domain/shipping-profile/profile-terms.ts';
import type {StoreMarket} from '#domain/shipping-profile/unserved-markets.ts';
import type {Json, NumberOrNull, OrNull, TextOrNull, Time, TimeOrNull} from './column-types.ts';

/** A jsonb list with a default. */
type JsonList<T> = ColumnType<readonly T[], string | undefined, string>;
type TextList<T extends string = string> = ColumnType<readonly T[], readonly T[] | undefined, readonly T[]>;

/** The profile that a merchant asked for; no row: none was ever asked for. */
export type ShippingProfilesTable = {
  shop: ShopDomain;
  want: ProfileWish;
  /** Rises with each thing the merchant asks. */
  wish: Generated<number>;
  terms: Json<ProfileTerms>;
  /** The products of a trial. */
  trial: TextList;
  /** The wish that the store was last found to be as; null: none. */
  settled_wish: NumberOrNull;
  /** Since when Shopify is deleting the profile; null: it is not. */
  removing_since: TimeOrNull;
  profile_gid: TextOrNull;
  /** The profile's version as last read, or after the app's last change. */
  version: NumberOrNull;
  /** Whether someone else may have put variants into another profile since they were last looked for. */
  needs_check: Generated<boolean>;
  rates: JsonList<WrittenRate>;
  /** The zones that are to be made again, as the merchant asked. */
  resets: TextList<ZoneCode>;
  changes: JsonList<ZoneChange>;
  /** Why nothing more is done; null: nothing hinders it. */
  stopped: OrNull<ProfileStop>;
  /** What Shopify said to its refusal. */
  said: TextOrNull;
  /** Whether the store is as the merchant wants it, as far as known. */
  is_settled: Generated<boolean>;
  /** Until then a worker has it; null: none does. */
  working_until: TimeOrNull;
  actor: string;
  asked_at: Time;
  settled_at: TimeOrNull;
};

/** A variant that the app has put into its profile, or is about to. */
export type ProfiledVariantsTable = {
  shop: ShopDomain;
  variant_gid: VariantGid;
  /** The profile it was in before; null: the general one. */
  from_gid: TextOrNull;
  /** Null: it is not known whether it was moved. */
  moved_at: TimeOrNull;
  /** The profile that someone else has put it into since, where it stays; null: none. */
  taken_gid: TextOrNull;
};

/** The rates as they were last read from Shopify; no row: the app may not read them, or has not yet. */
export type ShippingRatesTable = {
  shop: ShopDomain;
  /** The store's currency when they were read. */
  currency: string;
  groups: Json<readonly RateGroup[]>;
  is_complete: boolean;
  read_at: Time;
};

/** The store's active markets as they were last read from Shopify; no row: the app may not read them, or has not yet. */
export type StoreMarketsTable = {
  shop: ShopDomain;
  /** Those with countries that the supplier does not serve, and of their countries only these. */
  markets: Json<readonly StoreMarket[]>;
  is_complete: boolean;
  read_at: Time;
};
