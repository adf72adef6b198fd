// What is left of a rate of the shipping profile after the tax in it.
import {describe, expect, it} from 'vitest';
import {netOf} from '#domain/margins/left-per-piece.ts';
import {zoneCodes} from '#domain/orders/zone.ts';
import {planRates, type ZoneFees} from '#domain/shipping-profile/profile-terms.ts';
import {feeIn, homeZone, rateAfterTax, wholeFeePercent} from '#domain/shipping-profile/rate-after-tax.ts';

const inEuro = {currency: 'EUR', perEuro: null};
const inKronor = {currency: 'SEK', perEuro: 11.25};

describe('a rate with tax in it', () => {
  it('leaves less than the fee, as in every margin', () => {
    const tax = {taxesIncluded: true, vatPercent: 19};
    expect(rateAfterTax({minor: 1_600, currency: 'EUR'}, 1_600, tax, inEuro)).toEqual({
      price: 1_600,
      left: 1_345,
      fee: 1_600,
      currency: 'EUR',
    });
    expect(rateAfterTax({minor: 1_600, currency: 'EUR'}, 1_600, {...tax, vatPercent: null}, inEuro)).toBeNull();
    expect(feeIn('SEK', 1_600, inKronor)).toBe(18_000);
    expect(feeIn('GBP', 1_600, inKronor)).toBeNull();
  });

  it.each([5, 17, 19, 22, 25.5, 27])(
    'leaves the whole fee at the percentage offered with %s %% of tax',
    (vatPercent) => {
      const terms = {percent: wholeFeePercent(vatPercent), surcharge: 0, currency: 'store'} as const;
      for (const fee of [999, 1_600, 3_033, 3_500]) {
        const fees = Object.fromEntries(zoneCodes.map((zone) => [zone, fee])) as ZoneFees;
        const [rate] = planRates(fees, terms, inEuro) ?? [];
        expect(netOf(rate?.price ?? 0, {taxesIncluded: true, vatPercent})).toBe(fee);
      }
    },
  );

  it('has it for certain in the zone of the store’s own country only', () => {
    expect(['DE', 'GB', 'NO', null].map(homeZone)).toEqual(['EU', 'GB', null, null]);
  });
});
