// The effect of settings on the store before they are saved. Calculated by the code a run uses; nothing is written.
import {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import {FieldOwners} from '#domain/catalogue/owned-field.ts';
import {ownableFields} from '#domain/catalogue/product-fields.ts';
import {ProductTemplateInput} from '#domain/catalogue/template/product-template.ts';
import {maxPriceListOffset} from '#domain/margins/least-price.ts';
import {shippingCountedWords} from '#domain/margins/shipping-counted.ts';
import {zoneCodes} from '#domain/orders/zone.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {brakeKinds} from './approvals.ts';

/** POST /api/preview: the parts to change; parts left out stay as saved. */
export const PreviewInput = z.object({
  choice: z.array(ChoiceRule).max(200).optional(),
  pricing: PricingSettings.optional(),
  template: ProductTemplateInput.optional(),
  owned: FieldOwners.optional(),
  onRequest: z.boolean().optional(),
  keepOnSale: z.boolean().optional(),
  newProducts: z.enum(['draft', 'active']).optional(),
  /** Which part of `stopped` to return: `nextFrom` of the previous part. */
  stoppedFrom: z.number().int().min(0).optional(),
  /** Position of the first price to return, worst first: `pricesNext` of the previous part. */
  pricesFrom: z.number().int().min(0).max(maxPriceListOffset).optional(),
  /** Whether to calculate `charges` and `carry`, which takes longer. */
  charges: z.boolean().optional(),
});
export type PreviewInput = z.infer<typeof PreviewInput>;

/** The effect of the proposed settings on the store if the next run used them. */
export const Preview = z.object({
  /** Send it when saving the same settings, within the hour. */
  id: z.string(),
  articles: z.number(),
  chosen: z.number(),
  /** Products that are neither drafts nor retired after the run, without those of `left` and `quarantined`; new ones may be drafts. */
  products: z.number(),
  variants: z.number(),
  /**
   * How many of `variants` are estimated, because a run must first read `a=stock` for them: from the catalogue's colours and sizes, or
   * from an outdated reading. Show "about" if it is not 0.
   */
  variantsEstimated: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  restored: z.number(),
  retired: z.number(),
  quarantined: z.number(),
  /** Left as they are: products that the merchant deleted, which are not created again, and those on sale without an `a=stock` reading. */
  left: z.number(),
  /** Articles that would be drafts after the run, by reason code. */
  held: z.partialRecord(z.enum(draftCodes), z.number()),
  /** How many of `held` are on sale now: the next run takes them off sale. */
  takenOffSale: z.partialRecord(z.enum(draftCodes), z.number()),
  unread: z.number(),
  pricesChanged: z.number(),
  /** Existing products by each of their fields that the run writes; a product counts for several fields. */
  fieldsWritten: z.partialRecord(z.enum(ownableFields), z.number()),
  /** The lowest margins after the fee first, 20 at a time. Cost in euro cents, prices in minor units of the store's currency. */
  prices: z.array(
    z.object({
      articleId: z.string(),
      name: z.string(),
      /** The address of the article's first picture; null: it has none. */
      image: z.string().nullable(),
      cost: z.number(),
      before: z.number().nullable(),
      after: z.number(),
      /** The merchant edited the price in the store, where `before` and `after` are what it shows, or set one for the article. */
      own: z.boolean(),
      /** `after` is above the price that the brand recommends, which includes tax. */
      aboveRrp: z.boolean(),
      /** It loses money, and its product is on sale at a price that already does. */
      losesAlready: z.boolean(),
      /** What is left of one piece in each zone the store sells to; null: unknown. */
      zones: z.array(z.object({zone: z.enum(zoneCodes), fee: z.number().nullable(), margin: z.number().nullable()})),
    }),
  ),
  pricesNext: z.number().nullable(),
  /** How many prices can be read this way: all, but at most the 20,020 with the lowest margins. */
  pricesListed: z.number(),
  /**
   * For each price rule (null: articles that no rule matches), the least markup and the least add-on at which one piece loses money in no
   * zone the store sells to. Each is enough alone; null: even the highest is not. `losing`: articles that lose money with these settings.
   * `capped`: articles that neither can help, since the recommended price caps theirs. Empty if it was not asked for.
   */
  charges: z.array(
    z.object({
      rule: z.string().nullable(),
      articles: z.number(),
      losing: z.number(),
      markupPercent: z.number().nullable(),
      addOn: z.number().nullable(),
      capped: z.number(),
    }),
  ),
  /**
   * The zone with the highest fee among those sold to, and how many articles lose money if prices carry that fee. Null: none, or not asked
   * for.
   */
  carry: z.object({zone: z.enum(zoneCodes), losing: z.number()}).nullable(),
  /** Products that lose money on one piece in at least one zone the store sells to; `losingByZone` counts them for each zone. */
  losing: z.number(),
  /** How many of `losing` have a price that the merchant set; `charges` and `carry` leave out all products with such a price. */
  losingOwn: z.number(),
  /** How many of `losing` are on sale at a price that already loses money: these settings are not the cause. */
  losingAlready: z.number(),
  losingByZone: z.partialRecord(z.enum(zoneCodes), z.number()),
  /** Products whose price is above the one that the brand recommends. */
  aboveRrp: z.number(),
  /** How many of `aboveRrp` are on sale at a price that already is. */
  aboveRrpAlready: z.number(),
  /** Every brake the next run would set. `unlessConfirmed`: only if the choice is saved without this preview's id. */
  brakes: z.array(
    z.object({kind: z.enum(brakeKinds), reason: z.string(), articles: z.number(), unlessConfirmed: z.boolean()}),
  ),
  /** All articles that a brake would stop or that would be drafts, sorted by article, 500 at a time. */
  stopped: z.object({
    total: z.number(),
    items: z.array(
      z.object({
        articleId: z.string(),
        name: z.string(),
        /** held: a draft, the product's own state keeps it off sale (see `code`); the others are brakes. */
        by: z.enum(['held', ...brakeKinds]),
        code: z.enum(draftCodes).nullable(),
        reason: z.string(),
        unlessConfirmed: z.boolean(),
      }),
    ),
    nextFrom: z.number().nullable(),
  }),
  /** Whether the margins contain what the store charges for shipping. */
  shipping: z.enum(shippingCountedWords),
  /** Notes on the figures, in sentences. */
  notes: z.array(z.string()),
  /** Why the retirements would wait if the choice were saved without this preview's id; null: they would not. */
  brake: z.string().nullable(),
  /** From this number of variants on, a store below Shopify Plus accepts at most 1,000 new variants a day. */
  variantThreshold: z.number(),
});
export type Preview = z.infer<typeof Preview>;

/** POST /api/rules/count: counts matches while rules are being edited; the figures equal the preview's. */
export const RulesCountInput = z.object({choice: z.array(ChoiceRule).max(200)});
/** How many articles and products the proposed rules concern. */
export const RulesCount = z.object({
  chosen: z.number(),
  /** Chosen articles that the next run would not sell, for any reason; without the quarantined ones. */
  held: z.number(),
  quarantined: z.number(),
  products: z.number(),
  variants: z.number(),
  variantsEstimated: z.number(),
  unread: z.number(),
  created: z.number(),
  retired: z.number(),
  restored: z.number(),
  /** Some of the chosen articles that have a picture, of several brands if there are. */
  examples: z
    .array(z.object({articleId: z.string(), name: z.string(), brand: z.string(), picture: z.string()}))
    .default([]),
});
export type RulesCount = z.infer<typeof RulesCount>;
