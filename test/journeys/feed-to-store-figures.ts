// What a variant must cost, worked out here a second time from the supplier's own figures: digits and BigInt, none of the
// app's code.
import type {SupplierSandbox} from '../sandbox/supplier/start.ts';

type Catalogue = SupplierSandbox['catalogue'];

export type Markup = {readonly markupPercent: number; readonly vatPercent: number};

export type Figures = {
  /** Decimal text, as the store writes it. */
  readonly cost: string;
  readonly price: string;
  readonly compareAtPrice: string | null;
};

/** First tier plus 20 %, then markup, then tax, each amount rounded half up once; rrp where it is above the price. */
export function figuresOf(catalogue: Catalogue, id: string, {markupPercent, vatPercent}: Markup): Figures {
  const article = catalogue.get(id);
  const [first] = (article?.price_tiers ?? []).toSorted((one, other) => one.min_qty - other.min_qty);
  if (article === undefined || first === undefined) throw new Error(`Article ${id} has no price.`);
  const cost = halfUp(millionths(first.price) * 120n, 1_000_000n);
  const factor = millionths(100 + markupPercent) * millionths(100 + vatPercent);
  const price = halfUp(cost * factor, 10n ** 16n);
  const rrp = article.rrp === null ? null : halfUp(millionths(article.rrp) * 100n, 1_000_000n);
  return {cost: text(cost), price: text(price), compareAtPrice: rrp !== null && rrp > price ? text(rrp) : null};
}

/** Colour and size of every variant the article must have; null where `a=stock` states none. */
export function variantsOf(catalogue: Catalogue, id: string): readonly {colour: string | null; size: string | null}[] {
  const stated = catalogue.stated(id);
  if (stated === undefined) throw new Error(`There is no article ${id}.`);
  const orNone = (words: readonly string[]) => (words.length > 0 ? words : [null]);
  return orNone(stated.colours).flatMap((colour) => orNone(stated.sizes).map((size) => ({colour, size})));
}

/** The options a variant of the store shows for these words. */
export function optionsOf({colour, size}: {colour: string | null; size: string | null}): Record<string, string> {
  if (colour === null && size === null) return {Title: 'Default Title'};
  return {...(colour === null ? {} : {Colour: asShown(colour)}), ...(size === null ? {} : {Size: asShown(size)})};
}

/** A slash between blanks is sent to Shopify as a division slash (decision 187). */
export const asShown = (word: string): string => word.replaceAll(/(?<=\s)\/(?=\s)/g, '\u2215');

/** Of a decimal with at most six places. */
function millionths(amount: number): bigint {
  const [whole = '0', fraction = ''] = String(amount).split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

const halfUp = (numerator: bigint, denominator: bigint) => (numerator + denominator / 2n) / denominator;

const text = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
