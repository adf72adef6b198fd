// Maps an article to a product for the store. Supplier data that shoppers must not see are not in it: moq, tiers, list price, seller, url,
// the text about the origin and the sizes text.

import type {Article} from '#domain/catalogue/article.ts';
import {distinctImages} from '#domain/catalogue/image-identity.ts';
import type {VariantWords} from '#domain/catalogue/options.ts';
import {lookUpWord, type ProductTemplate} from '#domain/catalogue/template/product-template.ts';
import {fillTemplate, maxLineLength} from '#domain/catalogue/template/template-lines.ts';
import type {ArticleId} from '#domain/ids.ts';
import {recogniseStoreCountry} from '#domain/origin/recognise-origin.ts';
import {shorten} from '#domain/text.ts';
import {wordKey} from '#domain/words/same-word.ts';
import {isSingleUnit} from '#domain/words/units.ts';

/** The wanted content of one product. */
export type ProductDraft = {
  readonly articleId: ArticleId;
  readonly title: string;
  readonly descriptionHtml: string;
  readonly vendor: string;
  readonly productType: string;
  readonly tags: readonly string[];
  /** The addresses of the images, in order. */
  readonly images: readonly string[];
  /** The alternative text of every image. */
  readonly imageAlt: string;
  /** The weight of new variants; null: none is sent. The weight of existing variants is never changed. */
  readonly weightGrams: number | null;
  /** The country of origin of new variants, as Shopify's code; null: none is sent. That of existing variants is never changed. */
  readonly origin: string | null;
  /** The store's currency; all amounts are its minor units. */
  readonly currency: string;
  /** Whether the product has an option Colour, and an option Size. */
  readonly options: {readonly colours: boolean; readonly sizes: boolean};
  readonly variants: readonly VariantDraft[];
};

/** The wanted content of one variant; amounts in minor units of the store's currency. `compareAt` null: none. */
export type VariantDraft = VariantWords & {
  readonly sku: string | null;
  readonly price: number;
  readonly compareAt: number | null;
  readonly cost: number;
};

/** The most images of one product that are sent; Shopify's limit is 250. */
export const maxImages = 20;
/** A longer description of the supplier is cut to this many characters. */
const maxDescriptionLength = 20_000;
const maxUnitLength = 50;

/** The parts of a product that come from the article's own texts, without options and amounts. */
export type ProductText = Omit<ProductDraft, 'options' | 'variants' | 'currency' | 'imageAlt'>;

/** Fills the template with the article's texts, and picks its images. */
export function toProductText(article: Article, template: ProductTemplate): ProductText {
  const {category} = article;
  return {
    articleId: article.id,
    title: toTitle(article, template),
    descriptionHtml: toDescriptionHtml(article.description),
    vendor: toVendor(article, template),
    productType: mappedOrSupplierWord(lookUpWord(template.types, category), category),
    tags: toTags(article, template),
    images: distinctImages(article.images).slice(0, maxImages),
    weightGrams: lookUpWord(template.weights, category) ?? template.defaultWeight,
    origin: template.origin === true ? recogniseStoreCountry(article.origin) : null,
  };
}

/** The article's fields from which a product's SKU, vendor and tags are made; `match-product.ts` finds products by these. */
export type NamedArticle = Pick<Article, 'id' | 'sku' | 'brand' | 'category' | 'name'>;

/** The vendor that the template has for the brand, else the brand itself. */
export const toVendor = ({brand}: Pick<Article, 'brand'>, {vendors}: ProductTemplate): string =>
  mappedOrSupplierWord(lookUpWord(vendors, brand), brand);

/** Longest alternative text of an image that Shopify takes. */
const maxAltLength = 512;

/** The alternative text: the article's name, with its colour if exactly one is stated, because of several an image may show any. */
export function toImageAlt({id, name}: Pick<Article, 'id' | 'name'>, colours: readonly string[]): string {
  const [colour, ...others] = colours;
  const ending = colour === undefined || others.length > 0 ? '' : `, ${toPrintedLine(colour)}`;
  return toPrintedLine(name.trim() || id, maxAltLength - ending.length) + ending;
}

/** The merchant's word from a map if there is one, else the supplier's. Only the merchant's text keeps its quotes. */
const mappedOrSupplierWord = (chosen: string | null, fromFeed: string): string =>
  chosen === null ? toPrintedLine(fromFeed) : toLine(chosen);

/** Makes HTML of the supplier's description: escapes every character that could be markup; blank lines separate paragraphs. */
export function toDescriptionHtml(text: string): string {
  return shorten(text, maxDescriptionLength)
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

/** Replaces every character that could be markup. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The product's title with its unit. A long name is cut so that the unit stays visible. */
function toTitle(article: Article, template: ProductTemplate): string {
  const suffix = unitSuffix(article.unit);
  return toPrintedLine(fillTitle(article, template) || article.id, maxLineLength - suffix.length) + suffix;
}

/** The template's title filled with the article's texts, neither cut nor with the unit; empty where all of them are. */
export function fillTitle(article: NamedArticle, template: Pick<ProductTemplate, 'title'>): string {
  const words = toTemplateWords(article);
  return fillTemplate(template.title, {...words, name: words.name || article.id}).trim();
}

/** The product's tags from the template. Drops empty and repeated ones. A comma becomes a blank, because it would split the tag. */
export function toTags(article: NamedArticle, {tags}: ProductTemplate): string[] {
  const filled = fillTags(article, tags).map((tag) => toPrintedLine(tag));
  return [...new Map(filled.filter((tag) => tag !== '').map((tag) => [wordKey(tag), tag])).values()];
}

/** The tags filled with the article's texts, not cut; a comma has become a blank. */
export const fillTags = (article: NamedArticle, tags: readonly string[]): readonly string[] =>
  tags.map((tag) => fillTemplate(tag, toTemplateWords(article)).replaceAll(',', ' ').trim());

/** The article's fields as values for a template, shortened because the finished line is cut to `maxLineLength` anyway. */
function toTemplateWords({id, sku, brand, category, name}: NamedArticle) {
  const part = (text: string) => text.slice(0, 4 * maxLineLength).trim();
  return {id, sku: part(sku), brand: part(brand), category: part(category), name: part(name)};
}

/** The text " (sold per pack)" for the title, because shoppers must know that a quantity counts packs; empty for single pieces. */
export function unitSuffix(unit: string): string {
  const word = toPrintedLine(unit, maxUnitLength);
  return word === '' || isSingleUnit(word) ? '' : ` (sold per ${word})`;
}

/**
 * Makes a text safe for themes that print a title, a vendor or an option value unescaped, also inside an HTML attribute: no tag can
 * start and no attribute can end. Quotes become typographic quotes, one character each, which read the same.
 */
export function toPrintedLine(text: string, length = maxLineLength): string {
  return toLine(text, length)
    .replaceAll(quotedText, '“$1”')
    .replaceAll(/(?<=\d)"/g, '″')
    .replaceAll('"', '”')
    .replaceAll(/(?<=\d)'(?!\p{L})/gu, '′')
    .replaceAll("'", '’');
}

/** Matches a text in straight double quotes. */
const quotedText = /(?<=^|[\s([{/-])"([^"]*)"/g;

/** Makes a text safe to print but keeps its quotes: for text that is compared, such as an SKU, and for text that the merchant chose. */
export function toLine(text: string, length = maxLineLength): string {
  return shorten(text, length)
    .trim()
    .replaceAll(/<(?=[a-z/!?])/gi, '‹');
}
