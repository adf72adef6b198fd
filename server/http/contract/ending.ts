// The one thing to do about an unpaid order whose buyer reduced, changed or cancelled it: POST …/dismiss or POST …/replace.
import {z} from 'zod';
import {replaceReasons} from '#domain/orders/attention/ending.ts';

/** What to do about an unpaid order whose buyer reduced, changed or cancelled it: close it, or replace it. */
export const Ending = z.discriminatedUnion('kind', [
  /** The buyer wants nothing of the order any more: POST …/dismiss. */
  z.object({kind: z.literal('close')}),
  /** It is unpaid for longer than the settings allow: POST …/paid, or POST …/dismiss if it was not paid. */
  z.object({kind: z.literal('close_unpaid')}),
  /** POST …/replace: the order is closed unpaid, and placed again as the store order is now. */
  z.object({
    kind: z.literal('replace'),
    because: z.enum(replaceReasons),
    /** How many pieces the buyer wants now; null: not known, or not what changed. */
    pieces: z.number().nullable(),
  }),
]);
