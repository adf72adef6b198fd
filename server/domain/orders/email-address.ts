// An e-mail address as it may be sent to the supplier, whoever wrote it: the buyer in the store, or the merchant.
import {z} from 'zod';

/** One address. A list of several, and a text with header lines, is none. */
export const EmailAddress = z.email('Enter an e-mail address.').max(254, 'Enter at most 254 characters.');

export const isEmailAddress = (text: string): boolean => EmailAddress.safeParse(text).success;
