import type {EuroRate} from '#domain/margins/margin.ts';
import {type ProfileRate, rateCurrency} from '#domain/shipping-profile/profile-terms.ts';
import type {RateAfterTax} from '#domain/shipping-profile/rate-after-tax.ts';
import {DecimalField} from '../../shared/form/decimal-field.tsx';
import type {FieldErrors} from '../../shared/form/field-errors.ts';
import {euros, money} from '../../text/format.ts';
import type {Profile, Zone} from './profile-api.ts';
import {priceOf, type TermsDraft} from './profile-draft.ts';
import {zoneName} from './profile-words.ts';

type TermsFieldsProps = {
  readonly draft: TermsDraft;
  readonly rate: EuroRate;
  readonly errors: FieldErrors;
  /** Whether the rates contain tax. */
  readonly isTaxed: boolean;
  readonly onChange: (part: Partial<TermsDraft>) => void;
};

/** The fields for what shoppers pay. */
export const TermsFields = ({draft, rate, errors, isTaxed, onChange}: TermsFieldsProps) => (
  <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr, 1fr" gap="base">
    <DecimalField
      label="Part of the supplier’s fee"
      name="percent"
      unit="%"
      value={draft.percent}
      details={isTaxed ? '100 is the whole fee, with VAT in it.' : '100 is the whole fee.'}
      error={errors.percent}
      onChange={(percent) => onChange({percent})}
    />
    <DecimalField
      label="Surcharge on each rate"
      name="surcharge"
      unit={rateCurrency(draft, rate)}
      value={draft.surcharge}
      details="Added to it in each zone."
      error={errors.surcharge}
      onChange={(surcharge) => onChange({surcharge})}
    />
    {rate.currency !== 'EUR' && (
      <s-select
        label="Currency of the rates"
        name="currency"
        data-field="currency"
        value={draft.currency}
        details="Your store’s at the exchange rate above, or the supplier’s own."
        error={errors.currency ?? ''}
        onChange={(event) => onChange({currency: event.currentTarget.value === 'EUR' ? 'EUR' : 'store'})}
      >
        <s-option value="store">{rate.currency}</s-option>
        <s-option value="EUR">Euro, exact</s-option>
      </s-select>
    )}
  </s-grid>
);

type RatesTableProps = {
  readonly zones: Profile['zones'];
  /** Null: what is typed cannot be read. */
  readonly rates: readonly ProfileRate[] | null;
  /** Whether shoppers pay these rates now. */
  readonly isPaid: boolean;
  /** What is left of a zone's rate after tax; null: as much as shoppers pay, or not known. */
  readonly leftOf: (zone: Zone) => RateAfterTax | null;
};

/** The supplier's zones with what shoppers pay there. */
export const RatesTable = ({zones, rates, isPaid, leftOf}: RatesTableProps) => (
  // On a phone the table takes the headers as they were when it was made.
  <s-table key={isPaid ? 'paid' : 'not-paid'}>
    <s-table-header-row>
      <s-table-header listSlot="primary">Delivery to</s-table-header>
      <s-table-header format="currency">Supplier’s fee</s-table-header>
      <s-table-header>Working days</s-table-header>
      <s-table-header format="currency">{isPaid ? 'Shoppers pay' : 'Shoppers would pay'}</s-table-header>
    </s-table-header-row>
    <s-table-body>
      {zones.map((zone) => (
        <s-table-row key={zone.zone}>
          <s-table-cell>
            <s-text type="strong">{zoneName(zone)}</s-text>
          </s-table-cell>
          <s-table-cell>
            <s-text fontVariantNumeric="tabular-nums">{euros(zone.fee)}</s-text>
          </s-table-cell>
          <s-table-cell>
            <s-text>{zone.transit}</s-text>
          </s-table-cell>
          <s-table-cell>
            <ShownPrice zone={zone} rates={rates} left={leftOf(zone)} />
          </s-table-cell>
        </s-table-row>
      ))}
    </s-table-body>
  </s-table>
);

type ShownPriceProps = Pick<RatesTableProps, 'rates'> & {readonly zone: Zone; readonly left: RateAfterTax | null};

const ShownPrice = ({zone, rates, left}: ShownPriceProps) => (
  <s-stack gap="small-500">
    <s-text fontVariantNumeric="tabular-nums">{priceText(zone, rates)}</s-text>
    {left !== null && <s-text color="subdued">{`${money(left.left, left.currency)} after VAT`}</s-text>}
  </s-stack>
);

function priceText(zone: Zone, rates: readonly ProfileRate[] | null): string {
  const price = priceOf(zone, rates);
  if (price === null) return zone.change === null ? '–' : 'changed by you';
  return `${money(price.minor, price.currency)}${zone.change === null ? '' : ', set by you'}`;
}
