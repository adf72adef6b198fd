// How the supplier's fees become the rates of the shipping profile, where a surcharge is added.
import {describe, expect, it} from 'vitest';
import {zoneCodes, zones} from '#domain/orders/zone.ts';
import {planRates, type ZoneFees} from '#domain/shipping-profile/profile-terms.ts';

describe('the rates of the shipping profile', () => {
  const fees = Object.fromEntries(zoneCodes.map((zone) => [zone, zones[zone].fee])) as ZoneFees;
  const terms = {percent: 100, surcharge: 250, surchargeIn: 'EUR', currency: 'store'} as const;
  const inYen = {currency: 'JPY', perEuro: 170};
  const inEuro = {currency: 'EUR', perEuro: null};
  const priceIn = (zone: string, ...args: Parameters<typeof planRates>) =>
    planRates(...args)?.find((rate) => rate.zone === zone)?.price ?? null;

  it('have the surcharge added in the currency in which it was entered', () => {
    expect(priceIn('EU', fees, terms, inEuro)).toBe(1_850);
    expect(priceIn('EU', fees, {...terms, currency: 'EUR'}, inYen)).toBe(1_850);
    expect(priceIn('EU', fees, {...terms, surchargeIn: 'JPY'}, inYen)).toBe(2_970);
  });

  it('are none where it was entered in another currency: 2.50 euro are not 250 yen', () => {
    expect(planRates(fees, terms, inYen)).toBeNull();
    expect(priceIn('EU', fees, {...terms, surcharge: 0}, inYen)).toBe(2_720);
  });
});
