// The merchant's settings as a whole. Stored as JSON with a version, read on every load.
import {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {OwnedFields} from '#domain/catalogue/owned-field.ts';
import {ProductTemplate} from '#domain/catalogue/product-template.ts';
import {longestName, propertyMeanings} from '#domain/orders/properties/line-properties.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {catalogueSettings} from '#domain/settings/catalogue.ts';
import {newShopOrders, orderSettings} from '#domain/settings/orders.ts';
import {storedShape} from '#domain/settings/schemas.ts';
import {settingsVersion, upgradeSettings} from '#domain/settings/upgrade-settings.ts';

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
  ...storedShape(catalogueSettings),
  orders: z
    .object({
      ...storedShape(orderSettings),
      /** The standing colour and size for one article or one category: used before those for all, the article's first. */
      standingAnswers: z.array(StandingAnswer).max(mostStandingAnswers).default([]),
      /** What the merchant said of properties that buyers fill in, by their names. */
      propertyAnswers: z
        .array(z.object({name: z.string().max(longestName), meaning: z.enum(propertyMeanings)}))
        .max(mostStandingAnswers)
        .default([]),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = Settings.parse({});

/**
 * `isReadable` false: what is stored cannot be read, and the shop is paused until the operator has mended it (OPERATING.md): nothing is sent,
 * no run starts, no settings are saved. The defaults, with sending paused, stand in for what is shown meanwhile; `wrong` tells the operator
 * the paths that cannot be read.
 */
export type StoredSettings =
  | {readonly settings: Settings; readonly isReadable: true}
  | {readonly settings: Settings; readonly isReadable: false; readonly wrong: readonly string[]};

export function readSettings(stored: unknown): StoredSettings {
  const {data, error} = Settings.safeParse(upgradeSettings(stored));
  if (data !== undefined) return {settings: data, isReadable: true};
  const orders = {...defaultSettings.orders, sendingPaused: true};
  const wrong = error.issues.map(({path}) => path.join('.'));
  return {settings: {...defaultSettings, orders}, isReadable: false, wrong};
}

/** For the merchant, where a request is refused, a run fails or an order waits. */
export const unreadableSentence =
  'The settings of this store cannot be read, so Piecewise is paused for it. Ask the operator of Piecewise to mend them.';

/** Thrown by what needs the merchant's settings; the API answers it as 409 `settings_unreadable`. */
export class SettingsUnreadable extends Error {
  constructor() {
    super(unreadableSentence);
  }
}

/** @throws SettingsUnreadable */
export function readable({settings, isReadable}: Pick<StoredSettings, 'settings' | 'isReadable'>): Settings {
  if (isReadable) return settings;
  throw new SettingsUnreadable();
}

/** As it is stored: with the version of its form. */
export const withSettingsVersion = (settings: object): object => ({...settings, version: settingsVersion});

export const hasChosen = (settings: Settings): boolean => settings.choice.some(({effect}) => effect === 'include');

export const newShopSettings = withSettingsVersion({orders: newShopOrders});
