// An article as a product for the store: the field map, and nothing of the supplier's that is not for shoppers.
// moq, tiers, list price, seller, url, origin and the sizes text never reach the store.
import type {Article} from '#domain/catalogue/article.ts';
import type {VariantWords} from '#domain/catalogue/options.ts';

/** What one product should look like. Amounts are minor units of the store's currency. */
export type ProductDraft = {
  readonly articleId: string;
  readonly title: string;
  readonly descriptionHtml: string;
  readonly vendor: string;
  readonly productType: string;
  readonly tags: readonly string[];
  readonly images: readonly string[];
  readonly options: {readonly colours: boolean; readonly sizes: boolean};
  readonly variants: readonly VariantDraft[];
};

export type VariantDraft = VariantWords & {
  readonly sku: string | null;
  readonly price: number;
  readonly compareAt: number | null;
  readonly cost: number;
};

/** Shopify's limit for titles, vendors and types. */
const maxLine = 255;
/** Images sent on creation; Shopify's limit per product is 250. */
const maxImages = 20;
const maxDescription = 20_000;
const maxUnit = 50;

export type ProductText = Omit<ProductDraft, 'options' | 'variants'>;

export function toProductText(article: Article): ProductText {
  return {
    articleId: article.id,
    title: toTitle(article),
    descriptionHtml: toDescriptionHtml(article.description),
    vendor: toLine(article.brand, maxLine),
    productType: toLine(article.category, maxLine),
    tags: [],
    images: article.images.slice(0, maxImages),
  };
}

/** Feed text is data: every character that could be markup is escaped; blank lines part paragraphs. */
export function toDescriptionHtml(text: string): string {
  return clip(text, maxDescription)
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

/** However long the name: the unit stays in sight. */
function toTitle({id, name, unit}: Article): string {
  const suffix = unitSuffix(unit);
  return toLine(name.trim() || id, maxLine - suffix.length) + suffix;
}

/** Sold by the pack: shoppers must know that a quantity counts packs. */
function unitSuffix(unit: string): string {
  const word = toLine(unit, maxUnit);
  return word === '' || word.toLowerCase() === 'pc' ? '' : ` (sold per ${word})`;
}

/** Themes may print a title, vendor or type as it is: what would open a tag there is defused. */
function toLine(text: string, length: number): string {
  return clip(text, length)
    .trim()
    .replaceAll(/<(?=[a-z/!?])/gi, '‹');
}

/** Well-formed and at most `length` UTF-16 units, never half a character. */
function clip(text: string, length: number): string {
  const cut = text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
  return cut.toWellFormed();
}
