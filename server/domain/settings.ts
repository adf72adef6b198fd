// The merchant's settings, with their defaults. Stored as JSON, parsed on every load.
import {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {OwnedFields} from '#domain/catalogue/owned-field.ts';
import {ProductTemplate} from '#domain/catalogue/product-template.ts';
import {longestName, propertyMeanings} from '#domain/orders/properties/line-properties.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {delayRange, earliestNightly} from '#domain/settings-limits.ts';

export const mostStandingAnswers = 500;

/** What to order if the sold variant has no colour or no size. */
const StandingAnswer = z
  .object({
    articleId: z.string().min(1).max(200).nullable().default(null),
    category: z.string().min(1).max(500).nullable().default(null),
    colour: z.string().min(1).max(100).nullable().default(null),
    size: z.string().min(1).max(100).nullable().default(null),
  })
  .refine(({articleId, category}) => articleId !== null || category !== null, 'Name an article or a category.');

export const Settings = z.object({
  /** Without an including rule only articles picked by hand are imported. Choices by hand are stored with the article. */
  choice: z.array(ChoiceRule).max(200).default([]),
  pricing: PricingSettings.prefault({}),
  template: ProductTemplate.prefault({}),
  /** Who owns each field by default. The sync writes a merchant's field only at creation; see `ownerOf` for single products. */
  owned: OwnedFields.prefault({}),
  newProducts: z.enum(['draft', 'active']).default('draft'),
  /** The status of a retired product. A held product becomes a draft. */
  retireAs: z.enum(['draft', 'archive']).default('draft'),
  /** Import articles whose real price is only available as an offer. */
  onRequest: z.boolean().default(false),
  /** The shop's local time, 03:30 or later: in most time zones only earlier times occur twice or not at all when clocks change. */
  nightlyAt: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .refine((time) => time >= earliestNightly)
    .default('04:00'),
  /** Days to keep runs and their changes. */
  historyDays: z.number().int().min(7).max(730).default(90),
  orders: z
    .object({
      sendingPaused: z.boolean().default(false),
      sendTestOrders: z.boolean().default(false),
      /** Older store orders are held for the merchant. */
      maxAgeDays: z.number().int().min(1).max(60).default(7),
      /** Per cent: an order is held if its price exceeds the cost of the listing's last pricing by more than this. */
      priceGuardPercent: z.number().min(0).max(100).default(10),
      /** Sent if Shopify has no e-mail of the buyer. */
      storeEmail: z.email().nullable().default(null),
      /** What to send if nothing else decides colour or size (order-words.ts) and the supplier allows the word; null: ask the merchant. */
      standingColour: z.string().min(1).max(100).nullable().default(null),
      standingSize: z.string().min(1).max(100).nullable().default(null),
      /** The same for one article or one category: used before the two above, the article's first. */
      standingAnswers: z.array(StandingAnswer).max(mostStandingAnswers).default([]),
      /** What the merchant said of properties that buyers fill in, by their names. */
      propertyAnswers: z
        .array(z.object({name: z.string().max(longestName), meaning: z.enum(propertyMeanings)}))
        .max(mostStandingAnswers)
        .default([]),
      /** Minutes between the store order and sending it; the merchant can stop it in that time. */
      delayMinutes: z.number().int().min(delayRange.least).max(delayRange.most).default(0),
      /** An order without Shopify's fraud analysis waits for it, half an hour at most. */
      waitForFraudAnalysis: z.boolean().default(true),
      /** An order is held if it leaves less than this after cost and shipping fee: euro cents, without tax; null: no limit. */
      marginFloor: z.number().int().min(-1_000_000).max(1_000_000).nullable().default(null),
      /** Whether Shopify sends the buyer its shipping e-mail; the request that marks an order as shipped can override it. */
      notifyBuyer: z.boolean().default(true),
      /** Days after which a closed dropship order is deleted; the minimum is above the maximum of `maxAgeDays`. */
      retentionDays: z.number().int().min(90).max(3650).default(365),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = Settings.parse({});

export type StoredSettings = {
  readonly settings: Settings;
  /** The stored settings that cannot be read, by name, such as `pricing.rate`; `settings` has their defaults. */
  readonly unreadable: ReadonlyMap<string, unknown>;
};

/**
 * Reads stored settings. What can be read is kept. If an order setting cannot be read, sending is paused, so that saving the
 * settings again does not start it. While anything is unreadable, no order is sent to the supplier and every run fails at its start;
 * what the merchant does with an order is still written to the store.
 */
export function readSettings(stored: unknown): StoredSettings {
  const unreadable = new Map<string, unknown>();
  let readable = stored;
  // First leave out single settings such as `pricing.rate`, then whole parts such as `pricing`.
  for (const depth of [2, 1]) {
    const {data, error} = Settings.safeParse(readable);
    if (error === undefined) return {settings: pausedIfGuessed(data, unreadable), unreadable};
    for (const {path} of error.issues) {
      const name = toName(path.slice(0, depth));
      if (name === wholeSettings) break;
      if (!unreadable.has(name)) unreadable.set(name, settingAt(stored, name));
      readable = withoutSetting(readable, name);
    }
  }
  const {data} = Settings.safeParse(readable);
  if (data !== undefined) return {settings: pausedIfGuessed(data, unreadable), unreadable};
  const all = new Map([[wholeSettings, stored]]);
  return {settings: pausedIfGuessed(defaultSettings, all), unreadable: all};
}

/** Whether a setting such as `pricing` or `orders.notifyBuyer`, something in it, or the part it belongs to cannot be read. */
export const isUnreadable = ({unreadable}: Pick<StoredSettings, 'unreadable'>, name: string): boolean =>
  [...unreadable.keys()].some(
    (each) => each === wholeSettings || each === name || each.startsWith(`${name}.`) || name.startsWith(`${each}.`),
  );

/** What to store when only `orders` was changed: other parts stay as stored, also those that cannot be read. */
export const withOrders = (stored: unknown, settings: Settings): object =>
  isMap(stored) ? {...stored, orders: settings.orders} : settings;

const wholeSettings = 'settings';

/** The path ends before a list index: a list with one wrong entry is left out as a whole. */
function toName(path: readonly PropertyKey[]): string {
  const index = path.findIndex((key) => typeof key === 'number');
  return (index === -1 ? path : path.slice(0, index)).join('.') || wholeSettings;
}

function settingAt(stored: unknown, name: string): unknown {
  return name.split('.').reduce((value, key) => (isMap(value) ? value[key] : undefined), stored);
}

function withoutSetting(stored: unknown, name: string): unknown {
  if (!isMap(stored)) return stored;
  const [part = '', inner] = name.split('.');
  const {[part]: value, ...others} = stored;
  return inner === undefined ? others : {...others, [part]: withoutSetting(value, inner)};
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function pausedIfGuessed(settings: Settings, unreadable: ReadonlyMap<string, unknown>): Settings {
  if (!isUnreadable({unreadable}, 'orders')) return settings;
  return {...settings, orders: {...settings.orders, sendingPaused: true}};
}

export const hasChosen = (settings: Settings): boolean => settings.choice.some(({effect}) => effect === 'include');

/**
 * Where a newly installed shop differs from the defaults; existing shops keep their settings. The delay gives buyers time to change
 * their order, and Shopify time to analyse it.
 */
export const newShopSettings = {orders: {standingColour: 'as pictured', delayMinutes: 10}};
