// What a merchant may set, with the defaults of a shop that has set nothing. Stored as JSON, parsed on every load.
import {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {OwnedFields} from '#domain/catalogue/owned-field.ts';
import {ProductTemplate} from '#domain/catalogue/product-template.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';

/** Earliest nightly time: summer time in every zone has changed by then. */
export const earliestNightly = '03:30';

/** What to order where a listing states no colour or no size. */
const StandingAnswer = z
  .object({
    articleId: z.string().min(1).max(200).nullable().default(null),
    category: z.string().min(1).max(500).nullable().default(null),
    colour: z.string().min(1).max(100).nullable().default(null),
    size: z.string().min(1).max(100).nullable().default(null),
  })
  .refine(({articleId, category}) => articleId !== null || category !== null, 'Name an article or a category.');

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
      /** The same for one article or one category; the first that fits is used, before the two above. */
      standingAnswers: z.array(StandingAnswer).max(500).default([]),
      /** Minutes between the store order and sending it, in which the merchant can still stop it. */
      delayMinutes: z.number().int().min(0).max(2880).default(0),
      /** Held where less is left of a dropship order after cost and shipping fee: euro cents, without tax; null: never held for it. */
      marginFloor: z.number().int().min(-1_000_000).max(1_000_000).nullable().default(null),
      /** Whether Shopify sends the buyer its shipping e-mail; the request that marks an order as shipped can override it. */
      notifyBuyer: z.boolean().default(true),
      /** Days after which a closed dropship order is deleted; longer than any store order may be sent. */
      retentionDays: z.number().int().min(90).max(3650).default(365),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = Settings.parse({});

export const hasChosen = (settings: Settings): boolean => settings.choice.some(({effect}) => effect === 'include');

/** What a shop that is installed now starts with, where it differs from the defaults; earlier shops keep what they have. */
export const newShopSettings = {orders: {standingColour: 'as pictured'}};
