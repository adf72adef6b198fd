// Schemas of the shapes that the interface document shows: the catalogue page and the product object.
import {z} from 'zod';
import {type Article, highestAmount, type PricingKind} from '#domain/catalogue/article.ts';
import {ArticleId} from '#domain/ids.ts';
import {parseMinor} from '#domain/money.ts';
import {cleanLine, cleanText, textOrNull, wholeNumberOrNull} from '#domain/text.ts';
import {type ImagePolicy, readImageAddresses} from './image-addresses.ts';

/** An item that cannot be read, or that `a=list` names with different prices. `reason` is a sentence. `id` is null if it is unreadable. */
export type UnreadableItem = {readonly id: ArticleId | null; readonly reason: string};

/** A parsed article, or why it cannot be read. */
export type ParsedArticle = {kind: 'article'; article: Article} | ({kind: 'unreadable'} & UnreadableItem);

/** A whole number, or its decimal text. */
const wholeNumber = z.unknown().optional().transform(wholeNumberOrNull).pipe(z.int('is not a whole number'));
/** A whole number, or the fallback if the value is missing. */
const wholeNumberOr = (fallback: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => (isMissing(value) ? fallback : wholeNumberOrNull(value)))
    .pipe(z.int('is not a whole number'));

/** Interface document, "Catalogue page envelope (a=products)". `next_page` is required: its absence does not mean the end. */
export const CatalogueEnvelope = z.object({
  ok: z.literal(true),
  page: wholeNumber,
  pages: wholeNumber,
  total: wholeNumber,
  next_page: z.union([z.null(), wholeNumber]),
  items: z.array(z.unknown()),
});

/** An article's id exactly as received, because it is sent back; null if unusable (blank, too long, broken characters). */
export function readArticleId(value: unknown): ArticleId | null {
  const text = textOrNull(value);
  // A replacement character means that the supplier's text was already broken, so the true id is unknown.
  if (text === null || text.trim() === '' || !text.isWellFormed() || /[\p{Cc}\u2028\u2029\ufffd]/u.test(text))
    return null;
  return ArticleId.safeParse(text).data ?? null;
}

/** A text, cleaned; '' if the value is missing. */
const cleanedText = (clean: (value: string) => string) =>
  z
    .unknown()
    .optional()
    .transform((value) => (value === undefined || value === null ? '' : textOrNull(value)))
    .pipe(z.string('is not text').transform(clean));
/** A text as one clean line of at most `max` characters; '' if the value is missing. */
const cleanedLine = (max: number) => cleanedText((value) => cleanLine(value, max));

/** A list of texts without empty ones; empty if the value is missing. */
const textList = z
  .unknown()
  .optional()
  .transform((value) => value ?? [])
  .pipe(z.array(cleanedLine(500), 'is not a list of texts'))
  .transform((list) => list.filter((word) => word !== ''));

const pricingKinds: readonly PricingKind[] = ['fixed', 'sale', 'on_request'];
/** The supplier's word for how an article is priced, in any case. */
const pricingKind = cleanedLine(50).transform((value, context): PricingKind => {
  const known = pricingKinds.find((name) => name === value.toLowerCase());
  if (known !== undefined) return known;
  context.addIssue({code: 'custom', message: 'is none of fixed, sale and on_request'});
  return z.NEVER;
});

/** The price tiers with their prices still unread; empty if the value is missing. */
const priceTiers = z
  .unknown()
  .optional()
  .transform((value) => value ?? [])
  .pipe(
    z.array(z.object({min_qty: wholeNumber, price: z.unknown()}), 'is not a list').max(1_000, 'is too long a list'),
  );

/** Interface document, "Product object (catalogue)". `stock` is left out: it is never read. */
const ProductObject = z.object({
  sku: cleanedLine(255),
  brand: cleanedLine(255),
  name: cleanedLine(500).refine((name) => name !== '', 'is empty'),
  category: cleanedLine(255),
  description: cleanedText((value) => cleanText(value, 50_000)),
  unit: cleanedLine(50),
  moq: wholeNumberOr(1),
  sizes: cleanedLine(2_000),
  colours: textList,
  currency: cleanedLine(20),
  pricing: pricingKind,
  price_tiers: priceTiers,
  price_from: z.unknown().optional(),
  list_price: z.unknown().optional(),
  rrp: z.unknown().optional(),
  origin: cleanedLine(255),
  seller: cleanedLine(255),
  images: z.unknown().optional(),
  url: z.unknown().optional(),
  added_at: z.unknown().optional(),
});

