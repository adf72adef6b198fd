// The delivery address of an order, as the page asks for it.
import {z} from 'zod';

/** GET /api/dropship-orders/:id/delivery: read from Shopify for this answer only, never stored. */
export const Delivery = z.object({
  /** Why something is missing, in words; null if Shopify withheld nothing. */
  withheld: z.string().nullable(),
  name: z.string().nullable(),
  company: z.string().nullable(),
  /** The address lines as on the parcel, without empty ones. */
  lines: z.array(z.string()),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  /** Name of the province or state in Latin letters; Shopify's code where it has no name. */
  province: z.string().nullable(),
  /** The name of the province in the country's own script, where that is not Latin. */
  provinceLocal: z.string().nullable(),
  country: z.string().nullable(),
  countryCode: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;
