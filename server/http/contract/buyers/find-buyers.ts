// The search for a buyer's orders. It is a POST, so that a name or an e-mail stands in no address and in no log.
import {z} from 'zod';
import {isVisible} from '#domain/orders/buyer-text.ts';
import {DropshipOrder} from '../dropship-orders.ts';

/** POST /api/dropship-orders/find-buyers: words of the buyer's name, or the e-mail. Nothing of it is stored. */
export const FindBuyersInput = z.strictObject({
  text: z
    .string('Type a name or an e-mail.')
    .trim()
    .min(2, 'Type at least two characters.')
    .max(100, 'Type at most 100 characters.')
    .refine(isVisible, 'Type a name or an e-mail.'),
});

/** The dropship orders of the store orders that Shopify found, the newest first. */
export const FoundBuyers = z.object({
  orders: z.array(DropshipOrder),
  /** Whether Shopify has more store orders that fit than were looked at. */
  hasMore: z.boolean(),
  /** Whether Shopify withholds the data of buyers from the app, so that it may find nothing by them. */
  isWithheld: z.boolean(),
});
export type FoundBuyers = z.infer<typeof FoundBuyers>;
