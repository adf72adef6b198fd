// Marking many orders as shipped from a list of tracking numbers: a check that writes nothing, and the change itself.
import {z} from 'zod';
import {mostAtOnce} from './order-actions.ts';

/** How many lines one check may hold; the page sends a longer list in parts. */
export const mostLinesOfCheck = 200;

/** The longest cell that is looked at; what is longer is answered in words, line by line. */
const Cell = z.string('Give each cell as text.').max(3_000, 'This is longer than a line of a list.').default('');

/** POST /api/shipments/check: lines as they were pasted; an empty cell is not given. */
export const CheckInput = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        /** The number of the line in the list; each once. */
        line: z.int('Number the lines.').min(1).max(1_000_000),
        order: Cell,
        reference: Cell,
        carrier: Cell,
        number: Cell,
        url: Cell,
      }),
      'Give the lines.',
    )
    .min(1, 'Give at least one line.')
    .max(mostLinesOfCheck, `Give at most ${mostLinesOfCheck} lines.`)
    .refine((lines) => new Set(lines.map(({line}) => line)).size === lines.length, 'Give each number of a line once.'),
});

export type CheckInput = z.infer<typeof CheckInput>;

/** A result for each line, in the sequence they were given. Lines are not compared with each other: the page does that. */
export const CheckResults = z.object({
  results: z.array(
    z.object({
      line: z.number(),
      /** `ready`: it can be marked as shipped. `known`: it is, with this number. `refused`: `text` says why not. */
      state: z.enum(['ready', 'known', 'refused']),
      text: z.string(),
      order: z
        .object({id: z.string(), orderName: z.string(), reference: z.string(), articleName: z.string()})
        .nullable(),
      /** What POST /api/shipments takes for a line that is ready; null for a line that cannot be read. */
      shipment: z
        .object({carrier: z.string().nullable(), trackingNumber: z.string(), trackingUrl: z.string().nullable()})
        .nullable(),
    }),
  ),
  /** The setting: whether Shopify e-mails the buyer when an order is marked as shipped. Null: it cannot be read. */
  notifiesBuyer: z.boolean().nullable(),
});
export type CheckResults = z.infer<typeof CheckResults>;

/**
 * POST /api/shipments, with an Idempotency-Key: each order on its own, with a result for each as POST /api/dropship-orders/bulk gives. An
 * order that is shipped with other tracking is not changed. Each order is read as POST …/shipped reads its input.
 */
export const ShipInput = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        id: z.string('Name an order.'),
        carrier: z.unknown().optional(),
        trackingNumber: z.unknown().optional(),
        trackingUrl: z.unknown().optional(),
      }),
      'Name the orders.',
    )
    .min(1, 'Choose at least one order.')
    .max(mostAtOnce, `Choose at most ${mostAtOnce} orders.`)
    .refine((orders) => new Set(orders.map(({id}) => id)).size === orders.length, 'Name each order once.'),
  notifyBuyer: z.boolean('Say whether the buyers get an e-mail.').optional(),
});
