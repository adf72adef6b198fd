// Maps an article to a product for the store. Supplier data that is not for shoppers is no part of it: moq, tiers, list
// price, seller, url, origin and the sizes text.

import type {Article} from '#domain/catalogue/article.ts';
import {distinctImages} from '#domain/catalogue/image-identity.ts';
import type {VariantWords} from '#domain/catalogue/options.ts';
import {fillTemplate, lookUp, type ProductTemplate} from '#domain/catalogue/product-template.ts';
import type {ArticleId} from '#domain/ids.ts';
import {shorten} from '#domain/text.ts';
import {wordKey} from '#domain/words/same-word.ts';
import {isSingle} from '#domain/words/units.ts';

/** What one product should look like. */
export type ProductDraft = {
  readonly articleId: ArticleId;
  readonly title: string;
  readonly descriptionHtml: string;
  readonly vendor: string;
  readonly productType: string;
  readonly tags: readonly string[];
  readonly images: readonly string[];
  /** What every image shows, for people who do not see it. */
  readonly imageAlt: string;
  /** For new variants only; the weight of existing variants is never changed. Null: none is sent. */
  readonly weightGrams: number | null;
  /** The store's currency; all amounts are its minor units. */
  readonly currency: string;
  readonly options: {readonly colours: boolean; readonly sizes: boolean};
  readonly variants: readonly VariantDraft[];
};

export type VariantDraft = VariantWords & {
  readonly sku: string | null;
  readonly price: number;
  readonly compareAt: number | null;
  readonly cost: number;
};

/** Shopify's limit for titles, vendors, types, tags, SKUs and the names of variants. */
const maxLine = 255;
/** The most images of one product that are sent; Shopify's limit is 250. */
export const maxImages = 20;
const maxDescription = 20_000;
const maxUnit = 50;

export type ProductText = Omit<ProductDraft, 'options' | 'variants' | 'currency' | 'imageAlt'>;

export function toProductText(article: Article, template: ProductTemplate): ProductText {
  const {category} = article;
  return {
    articleId: article.id,
    title: toTitle(article, template),
    descriptionHtml: toDescriptionHtml(article.description),
    vendor: toVendor(article, template),
    productType: wordOr(lookUp(template.types, category), category),
    tags: toTags(article, template),
    images: distinctImages(article.images).slice(0, maxImages),
    weightGrams: lookUp(template.weights, category) ?? template.defaultWeight,
  };
}

/** The fields by which a product is found in the store, or from which such a field is made. */
export type NamedArticle = Pick<Article, 'id' | 'sku' | 'brand' | 'category' | 'name'>;

export const toVendor = ({brand}: Pick<Article, 'brand'>, {vendors}: ProductTemplate): string =>
  wordOr(lookUp(vendors, brand), brand);

/** Longest alternative text of an image that Shopify takes. */
const maxAlt = 512;

/** The article's name, with its colour where exactly one is stated: with several, it is not known which one an image shows. */
export function toImageAlt({id, name}: Pick<Article, 'id' | 'name'>, colours: readonly string[]): string {
  const [colour, ...others] = colours;
  const ending = colour === undefined || others.length > 0 ? '' : `, ${toPrintedLine(colour)}`;
  return toPrintedLine(name.trim() || id, maxAlt - ending.length) + ending;
}

/** Text the merchant chose keeps its quotes. */
const wordOr = (chosen: string | null, fromFeed: string): string =>
  chosen === null ? toPrintedLine(fromFeed) : toLine(chosen);

/** Supplier text is data: every character that could be markup is escaped; blank lines separate paragraphs. */
export function toDescriptionHtml(text: string): string {
  return shorten(text, maxDescription)
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The unit stays visible, however long the name is. */
function toTitle(article: Article, template: ProductTemplate): string {
  const suffix = unitSuffix(article.unit);
  const words = templateWords(article);
  const title = fillTemplate(template.title, {...words, name: words.name || article.id}).trim() || article.id;
  return toPrintedLine(title, maxLine - suffix.length) + suffix;
}

/** Drops empty tags, and all but one of those that are the same word. A comma becomes a blank, because it would split the tag. */
export function toTags(article: NamedArticle, {tags}: ProductTemplate): string[] {
  const filled = tags.map((tag) => toPrintedLine(fillTemplate(tag, templateWords(article)).replaceAll(',', ' ')));
  return [...new Map(filled.filter((tag) => tag !== '').map((tag) => [wordKey(tag), tag])).values()];
}

/** Shortens long texts before they fill a template: the finished line is cut to `maxLine` anyway. */
function templateWords({id, sku, brand, category, name}: NamedArticle) {
  const part = (text: string) => text.slice(0, 4 * maxLine).trim();
  return {id, sku: part(sku), brand: part(brand), category: part(category), name: part(name)};
}

/** If sold by the pack, shoppers must know that a quantity counts packs. */
function unitSuffix(unit: string): string {
  const word = toPrintedLine(unit, maxUnit);
  return word === '' || isSingle(word) ? '' : ` (sold per ${word})`;
}

/**
 * Themes may print a title, a vendor or an option value unescaped, also inside an HTML attribute. So the text must not contain a
 * tag or end an attribute. Quotes become typographic quotes, one character each, which read the same.
 */
export function toPrintedLine(text: string, length = maxLine): string {
  return toLine(text, length)
    .replaceAll(quoted, '“$1”')
    .replaceAll(/(?<=\d)"/g, '″')
    .replaceAll('"', '”')
    .replaceAll(/(?<=\d)'(?!\p{L})/gu, '′')
    .replaceAll("'", '’');
}

const quoted = /(?<=^|[\s([{/-])"([^"]*)"/g;

/** Quotes stay: for text that is compared, such as an SKU, and for text that the merchant chose. */
export function toLine(text: string, length = maxLine): string {
  return shorten(text, length)
    .trim()
    .replaceAll(/<(?=[a-z/!?])/gi, '‹');
}
