// Cleans text that a buyer or the merchant typed before it is sent to the supplier: removes control characters, and treats text without
// visible characters as missing.
import {z} from 'zod';
import {normalForm} from '#domain/text.ts';

/** Matches lone surrogates, U+FFFD (a lost character), control characters, marks that reverse reading order, and the byte order mark. */
const unsendableCharacters = /[\p{Cc}\p{Cs}\ufffd\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Matches a run of white space of any kind. */
const blankRuns = /[\s\p{Z}]+/gu;
/** Matches characters that are invisible by themselves: format and ignorable characters, spaces, combining marks, blank Braille. */
const invisibleCharacters = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\s\u2800]/gu;

/**
 * Makes one trimmed line with single spaces; '' if nothing visible is left. Keeps joiners inside a word because Persian and Indic names
 * need them.
 */
export function cleanBuyerText(text: string | null | undefined): string {
  if (text === null || text === undefined) return '';
  const line = text.replaceAll(blankRuns, ' ').replaceAll(unsendableCharacters, '').replaceAll(blankRuns, ' ').trim();
  return isVisible(line) ? line : '';
}

/** Whether the text has any character that can be seen. */
export const isVisible = (text: string): boolean => text.replaceAll(invisibleCharacters, '') !== '';

/** The schema of exactly one e-mail address. It refuses a list of addresses, and a text with header lines. */
export const EmailAddress = z.email('Enter an e-mail address.').max(254, 'Enter at most 254 characters.');

/** Whether the text is exactly one e-mail address. */
export const isEmailAddress = (text: string): boolean => EmailAddress.safeParse(text).success;

/** A form to compare texts, without regard to spacing, case and invisible characters; null if nothing visible is left. */
export const toComparableText = (text: string | null): string | null =>
  normalForm(cleanBuyerText(text), 'NFKC').toLowerCase() || null;
