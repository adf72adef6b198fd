import {z} from 'zod';
import type {Refusal} from '../answers/shapes-dropship.ts';
import {readJson} from '../call.ts';
import type {Catalogue} from '../catalogue/catalogue.ts';
import {resolveZone, type ZoneCode} from './zones.ts';

/** An order the service can take. */
export type WantedOrder = {
  articleId: string;
  colour: string;
  size: string;
  qty: number;
  zone: ZoneCode;
  country: string | null;
  reference: string;
  customerEmail: string;
  customerName: string;
  /** Of one unit. */
  priceCents: number;
};

const filled = z.string().refine((text) => text.trim() !== '');

/** `zone` and `country` are never refused: "In every other case the zone falls back to EU". */
const orderSchema = z.object({
  id: filled,
  colour: filled,
  size: filled,
  qty: z.int().min(1),
  zone: z.string().optional().catch(undefined),
  country: z.string().optional().catch(undefined),
  reference: filled,
  customer_email: z.string().regex(/^[^\s@]+@[^\s@]+$/),
  customer_name: filled,
});

/** Interface document, Dropship order request. How it refuses is "not shown": a 4xx that names the field. */
export function readOrder(catalogue: Catalogue, body: string): WantedOrder | Refusal {
  const json = readJson(body);
  if (json === undefined) return {status: 400, code: 'invalid_json', message: 'The body is not JSON.'};
  const read = orderSchema.safeParse(json);
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') || 'body';
    return {status: 422, code: `invalid_${field}`, message: `${field} is missing or not valid.`, field};
  }
  const {id, colour, size, qty, zone, country, reference, customer_email, customer_name} = read.data;
  const [stated, priceCents] = [catalogue.stated(id), catalogue.priceOf(id)];
  if (stated === undefined) return {status: 404, code: 'not_found', message: `There is no article ${id}.`, field: 'id'};
  if (priceCents === undefined || !catalogue.isListed(id)) {
    const message = `Article ${id} is not available for single-piece purchase.`;
    return {status: 422, code: 'not_available', message, field: 'id'};
  }
  const stranger = unstated('colour', colour, stated.colours) ?? unstated('size', size, stated.sizes);
  if (stranger !== undefined) return stranger;
  return {
    articleId: id,
    colour,
    size,
    qty,
    zone: resolveZone(zone, country),
    country: country ?? null,
    reference,
    customerEmail: customer_email,
    customerName: customer_name,
    priceCents,
  };
}

/** "Send one of the values a=stock lists for the article; where it lists none, free text." */
function unstated(field: 'colour' | 'size', value: string, known: readonly string[]): Refusal | undefined {
  if (known.length === 0 || known.includes(value)) return undefined;
  return {status: 422, code: `invalid_${field}`, message: `The article has no ${field} "${value}".`, field};
}
