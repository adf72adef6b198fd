import {expect, test} from 'vitest';
import {listingReasonCodes, readListingReasonCode} from '#domain/catalogue/off-sale/listing-reason.ts';

test('the stored reason of a listing is one of the known codes; a code of another release counts as none', () => {
  expect(listingReasonCodes.map(readListingReasonCode)).toEqual([...listingReasonCodes]);
  for (const unknown of [null, '', 'of_a_newer_release', 'toString']) expect(readListingReasonCode(unknown)).toBeNull();
});
