// The merchant's order settings, and the audit trail.
import {z} from 'zod';
import {EmailAddress, isVisible} from '#domain/orders/buyer-text.ts';
import {longestName, propertyMeanings} from '#domain/orders/properties/line-properties.ts';
import {mostStandingAnswers} from '#domain/settings.ts';
import {AuditEntry} from './dropship-orders.ts';

/** What to order if a listing states no colour or no size: free text that the supplier reads. */
export const StandingWord = z
  .string('Enter a word.')
  .trim()
  .min(1, 'Enter a word, or leave it out.')
  .max(100, 'Enter at most 100 characters.')
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'This holds characters that cannot be sent.')
  .refine((text) => text.trim() === '' || isVisible(text), 'Enter a word, or leave it out.');

const number = 'Enter a number.';
const whole = (least: number, most: number) =>
  z
    .number(number)
    .int('Enter a whole number.')
    .min(least, `Enter ${least} or more.`)
    .max(most, `Enter at most ${most}.`);

/** What to order for one article or one category if the listing states no colour or no size. */
const StandingAnswer = z
  .strictObject({
    articleId: z.string().min(1).max(200).nullable(),
    category: z.string().min(1).max(500).nullable(),
    colour: StandingWord.nullable(),
    size: StandingWord.nullable(),
  })
  .refine(({articleId, category}) => articleId !== null || category !== null, 'Name an article or a category.')
  .refine(({colour, size}) => colour !== null || size !== null, 'Name a colour or a size.');

/** GET and PUT /api/order-settings. The answers add a version, GET also `unreadable`; the PUT may name a version. See settings.ts. */
export const OrderSettings = z.object({
  sendingPaused: z.boolean(),
  sendTestOrders: z.boolean(),
  /** Minutes between the store order and sending it. */
  delayMinutes: whole(0, 2_880),
  /** An order without Shopify's fraud analysis waits for it, half an hour at most. */
  waitForFraudAnalysis: z.boolean(),
  /** Older store orders are held for the merchant. */
  maxAgeDays: whole(1, 60),
  /** Per cent: an order is held if its price is more than this above the cost of the product's last pricing. */
  priceGuardPercent: z.number(number).min(0, 'Enter 0 or more.').max(100, 'Enter at most 100 %.'),
  /** The least margin of a dropship order in euro cents, without tax; null: no order is held for its margin. */
  marginFloor: whole(-1_000_000, 1_000_000).nullable(),
  /** Sent if Shopify has no e-mail of the buyer. */
  storeEmail: EmailAddress.nullable(),
  standingColour: StandingWord.nullable(),
  standingSize: StandingWord.nullable(),
  standingAnswers: z
    .array(StandingAnswer)
    .max(mostStandingAnswers, `At most ${mostStandingAnswers} standing answers are kept.`),
  notifyBuyer: z.boolean(),
  retentionDays: whole(90, 3_650),
});
export type OrderSettings = z.infer<typeof OrderSettings>;

/** In a PUT, `waitForFraudAnalysis` may be left out and then stays unchanged: older pages and scripts do not know it. */
export const OrderSettingsInput = OrderSettings.extend({waitForFraudAnalysis: z.boolean().optional()});

/** POST /api/standing-answers/property: what every property of this name means from now on. */
export const PropertyAnswerInput = z.strictObject({
  name: z.string().max(longestName),
  meaning: z.enum(propertyMeanings),
});

/** GET /api/standing-answers, POST …/forget, …/property and …/forget-property. The first fitting answer for the article is used, else the first for its category. */
export const StandingAnswers = z.object({
  answers: z.array(
    z.object({
      articleId: z.string().nullable(),
      /** Null: the catalogue does not have the article, or the answer is for a category. */
      articleName: z.string().nullable(),
      category: z.string().nullable(),
      colour: z.string().nullable(),
      size: z.string().nullable(),
    }),
  ),
  /** What the merchant said of properties that buyers fill in, by their names; newest first. */
  properties: z.array(PropertyAnswerInput),
});
export type StandingAnswers = z.infer<typeof StandingAnswers>;

/** POST /api/standing-answers/forget: which answer, named by article and category as it was shown. */
export const ForgetInput = z.strictObject({
  articleId: z.string().max(200).nullable(),
  category: z.string().max(500).nullable(),
});

/** POST /api/standing-answers/forget-property */
export const ForgetPropertyInput = PropertyAnswerInput.pick({name: true});

/** GET /api/audit?subject=…&before=…; newest first, 50 a page. `nextBefore` is the `before` of the next page. */
export const AuditPage = z.object({entries: z.array(AuditEntry), nextBefore: z.number().nullable()});
export type AuditPage = z.infer<typeof AuditPage>;
