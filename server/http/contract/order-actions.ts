// What the merchant sends with an action of a dropship order. Every POST carries an `Idempotency-Key` header: the same key with
// the same request is answered as it was the first time, for a day.
import {z} from 'zod';
import {isVisible} from '#domain/orders/buyer-text.ts';
import {overrulable} from '#domain/orders/reasons.ts';

/** A line as a person types it; half a character pair and control characters are none. */
const Typed = (most: number) =>
  z
    .string('Enter a word.')
    .trim()
    .min(1, 'Enter a word.')
    .max(most, `Enter at most ${most} characters.`)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'This holds characters that cannot be sent.')
    .refine(isVisible, 'Enter a word.');

const email = z.email('Enter an e-mail address.').max(254, 'Enter at most 254 characters.');

/** POST …/details: what is missing; what is left out stays as it was typed before. */
export const DetailsInput = z
  .strictObject({
    colour: Typed(100).optional(),
    size: Typed(100).optional(),
    name: Typed(200).optional(),
    email: email.optional(),
  })
  .refine((typed) => Object.values(typed).some((word) => word !== undefined), 'Enter at least one of the details.');
export type DetailsInput = z.infer<typeof DetailsInput>;

/** POST …/approve: place it anyway. Without codes the reason it waits for is meant. */
export const ApproveInput = z.strictObject({
  codes: z.array(z.enum(overrulable, 'This reason cannot be overruled.')).max(overrulable.length).default([]),
});

/** POST …/place-again. An order the supplier may already have asks for its reference, typed out. */
export const PlaceAgainInput = z.strictObject({typedReference: z.string().max(200).optional()});

/** POST …/confirm: the merchant found it in the supplier account, there with this number. */
export const ConfirmInput = z.strictObject({ref: Typed(200).nullable().default(null)});

/** POST …/shipped. Whether Shopify writes to the buyer is as the settings say where it is left out. */
export const ShippedInput = z.strictObject({
  carrier: Typed(100).nullable().default(null),
  trackingNumber: Typed(100).nullable().default(null),
  trackingUrl: z
    .url({protocol: /^https?$/, error: 'Enter a web address that begins with https://.'})
    .max(2_000, 'This address is too long.')
    .nullable()
    .default(null),
  notifyBuyer: z.boolean().optional(),
});

/** POST …/refunded: with `offSale` the variant leaves the store in the same step. */
export const RefundedInput = z.strictObject({
  offSale: z.boolean('Say whether the variant is taken off sale.').default(false),
});

/** POST …/seen: up to which `at` of its flags were shown; one that was raised later is not meant. Left out: all there are. */
export const SeenInput = z.strictObject({
  upTo: z.iso.datetime('Give the moment of the newest flag that was shown.').optional(),
});

/** POST …/paid, …/dismiss, …/fulfil-again */
export const NothingMore = z.strictObject({});
