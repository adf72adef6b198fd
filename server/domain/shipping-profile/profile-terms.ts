// How the supplier's shipping fees become the rates of the shipping profile. Imports no zod: the page shows the same rates while typing.
import {type EuroRate, toStoreCurrency} from '#domain/margins/margin.ts';
import {minorUnitExponent, scaleMinor} from '#domain/money.ts';
import {euMembers, type ZoneCode, zoneCodes, zones} from '#domain/orders/zone.ts';
import {type Range, toRange} from '#domain/settings/describe.ts';

/** The currency of the rates: the store's, at the rate of the price settings, or the supplier's own. */
export const profileCurrencies = ['store', 'EUR'] as const;

/** What the merchant decides about the rates. */
export type ProfileTerms = {
  /** The part of the supplier's fee that the shopper pays, in per cent. */
  readonly percent: number;
  /** Added to it, in minor units of `surchargeIn`. */
  readonly surcharge: number;
  /** The rates' currency when the surcharge was entered, an ISO 4217 code; left out: the rates' present one. */
  readonly surchargeIn?: string;
  readonly currency: (typeof profileCurrencies)[number];
};

export const defaultProfileTerms: ProfileTerms = {percent: 100, surcharge: 0, currency: 'store'};

/** The range of `percent`. */
export const percentRange: Range = {
  ...toRange(1, 300, ' %'),
  tooLittle: 'Enter at least 1 %. To ship for nothing, put the fee into your prices instead.',
};
/** The range of `surcharge`, in whole units of the currency, not minor ones. */
export const surchargeRange: Range = {...toRange(0, 1_000), tooLittle: 'The surcharge is 0 or more.'};

/** The rate of one zone as it is to be in the profile. */
export type ProfileRate = {
  readonly zone: ZoneCode;
  /** The zone's name in Shopify's settings. */
  readonly name: string;
  /** What the shopper reads at checkout. */
  readonly method: string;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Minor units of `currency`. */
  readonly price: number;
  readonly currency: string;
};

/** The supplier's fee for one dropship order to each zone, in euro cents. */
export type ZoneFees = Readonly<Record<ZoneCode, number>>;

/** The currency of the rates. */
export const rateCurrency = ({currency}: Pick<ProfileTerms, 'currency'>, rate: EuroRate): string =>
  currency === 'EUR' ? 'EUR' : rate.currency;

/** Whether there is a surcharge that was entered in another currency than the rates have now: its number would be a wrong price. */
export const isSurchargeForeign = ({surcharge, surchargeIn}: ProfileTerms, currency: string): boolean =>
  surcharge !== 0 && surchargeIn !== undefined && surchargeIn !== currency;

/**
 * The rate of every zone. Null: the store's currency is not the euro, and no exchange rate is set; or the surcharge was entered in another
 * currency than the rates have.
 */
export function planRates(fees: ZoneFees, terms: ProfileTerms, rate: EuroRate): readonly ProfileRate[] | null {
  const currency = rateCurrency(terms, rate);
  if (isSurchargeForeign(terms, currency)) return null;
  const planned: ProfileRate[] = [];
  for (const zone of zoneCodes) {
    const fee = scaleMinor(fees[zone], Math.round(terms.percent * 100), 10_000);
    const price = terms.currency === 'EUR' ? fee : toStoreCurrency(fee, rate);
    if (price === null) return null;
    const {deliversTo, transit} = zones[zone];
    planned.push({
      zone,
      name: toZoneName(deliversTo),
      method: `Delivery in ${transit} working days`,
      countries: countriesOf(zone),
      // A fee that rounds to nothing would be free shipping.
      price: Math.max(1, price + terms.surcharge),
      currency,
    });
  }
  return planned;
}

/** The countries of a zone, in the order of their codes. */
export const countriesOf = (zone: ZoneCode): readonly string[] => (zone === 'EU' ? euMembers : [zone]).toSorted();

/** "the 27 EU member states" as the name of a zone. */
const toZoneName = (deliversTo: string): string => {
  const name = deliversTo.replace(/^the /, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** The surcharge that the merchant typed in whole units, in minor units of the rates' currency. */
export const toSurcharge = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** minorUnitExponent(currency));
