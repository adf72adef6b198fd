// The settings: the short form, and each part of the catalogue's settings.
import {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {OwnedFields} from '#domain/catalogue/owned-field.ts';
import {ProductTemplateInput} from '#domain/catalogue/product-template.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {delayRange, nightlyError} from '#domain/settings-limits.ts';
import {StandingWord} from './order-settings.ts';

/** GET and PUT /api/settings. Import rules and prices have their own forms: `Rules`, `Pricing`. */
export const SettingsForm = z.object({
  newProducts: z.enum(['draft', 'active']),
  /** Local time of the nightly run, HH:MM, 03:30 or later. */
  nightlyAt: z.string().check(({value, issues}) => {
    const message = nightlyError(value);
    if (message !== null) issues.push({code: 'custom', message, input: value});
  }),
  sendingPaused: z.boolean(),
  sendTestOrders: z.boolean(),
  /** The colour to order if the supplier states none; null: ask. Left out in a PUT: unchanged. */
  standingColour: StandingWord.nullable().optional(),
  /** Minutes between the store order and sending it. Left out in a PUT: unchanged; so is the next field. */
  delayMinutes: z
    .number('Enter a number.')
    .int('Enter whole minutes.')
    .min(delayRange.least, delayRange.tooLittle)
    .max(delayRange.most, delayRange.tooMuch)
    .optional(),
  /** An order without Shopify's fraud analysis waits for it, half an hour at most. */
  waitForFraudAnalysis: z.boolean().optional(),
});
export type SettingsForm = z.infer<typeof SettingsForm>;

/**
 * Names a preview that showed the effect of the change. Articles that a choice confirmed in this way no longer includes leave without a
 * brake.
 */
const previewId = z.string().min(1).max(1000).optional();

/**
 * PUT /api/settings; answers `SavedSettings`. The preview is needed (409 `preview_needed`) where stored rules, prices, owners of prices or
 * the setting about prices on request cannot be read, because saving replaces them. `choice`: pages loaded before the rules had a page
 * of their own may still send it.
 */
export const SettingsInput = SettingsForm.extend({
  previewId,
  choice: z.undefined('What goes into your store is now set under Import rules. Load the page again.').optional(),
});

/**
 * Each GET of settings answers a version, and a PUT may name the version it is based on; without one nothing is compared. If other values
 * were saved meanwhile and the PUT differs from them, it is refused (409 `changed_meanwhile`); `fields` names the differences.
 */
export const BasedOn = z.object({version: z.string().max(100).optional()});

export const SavedSettings = SettingsForm.extend({version: z.string()});
export type SavedSettings = z.infer<typeof SavedSettings>;

/**
 * Only in answers of GET: the paths of stored settings that cannot be read. Their defaults count instead; if one of them is an order
 * setting, sending counts as paused. Saving settings, rules or prices replaces all of them: with the values of the form, or else with
 * what counts instead. If they decide what is on sale or at which price, that needs the preview. A PUT of the template, the ownership or
 * the importing is refused while there are any (409 `settings_unreadable`).
 */
const unreadable = z.array(z.string());

/** GET /api/settings. */
export const StoredSettingsForm = SavedSettings.extend({unreadable});
export type StoredSettingsForm = z.infer<typeof StoredSettingsForm>;

/** GET /api/choices: brands and categories of the listed articles, with their article counts. */
export const Choices = z.object({
  brands: z.array(z.object({name: z.string(), articles: z.number()})),
  categories: z.array(z.object({name: z.string(), articles: z.number()})),
});
export type Choices = z.infer<typeof Choices>;

const idsAreUnique = (rules: readonly {readonly id: string}[]) =>
  new Set(rules.map(({id}) => id)).size === rules.length;
const twice = 'Two rules have the same id.';

/**
 * GET /api/rules. An excluding rule that matches overrules every including rule. PUT accepts the same fields and a previewId; rules that
 * differ from the saved ones are refused without the preview that showed what they do.
 */
export const Rules = z.object({
  choice: z.array(ChoiceRule).max(200, 'Enter at most 200 rules.').refine(idsAreUnique, twice),
});
export type Rules = z.infer<typeof Rules>;

/** As GET answers it, with a version and the names of stored settings that cannot be read. */
export const StoredRules = Rules.extend({version: z.string(), unreadable});
export type StoredRules = z.infer<typeof StoredRules>;

export const RulesInput = Rules.extend({previewId});

/** GET /api/pricing. */
export const Pricing = z.object({
  pricing: PricingSettings,
  /** The store's currency; null until it was read from Shopify. */
  currency: z.string().nullable(),
  taxesIncluded: z.boolean().nullable(),
});
export type Pricing = z.infer<typeof Pricing>;

/** As GET answers it, with a version and the names of stored settings that cannot be read. */
export const StoredPricing = Pricing.extend({version: z.string(), unreadable});
export type StoredPricing = z.infer<typeof StoredPricing>;

/** PUT /api/pricing; answers `Pricing` with a version. Prices that differ from the saved ones need the preview that showed them. */
export const PricingInput = z.object({
  pricing: PricingSettings.refine(({rules}) => idsAreUnique(rules), {message: twice, path: ['rules']}),
  previewId,
});

/**
 * GET and PUT /api/template: how an article's text becomes a product's, and what to order if a listing states no colour or size.
 */
export const Template = z.object({
  template: ProductTemplateInput,
  /**
   * The shop's standing answers; those by article and category are in the order settings. Null: ask. Left out in a PUT:
   * unchanged.
   */
  standingColour: StandingWord.nullable().optional(),
  standingSize: StandingWord.nullable().optional(),
});
export type Template = z.infer<typeof Template>;

/**
 * GET /api/ownership: which fields the sync keeps writing after it created a product. PUT accepts the same field and a previewId: a
 * change of who writes price or compare-at price needs the preview that showed its effect.
 */
export const Ownership = z.object({owned: OwnedFields});
export type Ownership = z.infer<typeof Ownership>;

export const OwnershipInput = Ownership.extend({previewId});

/**
 * GET /api/importing. PUT accepts the same fields and a previewId: a change of `onRequest` needs the preview that showed its
 * effect.
 */
export const Importing = z.object({
  newProducts: z.enum(['draft', 'active']),
  retireAs: z.enum(['draft', 'archive']),
  /** Import articles whose real price is only available as an offer. */
  onRequest: z.boolean(),
  /** Days to keep runs and their changes. */
  historyDays: z.number().int().min(7, 'Keep at least 7 days.').max(730, 'Keep at most 730 days.'),
});
export type Importing = z.infer<typeof Importing>;

export const ImportingInput = Importing.extend({previewId});
