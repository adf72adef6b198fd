// Parses the answer to `a=stock`. Interface document, "Dropship stock response (a=stock)".
import {z} from 'zod';
import type {StockReading} from '#domain/catalogue/article.ts';
import {cleanLine, cleanWord, textOrNull} from '#domain/text.ts';
import {type FieldsByName, toFields} from './find-list.ts';
import {readAmount} from './schema.ts';

/** The price, or 0 if it is unreadable. The rest of the reading is still used, because variants no longer stated must be withdrawn. */
const stockPrice = z
  .unknown()
  .optional()
  .transform((value) => readAmount(value, 'EUR') ?? 0);

/** Colours or sizes. An order sends a word back, so it is neither trimmed nor cut, only cleaned (`cleanWord`); blank ones are dropped. */
const statedWords = z
  .unknown()
  .optional()
  .transform((value) => value ?? [])
  .pipe(
    z.array(
      z
        .unknown()
        .transform(textOrNull)
        .pipe(z.string('holds a value that is not text').max(500, 'holds a value that is too long')),
      'is not a list',
    ),
  )
  .transform((words) => [...new Set(words.map(cleanWord).filter((word) => word.trim() !== ''))]);

/** The fields of `a=stock` that are read; shipping is parsed by `readShipping`. */
const StockObject = z.object({
  price: stockPrice,
  colours: statedWords,
  sizes: statedWords,
  shipping: z.unknown().optional(),
});

/**
 * Parses the answer to `a=stock`, also if it is wrapped in `item`; never throws. `stock_tracked` is not read: the feed has no live stock.
 */
export function parseStock(body: unknown): {kind: 'stock'; stock: StockReading} | {kind: 'unreadable'; why: string} {
  const outer = toFields(body);
  const answer = isStockReading(outer) ? body : outer?.get('item');
  if (!isStockReading(toFields(answer))) return {kind: 'unreadable', why: 'it holds no reading'};
  const parsed = StockObject.safeParse(answer);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path[0];
    return {
      kind: 'unreadable',
      why: field === undefined ? 'it holds no reading' : `its ${String(field)} ${issue?.message}`,
    };
  }
  const {shipping, ...reading} = parsed.data;
  return {kind: 'stock', stock: {...reading, shipping: readShipping(shipping)}};
}

/** Whether the object has any field of a reading. */
const isStockReading = (fields: FieldsByName | null): boolean =>
  fields !== null && ['price', 'colours', 'sizes', 'shipping'].some((name) => fields.has(name));

/** Reads the shipping by zone. Leaves out zones with an unreadable code or fee. No zone is required. */
function readShipping(value: unknown): StockReading['shipping'] {
  const zones = [...(toFields(value) ?? [])].flatMap(([zone, about]) => {
    const fields = toFields(about);
    const fee = readAmount(fields?.get('fee'), 'EUR');
    if (!/^[A-Z]{2}$/.test(zone) || fields === null || fee === null) return [];
    const label = cleanLine(textOrNull(fields.get('label')) ?? zone, 100);
    return [[zone, {label, fee, transit: readTransit(fields.get('transit_working_days'))}] as const];
  });
  return Object.fromEntries(zones);
}

/** Reads the transit time as a text such as "5–7", from a text, a pair or an object with `min` and `max`. */
function readTransit(value: unknown): string {
  const range = toFields(value);
  const ends: readonly unknown[] = Array.isArray(value)
    ? value
    : range
      ? [range.get('min'), range.get('max')]
      : [value];
  return cleanLine(ends.flatMap((end) => textOrNull(end) ?? []).join('–'), 50);
}
