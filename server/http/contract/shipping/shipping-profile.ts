// The shipping profile that the app keeps in the store. Fees in euro cents; prices in minor units of the currency beside them.
import {z} from 'zod';
import {zoneCodes} from '#domain/orders/zone.ts';
import {profileStops, profileWishes} from '#domain/shipping-profile/plan-profile.ts';
import {percentRange, profileCurrencies, surchargeRange} from '#domain/shipping-profile/profile-terms.ts';

const Price = z.object({minor: z.number(), currency: z.string()});

/** What the merchant decides about the rates; `surcharge` in whole units of the rates' currency. */
const Terms = {
  percent: z.number().min(percentRange.least, percentRange.tooLittle).max(percentRange.most, percentRange.tooMuch),
  surcharge: z
    .number()
    .min(surchargeRange.least, surchargeRange.tooLittle)
    .max(surchargeRange.most, surchargeRange.tooMuch),
  currency: z.enum(profileCurrencies),
};

/** GET /api/shipping-profile, and the answer of every change. */
export const ShippingProfile = z.object({
  want: z.enum(profileWishes),
  /** Rises with each thing that is asked; 0: nothing was. A change names the one it was made from. */
  wish: z.number(),
  /** Whether the app is still working on what the merchant wants. */
  isWorking: z.boolean(),
  /** Whether the merchant has a fulfilment service too: without the profile it does nothing. */
  hasService: z.boolean(),
  /** Whether the store was found as the last wish says, if only once. */
  isReached: z.boolean(),
  /** Why nothing more is done; null: nothing hinders it. */
  stopped: z.enum(profileStops).nullable(),
  /** The same as a sentence, with what Shopify said to a refusal; null: nothing to say. */
  said: z.string().nullable(),
  /** Whether the merchant allows the app to write shipping settings. */
  isPermitted: z.boolean(),
  /** Whether the store's shipping rates are those of its markets; null: not known. */
  isMarketDriven: z.boolean().nullable(),
  /** The store's currency; null until it was read. */
  storeCurrency: z.string().nullable(),
  /** `surcharge` null: it was entered in another currency than the rates have now, and is asked for again. */
  terms: z.object({...Terms, surcharge: Terms.surcharge.nullable()}),
  zones: z.array(
    z.object({
      zone: z.enum(zoneCodes),
      deliversTo: z.string(),
      /** Working days. */
      transit: z.string(),
      /** What the supplier charges for one dropship order. */
      fee: z.number(),
      /** The rate by `terms`; null: no exchange rate is set. */
      price: Price.nullable(),
      /** What the merchant changed of the zone in Shopify; null: nothing. */
      change: z.enum(['removed', 'countries', 'price', 'methods']).nullable(),
      /** The price that Shopify shows, if the merchant changed it. */
      shown: Price.nullable(),
    }),
  ),
  /** Products of the app in the store, and their variants. */
  all: z.object({products: z.number(), variants: z.number()}),
  /** Variants that are to be in the profile, and that are. `taken`: in another profile, where someone else has put them. */
  variants: z.object({wanted: z.number(), moved: z.number(), taken: z.number()}),
  /** The products of a trial, by name. */
  trial: z.array(z.string()),
  /** Countries that the store sells to and the supplier does not deliver to; null: not known. */
  unserved: z.array(z.string()).nullable(),
  /** The store's active markets, where the merchant takes out those countries. */
  markets: z.object({
    /** Whether the merchant allows the app to read them. */
    isPermitted: z.boolean(),
    /** Null: not read. */
    read: z
      .object({
        /** Each with those of the unserved countries that it has. */
        markets: z.array(z.object({gid: z.string(), name: z.string(), countries: z.array(z.string())})),
        /** The unserved countries that none of them has. */
        inNone: z.array(z.string()),
        /** False: there are more markets or regions than were read. */
        isComplete: z.boolean(),
      })
      .nullable(),
  }),
  /** When the store was last found as wanted; null: not yet. */
  settledAt: z.iso.datetime().nullable(),
});
export type ShippingProfile = z.infer<typeof ShippingProfile>;

/** PUT /api/shipping-profile: what the merchant wants from now on. `off` ignores the terms. */
export const ShippingProfileInput = z.strictObject({
  want: z.enum(profileWishes),
  wish: z.int().min(0).max(1_000_000),
  ...Terms,
});
export type ShippingProfileInput = z.infer<typeof ShippingProfileInput>;
