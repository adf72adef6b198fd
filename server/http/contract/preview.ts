// What settings would make of the store, before they are saved. Counted by the code a run uses; nothing is written.
import {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {holdCodes} from '#domain/catalogue/hold.ts';
import {OwnedFields} from '#domain/catalogue/owned-field.ts';
import {PricingSettings} from '#domain/catalogue/pricing-settings.ts';
import {ProductTemplate} from '#domain/catalogue/product-template.ts';

/** POST /api/preview: the parts that are to change; what is left out is as saved. */
export const PreviewInput = z.object({
  choice: z.array(ChoiceRule).max(200).optional(),
  pricing: PricingSettings.optional(),
  template: ProductTemplate.optional(),
  owned: OwnedFields.optional(),
  onRequest: z.boolean().optional(),
  newProducts: z.enum(['draft', 'active']).optional(),
});
export type PreviewInput = z.infer<typeof PreviewInput>;

export const Preview = z.object({
  /** To be named when the same choice is saved, within the hour. */
  id: z.string(),
  articles: z.number(),
  chosen: z.number(),
  /** On sale after the run; variants are exact where details were read. */
  products: z.number(),
  variants: z.number(),
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
  /** The lowest margins first, at most 20. Cost in euro cents, prices in minor units of the store's currency. */
  prices: z.array(
    z.object({
      articleId: z.string(),
      name: z.string(),
      cost: z.number(),
      before: z.number().nullable(),
      after: z.number(),
      marginPercent: z.number(),
    }),
  ),
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
  unread: z.number(),
  created: z.number(),
  retired: z.number(),
  restored: z.number(),
});
export type RulesCount = z.infer<typeof RulesCount>;
