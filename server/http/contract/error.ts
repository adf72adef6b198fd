// Error answers, the same for every route.
import {z} from 'zod';

/** One wrong input: its path in the request, `choice.brands.3`, and a sentence for the merchant. */
const FieldError = z.object({path: z.string(), message: z.string()});
export type FieldError = z.infer<typeof FieldError>;

/**
 * Every refusal of the API has this form. `message` is a sentence for the merchant, `field` names the wrong input and is left out where
 * no single input is meant, `requestId` identifies the request in the log. `fields` names the wrong inputs, at most 100, or with
 * `changed_meanwhile` the values that differ.
 */
export const ApiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    field: z.string().optional(),
    fields: z.array(FieldError).optional(),
    requestId: z.string().optional(),
  }),
});
export type ApiError = z.infer<typeof ApiError>;

/** Refuses a `sort` that a list does not know. */
export const noSuchSort = 'There is no such sort order.';
