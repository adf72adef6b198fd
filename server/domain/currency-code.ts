// The code of a currency as Shopify names it, apart from the arithmetic: the page loads that, and it loads no zod.
import {z} from 'zod';

/** ISO 4217. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/);
