// What a merchant may set, with the defaults of a shop that has set nothing. Stored as JSON, parsed on every load.
import {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {OwnedFields} from '#domain/catalogue/owned-field.ts';
import {PricingSettings} from '#domain/catalogue/pricing-settings.ts';
import {ProductTemplate} from '#domain/catalogue/product-template.ts';

/** Earliest nightly time: summer time in every zone has changed by then. */
export const earliestNightly = '03:30';

export const Settings = z.object({
  /** Nothing included imports nothing. Articles picked or left out by hand are kept with the article. */
  choice: z.array(ChoiceRule).max(200).default([]),
  pricing: PricingSettings.prefault({}),
  template: ProductTemplate.prefault({}),
  /** Which fields the sync goes on writing after it made a product. */
  owned: OwnedFields.prefault({}),
  newProducts: z.enum(['draft', 'active']).default('draft'),
  /** What becomes of a product that is no longer sold. */
  retireAs: z.enum(['draft', 'archive']).default('draft'),
  /** Import lines whose real price comes only from an offer. */
  onRequest: z.boolean().default(false),
  /** The shop's local time, 03:30 or later: earlier hours exist twice or not at all when clocks change. */
  nightlyAt: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .refine((time) => time >= earliestNightly)
    .default('04:00'),
  /** Days for which runs and their changes are kept. */
  historyDays: z.number().int().min(7).max(730).default(90),
  orders: z
    .object({
      sendingPaused: z.boolean().default(false),
      sendTestOrders: z.boolean().default(false),
      /** Older store orders are held for a person. */
      maxAgeDays: z.number().int().min(1).max(60).default(7),
      /** A price at order time this much above the cost the listing was priced on is held. */
      priceGuardPercent: z.number().min(0).max(100).default(10),
      /** Sent in place of a buyer's e-mail that Shopify does not have. */
      storeEmail: z.email().nullable().default(null),
      /** What to send where a listing states no colour or no size; null: ask. */
      standingColour: z.string().min(1).max(100).nullable().default(null),
      standingSize: z.string().min(1).max(100).nullable().default(null),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

export const hasChosen = (settings: Settings): boolean => settings.choice.some(({effect}) => effect === 'include');
