// Error answers, the same for every route.
import {z} from 'zod';

/** One wrong input: its path in the request, `choice.brands.3`, and a sentence for the merchant. */
const FieldError = z.object({path: z.string(), message: z.string()});
export type FieldError = z.infer<typeof FieldError>;

/**
 * Every refusal has this form; `message` is a sentence for the merchant, `field` names the wrong input, `requestId` identifies
 * the request in the log. `fields` names every wrong input, at most 100 of them; its first entry is `field` with `message`.
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
