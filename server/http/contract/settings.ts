// The settings in parts: GET and PUT /api/settings/:part. Each plain setting is described in #domain/settings.
import {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {FieldOwners} from '#domain/catalogue/owned-field.ts';
import {ProductTemplateInput} from '#domain/catalogue/template/product-template.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {catalogueSettings, historySettings, offSaleSettings} from '#domain/settings/catalogue.ts';
import {generalSettings, orderSettings} from '#domain/settings/orders.ts';
import {enteredShape} from '#domain/settings/schemas.ts';

/**
 * Each GET and PUT answers the part with a version, and a PUT may name the version it is based on; without one nothing is compared. If
 * other values were saved meanwhile and the PUT differs from them, it is refused (409 `changed_meanwhile`); `fields` names the
 * differences. While the stored settings cannot be read, each PUT is refused (409 `settings_unreadable`), and GET answers defaults.
 */
export const BasedOn = z.object({version: z.string().max(100).optional()});
/** A part of the settings with the version of its values. */
export type Saved<Part> = Part & {readonly version: string};

/**
 * The id of a preview that showed the effect of the change. Articles that a choice confirmed in this way no longer includes are retired
 * without a brake.
 */
const previewId = z.string().min(1).max(1000).optional();

/** The part `general`: the settings on the page Settings. */
export const General = z.object(enteredShape(generalSettings));
export type General = z.infer<typeof General>;

/** A PUT may leave settings out; they stay unchanged. A page loaded before a setting existed does not send it. */
export const GeneralInput = General.partial().extend({
  /** Pages loaded before the rules had a page of their own may still send it. */
  choice: z.undefined('What goes into your store is now set under Import rules. Load the page again.').optional(),
});

/** A brand or a category to choose: how many listed articles have it, the picture of one of them, and what they cost, in euro cents. */
const NameTile = z.object({
  name: z.string(),
  articles: z.number(),
  picture: z.string().nullable().default(null),
  costFrom: z.number().nullable().default(null),
  costTo: z.number().nullable().default(null),
});

/** GET /api/choices: brands and categories of the listed articles. */
export const Choices = z.object({brands: z.array(NameTile), categories: z.array(NameTile)});
export type Choices = z.infer<typeof Choices>;

/** Whether no two of the rules have the same id. */
const idsAreUnique = (rules: readonly {readonly id: string}[]) =>
  new Set(rules.map(({id}) => id)).size === rules.length;
const duplicateIdMessage = 'Two rules have the same id.';

/**
 * The part `rules`. An excluding rule that matches overrules every including rule. Rules that differ from the saved ones are refused
 * without the preview that showed what they do.
 */
export const Rules = z.object({
  choice: z.array(ChoiceRule).max(200, 'Enter at most 200 rules.').refine(idsAreUnique, duplicateIdMessage),
});
export type Rules = z.infer<typeof Rules>;

/** PUT of the part `rules`, with the preview that showed what the rules do. */
export const RulesInput = Rules.extend({previewId});

/** The part `pricing`, with the store's currency and whether its prices include tax. */
export const Pricing = z.object({
  pricing: PricingSettings,
  /** The store's currency; null until it was read from Shopify. */
  currency: z.string().nullable(),
  taxesIncluded: z.boolean().nullable(),
});
export type Pricing = z.infer<typeof Pricing>;

/** PUT of the part `pricing`. Pricing settings that differ from the saved ones are refused without the preview that showed their effect. */
export const PricingInput = z.object({
  pricing: PricingSettings.refine(({rules}) => idsAreUnique(rules), {message: duplicateIdMessage, path: ['rules']}),
  previewId,
});

/** The colour and size that are ordered where neither the listing nor a standing answer states one. */
const standingWords = z.object(enteredShape(orderSettings)).pick({standingColour: true, standingSize: true});

/** The part `template`: how an article's text becomes a product's, and what to order if a listing states no colour or size. */
export const Template = standingWords.extend({template: ProductTemplateInput});
export type Template = z.infer<typeof Template>;

/** A PUT may leave out any of them; they stay unchanged. Standing answers for articles and categories are in the part `orders`. */
export const TemplateInput = Template.partial();

/**
 * The part `products`: how products look, which fields the sync keeps writing after it made a product, and what becomes of products whose
 * article is no longer listed or chosen. A change of who writes price or compare-at price, or of `keepOnSale`, needs the preview that
 * showed its effect.
 */
export const ProductsPart = z.object({
  template: ProductTemplateInput,
  owned: FieldOwners,
  ...enteredShape(offSaleSettings),
  ...enteredShape(historySettings),
});
export type ProductsPart = z.infer<typeof ProductsPart>;

/** PUT of the part `products`; what is left out stays unchanged. */
export const ProductsPartInput = ProductsPart.partial().extend({previewId});

/**
 * The part `importing`: the settings of the catalogue except the time of the nightly run. A change of `onRequest` or `keepOnSale` needs
 * the preview that showed its effect.
 */
export const Importing = z.object(enteredShape(catalogueSettings)).omit({nightlyAt: true});
export type Importing = z.infer<typeof Importing>;

/** PUT of the part `importing`; settings that are left out stay unchanged. */
export const ImportingInput = Importing.partial().extend({previewId});
