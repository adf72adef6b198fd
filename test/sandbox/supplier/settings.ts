import {z} from 'zod';
import {chooseShapes, type Shapes} from './answers/shapes.ts';
import {EXCLUDED_CATEGORY} from './catalogue/categories.ts';
import type {RepeatedReference} from './orders/order-book.ts';
import {isZone, type ZoneCode} from './orders/zones.ts';

export type SupplierOptions = {
  /** Default 0: any free port. */
  port?: number;
  /** 1 to 200,000, default 1,200. */
  articles?: number;
  /** Default 1. The same seed gives the same catalogue, byte for byte. */
  seed?: number;
  /** Which form the answers take that the document does not show, see shapes.ts. */
  shapes?: Partial<Shapes>;
  /** "Three shipping zones are returned": which three, default EU, GB, US. */
  stockZones?: readonly ZoneCode[];
  /** "Certain brands … are excluded from dropshipping." */
  excludedBrands?: readonly string[];
  excludedCategory?: string;
  /** How the dropship key travels, "not shown"; default `Authorization: Bearer {key}`. */
  dropshipAuth?: string;
  /** What a second order with a known `reference` gets; default a second order. */
  repeatedReference?: RepeatedReference;
  /** What a=stock says about an article that is not in a=list; default 404. */
  unlistedStock?: 'refused' | 'answered';
  /** True: the articles' images are pictures at the supplier's own address. Default: addresses that lead nowhere. */
  servesImages?: boolean;
  /** How long a payment session takes an address, ms; default without end. */
  checkoutLivesMs?: number;
  /** The clock, ms. */
  now?: () => number;
};

export type Settings = Required<Omit<SupplierOptions, 'shapes'>> & {shapes: Shapes};

const countsSchema = z.object({
  port: z.int().min(0).max(65_535).default(0),
  articles: z.int().min(1).max(200_000).default(1_200),
  seed: z.int().default(1),
});

/** Two of the generator's brands. */
const EXCLUDED_BRANDS: readonly string[] = ['Köppel & Söhne', 'Zabelle'];
const STOCK_ZONES: readonly ZoneCode[] = ['EU', 'GB', 'US'];

export function readSettings(options: SupplierOptions): Settings {
  const stockZones = options.stockZones ?? STOCK_ZONES;
  if (stockZones.length !== 3 || new Set(stockZones).size !== 3 || !stockZones.every(isZone)) {
    throw new Error(`a=stock returns three shipping zones, not ${stockZones.join(', ') || 'none'}.`);
  }
  return {
    ...countsSchema.parse(options),
    shapes: chooseShapes(options.shapes),
    stockZones,
    excludedBrands: options.excludedBrands ?? EXCLUDED_BRANDS,
    excludedCategory: options.excludedCategory ?? EXCLUDED_CATEGORY,
    dropshipAuth: options.dropshipAuth ?? 'Authorization: Bearer {key}',
    repeatedReference: options.repeatedReference ?? 'second-order',
    unlistedStock: options.unlistedStock ?? 'refused',
    servesImages: options.servesImages ?? false,
    checkoutLivesMs: options.checkoutLivesMs ?? Number.POSITIVE_INFINITY,
    now: options.now ?? Date.now,
  };
}
