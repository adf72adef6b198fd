// Prepares text that a buyer or the merchant typed for sending: the supplier gets no control characters, and text without visible
// characters counts as missing.
import {z} from 'zod';
import {normalForm} from '#domain/text.ts';

/** Lone surrogates; U+FFFD, for a lost character; control characters; marks that reverse reading order; the byte order mark. */
const unsendable = /[\p{Cc}\p{Cs}\ufffd\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const blanks = /[\s\p{Z}]+/gu;
/** Invisible by itself: format and ignorable characters, spaces, lone combining marks, the blank Braille pattern. */
const invisible = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\s\u2800]/gu;

/**
 * One line of text, trimmed, with single spaces; '' if nothing visible is left. Joiners inside a word stay: Persian and Indic
 * names need them.
 */
export function cleanBuyerText(text: string | null | undefined): string {
  if (text === null || text === undefined) return '';
  const line = text.replaceAll(blanks, ' ').replaceAll(unsendable, '').replaceAll(blanks, ' ').trim();
  return isVisible(line) ? line : '';
}

export const isVisible = (text: string): boolean => text.replaceAll(invisible, '') !== '';

/** One address. A list of several is none, nor is a text with header lines. */
export const EmailAddress = z.email('Enter an e-mail address.').max(254, 'Enter at most 254 characters.');

export const isEmailAddress = (text: string): boolean => EmailAddress.safeParse(text).success;

/** Equal for any spacing, capitalisation and invisible sign; null if nothing visible is left. */
export const toComparable = (text: string | null): string | null =>
  normalForm(cleanBuyerText(text), 'NFKC').toLowerCase() || null;
