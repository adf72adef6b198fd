// Error answers, the same for every route.
import {z} from 'zod';

/** One wrong input: its path in the request, `choice.brands.3`, and a sentence for the merchant. */
const FieldError = z.object({path: z.string(), message: z.string()});
export type FieldError = z.infer<typeof FieldError>;

/**
 * Every refusal has this form; `message` is a sentence for the merchant, `field` names the wrong input, `requestId` identifies
 * the request in the log. `fields` names every wrong input, or with
 * `changed_meanwhile` every value that differs, at most 100 of them. `field` is left out where no single input is meant.
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
