// The shapes that the interface document shows, as schemas: the catalogue page and the product object.
import {z} from 'zod';
import {type Article, highestAmount, type Pricing} from '#domain/catalogue/article.ts';
import {ArticleId} from '#domain/ids.ts';
import {parseMinor} from '#domain/money.ts';
import {asText, asWhole, cleanLine, cleanText} from '#domain/text.ts';
import {type ImagePolicy, readImageAddresses} from './image-addresses.ts';

/** An item that cannot be read, or that `a=list` names with different prices. `reason` is a sentence. `id` is null if it is unreadable. */
export type UnreadableItem = {readonly id: ArticleId | null; readonly reason: string};

export type ParsedArticle = {kind: 'article'; article: Article} | ({kind: 'unreadable'} & UnreadableItem);

/** Numbers may be decimal text. */
const whole = z.unknown().optional().transform(asWhole).pipe(z.int('is not a whole number'));
const wholeOr = (fallback: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => (isBlank(value) ? fallback : asWhole(value)))
    .pipe(z.int('is not a whole number'));

/** Interface document, "Catalogue page envelope (a=products)". `next_page` is required: its absence does not mean the end. */
export const CatalogueEnvelope = z.object({
  ok: z.literal(true),
  page: whole,
  pages: whole,
  total: whole,
  next_page: z.union([z.null(), whole]),
  items: z.array(z.unknown()),
});

/** The id as received, since it is sent back. Null if unusable (blank, too long, broken characters). */
export function readArticleId(value: unknown): ArticleId | null {
  const text = asText(value);
  // A replacement character means that the supplier's text was already broken, so the true id is unknown.
  if (text === null || text.trim() === '' || !text.isWellFormed() || /[\p{Cc}\u2028\u2029\ufffd]/u.test(text))
    return null;
  return ArticleId.safeParse(text).data ?? null;
}

const text = (clean: (value: string) => string) =>
  z
    .unknown()
    .optional()
    .transform((value) => (value === undefined || value === null ? '' : asText(value)))
    .pipe(z.string('is not text').transform(clean));
const line = (max: number) => text((value) => cleanLine(value, max));

const words = z
  .unknown()
  .optional()
  .transform((value) => value ?? [])
  .pipe(z.array(line(500), 'is not a list of texts'))
  .transform((list) => list.filter((word) => word !== ''));

const pricings: readonly Pricing[] = ['fixed', 'sale', 'on_request'];
const pricing = line(50).transform((value, context): Pricing => {
  const known = pricings.find((name) => name === value.toLowerCase());
  if (known !== undefined) return known;
  context.addIssue({code: 'custom', message: 'is none of fixed, sale and on_request'});
  return z.NEVER;
});

const tiers = z
  .unknown()
  .optional()
  .transform((value) => value ?? [])
  .pipe(z.array(z.object({min_qty: whole, price: z.unknown()}), 'is not a list').max(1_000, 'is too long a list'));

/** Interface document, "Product object (catalogue)". `stock` is left out: it is never read. */
const ProductObject = z.object({
  sku: line(255),
  brand: line(255),
  name: line(500).refine((name) => name !== '', 'is empty'),
  category: line(255),
  description: text((value) => cleanText(value, 50_000)),
  unit: line(50),
  moq: wholeOr(1),
  sizes: line(2_000),
  colours: words,
  currency: line(20),
  pricing,
  price_tiers: tiers,
  price_from: z.unknown().optional(),
  list_price: z.unknown().optional(),
  rrp: z.unknown().optional(),
  origin: line(255),
  seller: line(255),
  images: z.unknown().optional(),
  url: z.unknown().optional(),
  added_at: z.unknown().optional(),
});

/** Never throws. Negative and zero prices and foreign currencies stay as they are; other code decides whether to sell. */
export function parseArticle(item: unknown, policy: ImagePolicy): ParsedArticle {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return cannot(null, 'The entry is not an article.');
  const rawId = 'id' in item ? item.id : undefined;
  const id = readArticleId(rawId);
  if (id === null) return cannot(null, 'The article has no readable id.');
  const parsed = ProductObject.safeParse(item);
  if (!parsed.success) return cannot(id, reasonFrom(parsed.error));
  const raw = parsed.data;
  const currency = raw.currency === '' ? 'EUR' : raw.currency;
  const badTier = raw.price_tiers.find(({price}) => readAmount(price, currency) === null);
  if (badTier !== undefined) {
    return cannot(id, `Its price_tiers hold a price that ${whyNoAmount(badTier.price, currency)}.`);
  }
  const readTiers = readPriceTiers(raw.price_tiers, currency);
  const [priceFrom, listPrice, rrp] = [raw.price_from, raw.list_price, raw.rrp].map((price) =>
    optional(price, currency),
  );
  if (priceFrom === undefined) return cannot(id, `Its price_from ${whyNoAmount(raw.price_from, currency)}.`);
  if (listPrice === undefined) return cannot(id, `Its list_price ${whyNoAmount(raw.list_price, currency)}.`);
  if (rrp === undefined) return cannot(id, `Its rrp ${whyNoAmount(raw.rrp, currency)}.`);
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

/** Ascending by quantity. */
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

function readPageUrl(value: unknown): string {
  const url = typeof value === 'string' && value.length <= 2_048 ? URL.parse(value) : null;
  if (url === null || url.username || url.password) return '';
  return ['https:', 'http:'].includes(url.protocol) ? url.href : '';
}

function readDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Null without a price, undefined if the price is not an amount. */
function optional(value: unknown, currency: string): number | null | undefined {
  return isBlank(value) ? null : (readAmount(value, currency) ?? undefined);
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

function reasonFrom(error: z.ZodError): string {
  const [issue] = error.issues;
  const [field, , within] = issue?.path ?? [];
  if (issue === undefined || field === undefined) return 'The article is not readable.';
  return `${within === undefined ? 'Its' : `In its ${String(field)}, the`} ${String(within ?? field)} ${issue.message}.`;
}

function cannot(id: ArticleId | null, reason: string): ParsedArticle {
  return {kind: 'unreadable', id, reason};
}

/** A number or decimal text as minor units of the currency; null for anything else, and for an amount too large to be a price. */
export function readAmount(value: unknown, currency: string): number | null {
  const minor = parseMinor(value, currency);
  return minor === null || Math.abs(minor) > highestAmount ? null : minor;
}

/** Why `readAmount` returned null; follows the name of the field. */
const whyNoAmount = (value: unknown, currency: string): string =>
  parseMinor(value, currency) === null ? 'is not a number' : 'is over 1,000,000.00, which is not believed';
