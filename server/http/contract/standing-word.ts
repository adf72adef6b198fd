// What to order where a listing states no colour or no size: free text that the supplier reads.
import {z} from 'zod';
import {isVisible} from '#domain/orders/buyer-text.ts';

export const StandingWord = z
  .string('Enter a word.')
  .trim()
  .min(1, 'Enter a word, or leave it out.')
  .max(100, 'Enter at most 100 characters.')
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'This holds characters that cannot be sent.')
  .refine((text) => text.trim() === '' || isVisible(text), 'Enter a word, or leave it out.');
