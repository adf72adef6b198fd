// Dropship orders.
import {z} from 'zod';
import {dropshipStates} from '#domain/orders/dropship-state.ts';

export const DropshipOrder = z.object({
  id: z.string(),
  orderGid: z.string(),
  orderName: z.string(),
  generation: z.number(),
  articleId: z.string(),
  articleName: z.string(),
  colour: z.string().nullable(),
  size: z.string().nullable(),
  quantity: z.number(),
  country: z.string().nullable(),
  zone: z.string().nullable(),
  state: z.enum(dropshipStates),
  /** Why it is where it is, in words; null when nothing needs saying. */
  reason: z.string().nullable(),
  warning: z.string().nullable(),
  reference: z.string(),
  ref: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  /** Why there is no link although the supplier has the order. */
  checkoutWithheld: z.string().nullable(),
  /** Unit price and shipping fee in euro cents, as known when it was sent. */
  price: z.number().nullable(),
  fee: z.number().nullable(),
  orderedAt: z.iso.datetime(),
  placedAt: z.iso.datetime().nullable(),
});
export type DropshipOrder = z.infer<typeof DropshipOrder>;

/** GET /api/dropship-orders?state=… (repeatable) &cursor=…; newest first, 50 a page. */
export const DropshipOrders = z.object({orders: z.array(DropshipOrder), nextCursor: z.string().nullable()});
export type DropshipOrders = z.infer<typeof DropshipOrders>;
