import type {Shipping} from '#contract/order-money.ts';
import {euros} from '../../format.ts';
import {DecimalField} from '../decimal-field.tsx';
import type {PriceFieldsProps} from './price-fields.tsx';
import {currencyOf} from './pricing-draft.ts';
import {labels} from './pricing-fields.ts';

type LimitFieldsProps = PriceFieldsProps & {
  /** Null while it is loaded. */
  readonly zones: Shipping['zones'] | null;
};

/** What becomes of the calculated price: endings, lowest margin, the recommended price, and a zone's fee. */
export function LimitFields({draft, base, errors, zones, onChange}: LimitFieldsProps) {
  const usesRrp = base.taxesIncluded !== false;
  return (
    <s-section heading="Rounding and limits">
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
        <s-text-field
          label={labels.endings}
          name="endings"
          data-field="endings"
          maxLength={60}
          autocomplete="off"
          value={draft.endings}
          placeholder="as calculated"
          details={`Prices are raised to the next one, in ${currencyOf(base)}: for example .99, or .95 or .99. Empty: as calculated.`}
          error={errors.endings ?? ''}
          onInput={(event) => onChange({endings: event.currentTarget.value})}
        />
        <DecimalField
          label={labels.floorMarginPercent}
          name="floorMarginPercent"
          unit="%"
          value={draft.floorMarginPercent}
          details="Of the price without tax. Products with less are held back as drafts; 0: no limit."
          error={errors.floorMarginPercent}
          onChange={(floorMarginPercent) => onChange({floorMarginPercent})}
        />
      </s-grid>
      <s-switch
        label={labels.capAtRrp}
        name="capAtRrp"
        checked={draft.capAtRrp}
        details={usesRrp ? 'Where the supplier recommends one.' : notWithoutTax}
        onChange={(event) => onChange({capAtRrp: event.currentTarget.checked})}
      />
      <s-switch
        label={labels.showsRrp}
        name="showsRrp"
        checked={draft.showsRrp}
        details={usesRrp ? 'Where it is above your price.' : notWithoutTax}
        onChange={(event) => onChange({showsRrp: event.currentTarget.checked})}
      />
      <CarryField draft={draft} errors={errors} zones={zones} onChange={onChange} />
    </s-section>
  );
}

type CarryFieldProps = Pick<LimitFieldsProps, 'draft' | 'errors' | 'zones' | 'onChange'>;

const CarryField = ({draft, errors, zones, onChange}: CarryFieldProps) => (
  <s-select
    label={labels.carryZone}
    name="carryZone"
    data-field="carryZone"
    value={draft.carryZone}
    details="The supplier charges its fee for each article of an order. In the price, shoppers of every zone pay this one."
    error={errors.carryZone ?? ''}
    onChange={(event) => {
      const chosen = zones?.find(({zone}) => zone === event.currentTarget.value);
      onChange({carryZone: chosen?.zone ?? ''});
    }}
  >
    <s-option value="">None</s-option>
    {(zones ?? []).map(({zone, deliversTo, fee}) => (
      <s-option key={zone} value={zone}>
        {`${zone}: ${deliversTo}, ${euros(fee)}`}
      </s-option>
    ))}
  </s-select>
);

const notWithoutTax = 'Not used: recommended prices include tax, and yours do not.';
