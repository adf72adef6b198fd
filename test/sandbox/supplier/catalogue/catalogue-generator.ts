import {type Article, dropshipCents, type PriceTier, type Pricing} from './article.ts';
import {CATEGORIES, type Category} from './categories.ts';
import {drawColours, drawDescription, drawImages, drawName, drawSku, type ImageBase} from './listing-text.ts';
import {type Draw, openDraw} from './prng.ts';
import {drawSizes} from './sizes.ts';
import * as words from './words.ts';

/** What queries and prices need of an article, drawn first so that it costs little. */
export type Sketch = {
  brand: string;
  category: string;
  /** ms; undefined where `added_at` is empty. */
  addedAt: number | undefined;
  /** undefined where the line has no tiers. */
  dropshipCents: number | undefined;
};

/** What a=stock states: the words of the listing, more orderly than the catalogue's text. */
export type Stated = {colours: readonly string[]; sizes: readonly string[]};

export type Generated = {article: Article; stated: Stated};

type Core = {category: Category; brand: string; addedAt: number | undefined; pricing: Pricing; tiers: PriceTier[]};

/** The newest generated article. Fixed, or the same seed would give another catalogue tomorrow. */
const NEWEST = Date.UTC(2026, 10, 15, 9, 0, 0);
const SPAN_MS = 4 * 365 * 86_400_000;
/** A server of their own, which does not exist: most tests only compare addresses. */
const IMAGE_HOST = 'https://images.wholesale.example';
/** The oldest lines predate the `added_at` field. */
const UNDATED_SHARE = 0.12;

const CATEGORY_WEIGHTS = CATEGORIES.flatMap((category) => Array<Category>(category.weight).fill(category));

/**
 * A catalogue of `count` articles, index 0 the newest. Nothing is kept: each article is drawn again from (seed, index)
 * when it is asked for, so 200,000 cost no more memory than one.
 */
export function openGenerator(seed: number, count: number, imageBase: ImageBase = () => IMAGE_HOST) {
  return {
    count,
    idOf: (index: number): string => idOf(index, count),
    indexOf: (id: string): number | undefined => indexOf(id, count),
    sketch(index: number): Sketch {
      const {brand, category, addedAt, tiers} = drawCore(openDraw(seed, index), index, count);
      return {brand, category: category.name, addedAt, dropshipCents: dropshipCents(tiers)};
    },
    generate(index: number): Generated {
      const draw = openDraw(seed, index);
      return drawRest(draw, idOf(index, count), drawCore(draw, index, count), imageBase);
    },
  };
}

export type Generator = ReturnType<typeof openGenerator>;

function isUndated(index: number, count: number): boolean {
  return index >= count - Math.floor(count * UNDATED_SHARE) && index < count;
}

/** Lines that predate the field also have the old form of id. */
function idOf(index: number, count: number): string {
  return isUndated(index, count) ? `L${index}-${'ABCDEFGH'.charAt(index % 8)}` : String(100_000 + index);
}

function indexOf(id: string, count: number): number | undefined {
  const digits = /^(?:L(\d+)-[A-H]|(\d+))$/.exec(id);
  if (digits === null) return undefined;
  const index = digits[1] === undefined ? Number(digits[2]) - 100_000 : Number(digits[1]);
  return index >= 0 && index < count && idOf(index, count) === id ? index : undefined;
}

function drawCore(draw: Draw, index: number, count: number): Core {
  // Squared: the first brands of the list have many articles, the last ones few, as in life.
  const brand = words.BRANDS[Math.floor(draw.unit() ** 1.6 * words.BRANDS.length)] ?? '';
  const category = draw.pick(CATEGORY_WEIGHTS);
  const jitter = draw.unit();
  const addedAt = isUndated(index, count) ? undefined : NEWEST - Math.floor(((index + jitter) / count) * SPAN_MS);
  const kind = draw.unit();
  const pricing = kind < 0.82 ? 'fixed' : kind < 0.94 ? 'sale' : 'on_request';
  return {brand, category, addedAt, pricing, tiers: drawTiers(draw, category, pricing)};
}

/** Ascending by quantity, the price falling. An on_request line may have none: its price comes from an offer. */
function drawTiers(draw: Draw, {cents: [low, high]}: Category, pricing: Pricing): PriceTier[] {
  if (pricing === 'on_request' && draw.chance(0.3)) return [];
  const cents = Math.floor(low + draw.unit() ** 2 * (high - low));
  // A piece out of a pack priced as a whole has more decimals than two.
  const first = draw.chance(0.01) ? (cents * 10 + 5) / 1000 : cents / 100;
  const tiers = [{min_qty: draw.pick([1, 1, 1, 1, 2, 5, 6, 10, 12]), price: first}];
  for (let more = draw.between(0, 3); more > 0; more--) {
    const last = tiers.at(-1) ?? {min_qty: 1, price: first};
    const price = Math.max(1, Math.floor(last.price * 100 * (0.88 + draw.unit() * 0.08))) / 100;
    tiers.push({min_qty: last.min_qty * draw.pick([2, 4, 5, 10]), price});
  }
  return tiers;
}

function drawRest(
  draw: Draw,
  id: string,
  {brand, category, addedAt, pricing, tiers}: Core,
  imageBase: ImageBase,
): Generated {
  const unit = draw.chance(category.packed) ? draw.pick(['pack', 'pack', 'box']) : 'pc';
  const sizes = drawSizes(draw, category.sizes, unit);
  const colours = drawColours(draw);
  const from = tiers[0]?.price ?? null;
  const moq = tiers[0]?.min_qty ?? 1;
  const article: Article = {
    id,
    sku: drawSku(draw, addedAt === undefined),
    brand,
    name: drawName(draw, brand, category.noun),
    category: category.name,
    description: drawDescription(draw, brand, category),
    unit,
    moq,
    sizes: sizes.text,
    colours,
    currency: 'EUR',
    pricing,
    price_tiers: tiers,
    price_from: from,
    list_price: pricing === 'sale' && from !== null && draw.chance(0.9) ? marked(from, 1.2 + draw.unit()) : null,
    rrp: from === null || draw.chance(0.35) ? null : (Math.ceil(from * (2.1 + draw.unit())) * 100 - 5) / 100,
    origin: draw.pick(words.ORIGINS),
    seller: draw.chance(0.6) ? words.SELLER_LABEL : draw.pick(words.SELLERS),
    images: drawImages(draw, id, imageBase),
    url: `https://wholesale.example/article/${id}`,
    added_at: addedAt === undefined ? '' : isoWithOffset(addedAt),
    stock: {tracked: false, quantity: null, note: words.STOCK_NOTE},
  };
  return {article, stated: drawStated(draw, colours, sizes.each)};
}

function marked(price: number, factor: number): number {
  return Math.round(price * factor * 100) / 100;
}

/** a=stock leaves out what the listing does not state: the colours, the sizes, or both. */
function drawStated(draw: Draw, colours: readonly string[], sizes: readonly string[]): Stated {
  const silent = draw.unit();
  return {colours: silent < 0.06 ? [] : colours, sizes: silent > 0.03 && silent < 0.12 ? [] : sizes};
}

/** ISO 8601, the offset written out; some lines were entered in another office. */
function isoWithOffset(ms: number): string {
  const hours = Math.floor(ms / 1000) % 10 === 0 ? 2 : 0;
  return `${new Date(ms + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
}
