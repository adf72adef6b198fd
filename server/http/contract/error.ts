// Error answers, the same for every route.
import {z} from 'zod';

/**
 * Every refusal has this form; `message` is a sentence for the merchant, `field` names the wrong input, `requestId` identifies
 * the request in the log.
 */
export const ApiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    field: z.string().optional(),
    requestId: z.string().optional(),
  }),
});
export type ApiError = z.infer<typeof ApiError>;
