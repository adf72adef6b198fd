// Interface document, "Dropship stock response (a=stock)".
import {z} from 'zod';
import type {StockReading} from '#domain/catalogue/article.ts';
import {asText, cleanLine, cleanWord} from '#domain/text.ts';
import {type Fields, fieldsOf} from './find-list.ts';
import {readAmount} from './schema.ts';

/** Without a price the rest of the reading still counts: a colour that is no longer stated has to leave the product. */
const price = z
  .unknown()
  .optional()
  .transform((value) => readAmount(value, 'EUR') ?? 0);

/** An order sends the value back, so it is neither trimmed nor cut, only cleaned (`cleanWord`); a blank one states nothing. */
const stated = z
  .unknown()
  .optional()
  .transform((value) => value ?? [])
  .pipe(
    z.array(
      z
        .unknown()
        .transform(asText)
        .pipe(z.string('holds a value that is not text').max(500, 'holds a value that is too long')),
      'is not a list',
    ),
  )
  .transform((words) => [...new Set(words.map(cleanWord).filter((word) => word.trim() !== ''))]);

const StockObject = z.object({price, colours: stated, sizes: stated, shipping: z.unknown().optional()});

/** `stock_tracked` is not read: the feed has no live stock. */
export function parseStock(body: unknown): {kind: 'stock'; stock: StockReading} | {kind: 'unreadable'; why: string} {
  const outer = fieldsOf(body);
  const answer = isReading(outer) ? body : outer?.get('item');
  if (!isReading(fieldsOf(answer))) return {kind: 'unreadable', why: 'it holds no reading'};
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

const isReading = (fields: Fields | null): boolean =>
  fields !== null && ['price', 'colours', 'sizes', 'shipping'].some((name) => fields.has(name));

/** Leaves out zones with an unreadable code or fee. No zone is required: the supplier decides which ones it sends. */
function readShipping(value: unknown): StockReading['shipping'] {
  const zones = [...(fieldsOf(value) ?? [])].flatMap(([zone, about]) => {
    const fields = fieldsOf(about);
    const fee = readAmount(fields?.get('fee'), 'EUR');
    if (!/^[A-Z]{2}$/.test(zone) || fields === null || fee === null) return [];
    const label = cleanLine(asText(fields.get('label')) ?? zone, 100);
    return [[zone, {label, fee, transit: transitOf(fields.get('transit_working_days'))}] as const];
  });
  return Object.fromEntries(zones);
}

/** The interface document's table has "5–7"; a pair or a range means the same. */
function transitOf(value: unknown): string {
  const range = fieldsOf(value);
  const ends: readonly unknown[] = Array.isArray(value)
    ? value
    : range
      ? [range.get('min'), range.get('max')]
      : [value];
  return cleanLine(ends.flatMap((end) => asText(end) ?? []).join('–'), 50);
}
