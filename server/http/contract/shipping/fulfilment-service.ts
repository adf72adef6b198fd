// The fulfilment service that the app keeps in the store, so that orders are requested and accepted in Shopify.
import {z} from 'zod';
import {serviceStops, serviceWishes} from '#domain/fulfilment-service/plan-service.ts';
import {profileWishes} from '#domain/shipping-profile/plan-profile.ts';

/** GET /api/fulfilment-service, and the answer of every change. */
export const FulfilmentService = z.object({
  want: z.enum(serviceWishes),
  /** Rises with each thing that is asked; 0: nothing was. A change names the one it was made from. */
  wish: z.number(),
  /** Whether the app is still working on what the merchant wants. */
  isWorking: z.boolean(),
  /** Whether the store was found as the last wish says, if only once. */
  isReached: z.boolean(),
  /** Why nothing more is done; null: nothing hinders it. */
  stopped: z.enum(serviceStops).nullable(),
  /** The same as a sentence, with what Shopify said to a refusal; null: nothing to say. */
  said: z.string().nullable(),
  /** Whether the merchant allows the app to keep a fulfilment service. */
  isPermitted: z.boolean(),
  /** The app's shipping profile: a product is stocked at the service's location only once it is in there. */
  profile: z.object({
    want: z.enum(profileWishes),
    isWorking: z.boolean(),
    /** Why it does not work, as a sentence; null: nothing hinders it. */
    said: z.string().nullable(),
    /** Whether the store's shipping rates are those of its markets, so that there is no such profile; null: not known. */
    isMarketDriven: z.boolean().nullable(),
  }),
  /** Products of the app in the store, and their variants. */
  all: z.object({products: z.number(), variants: z.number()}),
  /** Variants that are to be stocked at the location, and that are. `toReturn`: still to go back to where they were. */
  variants: z.object({wanted: z.number(), moved: z.number(), toReturn: z.number()}),
  /** The products of a trial, by name. */
  trial: z.array(z.string()),
  /** Variants that Shopify refuses to move, there or back: how many, and the first of them. */
  refused: z.object({
    count: z.number(),
    first: z.array(
      z.object({
        variantGid: z.string(),
        /** Null: no product of the app has it any more. */
        productGid: z.string().nullable(),
        /** The name of the article; null: not known. */
        name: z.string().nullable(),
        /** Colour and size; empty: it has neither. */
        options: z.array(z.string()),
        /** Shopify's words. */
        said: z.string(),
      }),
    ),
  }),
  /** Whether a request made in Shopify waits for an answer. */
  hasOpenRequest: z.boolean(),
  /** When the store was last looked at; null: not yet. */
  settledAt: z.iso.datetime().nullable(),
});
export type FulfilmentService = z.infer<typeof FulfilmentService>;

/** PUT /api/fulfilment-service: what the merchant wants from now on. */
export const FulfilmentServiceInput = z.strictObject({
  want: z.enum(serviceWishes),
  wish: z.int().min(0).max(1_000_000),
});
export type FulfilmentServiceInput = z.infer<typeof FulfilmentServiceInput>;
