// The closed list of codes that say why a product is not on sale: why it is a draft, or why the product was retired.
import {draftCodes} from '#domain/catalogue/off-sale/draft.ts';

/** Why a listing is retired: the list no longer names its article, the rules no longer choose it, or the merchant left it out by hand. */
const retirementCodes = ['not_listed', 'not_chosen', 'left_out'] as const;
export type RetirementCode = (typeof retirementCodes)[number];

/** All codes that a listing may have: why its product is a draft, or why it was retired. */
export const listingReasonCodes = [...draftCodes, ...retirementCodes] as const;
export type ListingReasonCode = (typeof listingReasonCodes)[number];

/**
 * Reads a stored code. A code that is not in the list counts as none: a newer release wrote it, running at the same time or before a
 * rollback. The listing's sentence is still shown, and its next plan replaces both.
 */
export const readListingReasonCode = (stored: string | null): ListingReasonCode | null =>
  listingReasonCodes.find((code) => code === stored) ?? null;
