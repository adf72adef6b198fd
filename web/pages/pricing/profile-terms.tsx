import type {EuroRate} from '#domain/margins/margin.ts';
import type {ProfileRate} from '#domain/shipping-profile/profile-terms.ts';
import {DecimalField} from '../../shared/form/decimal-field.tsx';
import type {FieldErrors} from '../../shared/form/field-errors.ts';
import {euros, money} from '../../text/format.ts';
import type {Profile, Zone} from './profile-api.ts';
import {rateCurrency, type TermsDraft} from './profile-draft.ts';
import {zoneName} from './profile-words.ts';

type TermsFieldsProps = {
  readonly draft: TermsDraft;
  readonly rate: EuroRate;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<TermsDraft>) => void;
};

/** The fields for what shoppers pay. */
export const TermsFields = ({draft, rate, errors, onChange}: TermsFieldsProps) => (
  <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr, 1fr" gap="base">
    <DecimalField
      label="Part of the supplier’s fee"
      name="percent"
      unit="%"
      value={draft.percent}
      details="100 is the whole fee."
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
};

/** The supplier's zones with what shoppers pay there. */
export const RatesTable = ({zones, rates}: RatesTableProps) => (
  <s-table>
    <s-table-header-row>
      <s-table-header listSlot="primary">Delivery to</s-table-header>
      <s-table-header format="currency">Supplier’s fee</s-table-header>
      <s-table-header>Working days</s-table-header>
      <s-table-header format="currency">Shoppers pay</s-table-header>
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
            <s-text fontVariantNumeric="tabular-nums">{shownPrice(zone, rates)}</s-text>
          </s-table-cell>
        </s-table-row>
      ))}
    </s-table-body>
  </s-table>
);

/** What shoppers pay in the zone: what the merchant set in Shopify, else the rate by what is typed. */
function shownPrice({zone, change, shown}: Zone, rates: readonly ProfileRate[] | null): string {
  if (change === 'price' && shown !== null) return `${money(shown.minor, shown.currency)}, set by you`;
  if (change !== null) return 'changed by you';
  const rate = rates?.find((one) => one.zone === zone);
  return rate === undefined ? '–' : money(rate.price, rate.currency);
}