/** Parses an article; never throws. Accepts prices of zero or less and other currencies; other code decides whether to sell. */
export function parseArticle(item: unknown, policy: ImagePolicy): ParsedArticle {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return toUnreadable(null, 'The entry is not an article.');
  const rawId = 'id' in item ? item.id : undefined;
  const id = readArticleId(rawId);
  if (id === null) return toUnreadable(null, 'The article has no readable id.');
  const parsed = ProductObject.safeParse(item);
  if (!parsed.success) return toUnreadable(id, schemaErrorText(parsed.error));
  const raw = parsed.data;
  const currency = raw.currency === '' ? 'EUR' : raw.currency;
  const badTier = raw.price_tiers.find(({price}) => readAmount(price, currency) === null);
  if (badTier !== undefined) {
    return toUnreadable(id, `Its price_tiers hold a price that ${whyNoAmount(badTier.price, currency)}.`);
  }
  const readTiers = readPriceTiers(raw.price_tiers, currency);
  const [priceFrom, listPrice, rrp] = [raw.price_from, raw.list_price, raw.rrp].map((price) =>
    readOptionalAmount(price, currency),
  );
  if (priceFrom === undefined) return toUnreadable(id, `Its price_from ${whyNoAmount(raw.price_from, currency)}.`);
  if (listPrice === undefined) return toUnreadable(id, `Its list_price ${whyNoAmount(raw.list_price, currency)}.`);
  if (rrp === undefined) return toUnreadable(id, `Its rrp ${whyNoAmount(raw.rrp, currency)}.`);
  const {images: addresses, dropped} = readImageAddresses(raw.images, policy);
  const {price_tiers: _tiers, price_from: _from, list_price: _list, added_at, images: _images, url, ...same} = raw;
  return {
    kind: 'article',
    article: {
      ...same,
      id,
      currency,
      tiers: readTiers,
      priceFrom,
      listPrice,
      rrp,
      images: addresses,
      ...(dropped.length > 0 ? {droppedImages: dropped} : {}),
      url: readPageUrl(url),
      addedAt: readDate(added_at),
    },
  };
}

/** Reads the price tiers, sorted by quantity. */
function readPriceTiers(
  given: readonly {readonly min_qty: number; readonly price?: unknown}[],
  currency: string,
): Article['tiers'] {
  return given
    .flatMap(({min_qty: minQty, price}) => {
      const read = readAmount(price, currency);
      return read === null ? [] : [{minQty, price: read}];
    })
    .toSorted((one, other) => one.minQty - other.minQty);
}

/** The address of the article's page; '' if it is missing or unusable. */
function readPageUrl(value: unknown): string {
  const url = typeof value === 'string' && value.length <= 2_048 ? URL.parse(value) : null;
  if (url === null || url.username || url.password) return '';
  return ['https:', 'http:'].includes(url.protocol) ? url.href : '';
}

/** A date as ISO 8601; null if it is missing or cannot be read. */
function readDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Reads an amount that may be missing: null if it is, undefined if the value is not an amount. */
function readOptionalAmount(value: unknown, currency: string): number | null | undefined {
  return isMissing(value) ? null : (readAmount(value, currency) ?? undefined);
}

/** Whether the supplier left out the value or sent an empty text. */
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The first fault of the article as a sentence. */
function schemaErrorText(error: z.ZodError): string {
  const [issue] = error.issues;
  const [field, , within] = issue?.path ?? [];
  if (issue === undefined || field === undefined) return 'The article is not readable.';
  return `${within === undefined ? 'Its' : `In its ${String(field)}, the`} ${String(within ?? field)} ${issue.message}.`;
}

function toUnreadable(id: ArticleId | null, reason: string): ParsedArticle {
  return {kind: 'unreadable', id, reason};
}

/** Reads a number or decimal text as minor units; null for anything else, and for an amount too large to be a price. */
export function readAmount(value: unknown, currency: string): number | null {
  const minor = parseMinor(value, currency);
  return minor === null || Math.abs(minor) > highestAmount ? null : minor;
}

/** Why `readAmount` returned null, as the end of a sentence that begins with the field's name. */
const whyNoAmount = (value: unknown, currency: string): string =>
  parseMinor(value, currency) === null ? 'is not a number' : 'is over 1,000,000.00, which is not believed';
