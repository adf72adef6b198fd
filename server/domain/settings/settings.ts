// The schema of all of a merchant's settings. They are stored as JSON with a version, and parsed on every load.
import {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {FieldOwners} from '#domain/catalogue/owned-field.ts';
import {ProductTemplate} from '#domain/catalogue/template/product-template.ts';
import {maxPropertyNameLength, propertyMeanings} from '#domain/orders/properties/line-properties.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {catalogueSettings} from '#domain/settings/catalogue.ts';
import {newShopOrderSettings, orderSettings} from '#domain/settings/orders.ts';
import {storedShape} from '#domain/settings/schemas.ts';
import {settingsVersion, upgradeSettings} from '#domain/settings/upgrade-settings.ts';
import {answerOptions} from '#domain/standing-answers.ts';

/** The most standing answers, and the most answers about properties. */
export const maxStandingAnswers = 500;

/** The colour and size to order if the sold variant of an article or category has none. */
const StandingAnswer = z
  .object({
    articleId: z.string().min(1).max(200).nullable().default(null),
    category: z.string().min(1).max(500).nullable().default(null),
    colour: z.string().min(1).max(100).nullable().default(null),
    size: z.string().min(1).max(100).nullable().default(null),
    asks: z.array(z.enum(answerOptions)).optional(),
  })
  .refine(({articleId, category}) => articleId !== null || category !== null, 'Name an article or a category.');

/** The schema of all settings. A part that is missing gets its default. */
export const Settings = z.object({
  /** The import rules. Without an including rule, only articles picked by hand are imported; that choice is stored with the article. */
  choice: z.array(ChoiceRule).max(200).default([]),
  pricing: PricingSettings.prefault({}),
  template: ProductTemplate.prefault({}),
  /** The default owner of each product field. The sync writes a merchant's field only at creation; see `ownerOf` for single products. */
  owned: FieldOwners.prefault({}),
  ...storedShape(catalogueSettings),
  orders: z
    .object({
      ...storedShape(orderSettings),
      /** The standing colours and sizes of articles and categories. They come before those for all; an article's come first. */
      standingAnswers: z.array(StandingAnswer).max(maxStandingAnswers).default([]),
      /** What the merchant said that properties which buyers fill in mean, by their names. */
      propertyAnswers: z
        .array(z.object({name: z.string().max(maxPropertyNameLength), meaning: z.enum(propertyMeanings)}))
        .max(maxStandingAnswers)
        .default([]),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

/** The settings of a shop for which nothing is stored. */
export const defaultSettings: Settings = Settings.parse({});

/**
 * `isReadable` false: the stored settings cannot be read, and the shop is paused until the operator mends them (OPERATING.md): nothing is
 * sent, no run starts, no settings are saved. `settings` then has the defaults with sending paused, and `wrong` the unreadable paths.
 */
export type StoredSettings =
  | {readonly settings: Settings; readonly isReadable: true}
  | {readonly settings: Settings; readonly isReadable: false; readonly wrong: readonly string[]};

/** Parses stored settings. Never throws. */
export function readSettings(stored: unknown): StoredSettings {
  const {data, error} = Settings.safeParse(upgradeSettings(stored));
  if (data !== undefined) return {settings: data, isReadable: true};
  const orders = {...defaultSettings.orders, sendingPaused: true};
  const wrong = error.issues.map(({path}) => path.join('.'));
  return {settings: {...defaultSettings, orders}, isReadable: false, wrong};
}

/** The sentence for the merchant if a request is refused, a run fails or an order waits for that reason. */
export const settingsUnreadableText =
  'The settings of this store cannot be read, so Piecewise is paused for it. Ask the operator of Piecewise to mend them.';

/** Thrown if the merchant's settings are needed but cannot be read; the API answers 409 `settings_unreadable`. */
export class SettingsUnreadable extends Error {
  constructor() {
    super(settingsUnreadableText);
  }
}

/** The settings if they are readable. @throws SettingsUnreadable */
export function requireReadable({settings, isReadable}: Pick<StoredSettings, 'settings' | 'isReadable'>): Settings {
  if (isReadable) return settings;
  throw new SettingsUnreadable();
}

/** Adds the current version to settings before they are stored. */
export const withSettingsVersion = (settings: object): object => ({...settings, version: settingsVersion});

/** Whether any import rule includes articles. */
export const hasIncludeRule = (settings: Settings): boolean => settings.choice.some(({effect}) => effect === 'include');

/** The settings to store for a newly installed shop; all others get their defaults when they are read. */
export const newShopSettings = withSettingsVersion({orders: newShopOrderSettings});
