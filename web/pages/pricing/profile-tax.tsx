import type {Overview} from '#contract/overview.ts';
import type {Pricing} from '#contract/settings.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {ProfileRate} from '#domain/shipping-profile/profile-terms.ts';
import {
  feeIn,
  homeZone,
  type RateAfterTax,
  rateAfterTax,
  wholeFeePercent,
} from '#domain/shipping-profile/rate-after-tax.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {writeDecimal} from '../../text/decimal-input.ts';
import {money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import type {Profile, Zone} from './profile-api.ts';
import {euroRateOf, priceOf} from './profile-draft.ts';

/** The tax in the rates, in the zone where the store is sure to charge it. */
export type RateTax = {
  /** Per cent, as in the price settings; null: not set. */
  readonly vatPercent: number | null;
  /** The zone of the store's own country; null: not known, or not served. */
  readonly zone: ZoneCode | null;
};

/** The tax that the rates contain; null: they contain none, or that is not known. */
export function rateTaxOf(
  {taxesIncluded, pricing: {vatPercent}}: Pricing,
  {country}: Pick<Overview, 'country'>,
): RateTax | null {
  return taxesIncluded !== true || vatPercent === 0 ? null : {vatPercent, zone: homeZone(country)};
}

/** What is left of the zone's rate after tax; null: no tax is sure to be charged there, or something is not known. */
export function leftInZone(
  zone: Zone,
  rates: readonly ProfileRate[] | null,
  tax: RateTax | null,
  pricing: Pricing,
): RateAfterTax | null {
  if (tax === null || tax.zone !== zone.zone) return null;
  const price = priceOf(zone, rates);
  const terms = {taxesIncluded: true, vatPercent: tax.vatPercent};
  return price === null ? null : rateAfterTax(price, zone.fee, terms, euroRateOf(pricing));
}

type RateNotesProps = {
  readonly zones: Profile['zones'];
  readonly rates: readonly ProfileRate[] | null;
  readonly tax: RateTax | null;
  readonly pricing: Pricing;
  /** Whether shoppers pay these rates now. */
  readonly isPaid: boolean;
  /** Puts the percentage into the form. */
  readonly onPercent: (percent: string) => void;
};

/** Where a rate brings in less than the supplier's fee: because less is asked of shoppers, or because of the tax in it. */
export function RateNotes(props: RateNotesProps) {
  const {zones, rates, tax, pricing, isPaid} = props;
  const would = isPaid ? '' : 'would ';
  const below = zones.filter((zone) => isBelowFee(zone, rates, pricing));
  return (
    <>
      {below.length > 0 && (
        <Notice tone="warning" heading="Shipping brings in less than the supplier’s fee">
          {`In ${countNoun(below.length, 'zone')} shoppers ${would}pay less than the supplier’s fee: you ${would}pay the rest.`}
        </Notice>
      )}
      {tax !== null && <TaxNote {...props} tax={tax} />}
    </>
  );
}

/** Whether shoppers pay less than the supplier's fee in this zone. */
function isBelowFee(zone: Zone, rates: readonly ProfileRate[] | null, pricing: Pricing): boolean {
  const price = priceOf(zone, rates);
  const fee = price === null ? null : feeIn(price.currency, zone.fee, euroRateOf(pricing));
  return price !== null && fee !== null && price.minor < fee;
}

/** Whether a rate of these zones brings in less than the supplier's fee, as `RateNotes` says in full. */
export const bringsInLess = ({zones, rates, tax, pricing}: Omit<RateNotesProps, 'isPaid' | 'onPercent'>): boolean =>
  zones.some((zone) => {
    const found = leftInZone(zone, rates, tax, pricing);
    return isBelowFee(zone, rates, pricing) || (found !== null && found.left < found.fee);
  });

function TaxNote({zones, rates, tax, pricing, onPercent}: RateNotesProps & {readonly tax: RateTax}) {
  const {vatPercent} = tax;
  if (vatPercent === null)
    return <s-text>Your rates contain VAT. Save its percentage above to see what is left of them.</s-text>;
  const vat = `${writeDecimal(vatPercent)} % VAT`;
  const home = zones.find(({zone}) => zone === tax.zone);
  if (home === undefined)
    return (
      <s-text>{`Where your store charges the ${vat} that its prices contain, that much of a rate is not yours.`}</s-text>
    );
  const found = leftInZone(home, rates, tax, pricing);
  if (found === null) return null;
  const {price, left, fee, currency} = found;
  const [paid, kept] = [money(price, currency), money(left, currency)];
  const whole = writeDecimal(wholeFeePercent(vatPercent));
  const elsewhere = 'Where your store charges no VAT, the whole rate is left.';
  if (left >= fee)
    return (
      <s-text color="subdued">
        {`For ${home.deliversTo}, ${kept} of ${paid} is left after ${vat}, and the supplier’s fee is ${money(fee, currency)}. ${elsewhere}`}
      </s-text>
    );
  const lacks = `For ${home.deliversTo}, ${kept} of ${paid} is left after ${vat}: ${money(fee - left, currency)} less than the supplier’s fee of ${money(fee, currency)}.`;
  // The percentage does not change a rate that the merchant has set in Shopify.
  const heading = 'VAT takes a part of the supplier’s fee';
  if (home.change !== null)
    return (
      <Notice tone="warning" heading={heading}>
        {`${lacks} You set this rate in Shopify.`}
      </Notice>
    );
  return (
    <Notice
      tone="warning"
      heading={heading}
      button={<s-button onClick={() => onPercent(whole)}>{`Use ${whole} %`}</s-button>}
    >
      {`${lacks} At ${whole} % the whole fee is left. The percentage counts for every zone. ${elsewhere}`}
    </Notice>
  );
}
