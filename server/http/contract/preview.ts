// What settings would make of the store, before they are saved. Counted by the code a run uses; nothing is written.
import {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {holdCodes} from '#domain/catalogue/hold.ts';
import {OwnedFields} from '#domain/catalogue/owned-field.ts';
import {ProductTemplateInput} from '#domain/catalogue/product-template.ts';
import {zoneCodes} from '#domain/orders/zone.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {brakeKinds} from './approvals.ts';

/** POST /api/preview: the parts that are to change; what is left out is as saved. */
export const PreviewInput = z.object({
  choice: z.array(ChoiceRule).max(200).optional(),
  pricing: PricingSettings.optional(),
  template: ProductTemplateInput.optional(),
  owned: OwnedFields.optional(),
  onRequest: z.boolean().optional(),
  newProducts: z.enum(['draft', 'active']).optional(),
  /** Which part of `stopped` to answer: `nextFrom` of the part before. */
  stoppedFrom: z.number().int().min(0).optional(),
});
export type PreviewInput = z.infer<typeof PreviewInput>;

export const Preview = z.object({
  /** To be named when the same choice is saved, within the hour. */
  id: z.string(),
  articles: z.number(),
  chosen: z.number(),
  /** On sale after the run. */
  products: z.number(),
  variants: z.number(),
  /**
   * How many of `variants` are estimated from the catalogue's colours and its text of sizes, because `a=stock` was not read yet.
   * Say "about" where it is not 0.
   */
  variantsEstimated: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  restored: z.number(),
  retired: z.number(),
  quarantined: z.number(),
  /** Deleted in the store by the merchant: left alone. */
  left: z.number(),
  held: z.partialRecord(z.enum(holdCodes), z.number()),
  unread: z.number(),
  pricesChanged: z.number(),
  /** What leaves least after the fee first, at most 20. Cost in euro cents, prices in minor units of the store's currency. */
  prices: z.array(
    z.object({
      articleId: z.string(),
      name: z.string(),
      cost: z.number(),
      before: z.number().nullable(),
      after: z.number(),
      /** Before the shipping fee: what rules and the floor go by. */
      marginPercent: z.number(),
      /** What one piece leaves without tax after the fee of each zone the store sells to; null: not known. */
      zones: z.array(z.object({zone: z.enum(zoneCodes), fee: z.number().nullable(), margin: z.number().nullable()})),
    }),
  ),
  /** Products that lose money on one piece sold to at least one of these zones, and how many do so in which. */
  losing: z.number(),
  losingByZone: z.partialRecord(z.enum(zoneCodes), z.number()),
  /** Every brake that the next run would put on. `unlessConfirmed`: only if the choice is saved without naming this preview. */
  brakes: z.array(
    z.object({kind: z.enum(brakeKinds), reason: z.string(), articles: z.number(), unlessConfirmed: z.boolean()}),
  ),
  /** Everything that a brake or a hold would stop, by article, 500 at a time. */
  stopped: z.object({
    total: z.number(),
    items: z.array(
      z.object({
        articleId: z.string(),
        name: z.string(),
        /** held: its own state keeps it off sale, as `code` says; the others are brakes. */
        by: z.enum(['held', ...brakeKinds]),
        code: z.enum(holdCodes).nullable(),
        reason: z.string(),
        unlessConfirmed: z.boolean(),
      }),
    ),
    nextFrom: z.number().nullable(),
  }),
  /** What has to be said with the figures, in sentences. */
  notes: z.array(z.string()),
  /** What would hold the retirements back if the choice were saved without naming this preview; null: nothing. */
  brake: z.string().nullable(),
  /** From these products on a store may take no more than 1,000 new variants a day. */
  variantThreshold: z.number(),
});
export type Preview = z.infer<typeof Preview>;

/** POST /api/rules/count: what rules match while they are being written; the figures are those of the preview. */
export const RulesCountInput = z.object({choice: z.array(ChoiceRule).max(200)});
export const RulesCount = z.object({
  chosen: z.number(),
  /** Of those chosen, what no run would put on sale: held for whatever reason, or set aside. */
  held: z.number(),
  quarantined: z.number(),
  products: z.number(),
  variants: z.number(),
  variantsEstimated: z.number(),
  unread: z.number(),
  created: z.number(),
  retired: z.number(),
  restored: z.number(),
});
export type RulesCount = z.infer<typeof RulesCount>;
