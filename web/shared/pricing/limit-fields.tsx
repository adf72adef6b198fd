import type {Shipping} from '#contract/order-money.ts';
import {euros} from '../../text/format.ts';
import {Fold} from '../details/fold.tsx';
import {DecimalField} from '../form/decimal-field.tsx';
import {EndingsField, type PriceFieldsProps} from './price-fields.tsx';
import {currencyOf} from './pricing-draft.ts';
import {pricingLabels} from './pricing-fields.ts';
import {limitsPlace} from './to-profile.tsx';

type LimitFieldsProps = PriceFieldsProps & {
  /** The supplier's zones; null while they are loaded. */
  readonly zones: Shipping['zones'] | null;
};

/** The fields that are shown here: an error in one of them opens their section. */
const shownHere = ['endings', 'floorMarginPercent', 'paymentPercent', 'paymentFixed', 'carryZone'];

/** The fields for endings, the lowest margin, the use of the recommended price, and the zone whose fee every price carries. */
export function LimitFields({draft, base, errors, zones, onChange}: LimitFieldsProps) {
  const usesRrp = base.taxesIncluded !== false;
  return (
    <Fold
      id={limitsPlace}
      heading="Rounding and limits"
      mustOpen={shownHere.some((field) => errors[field] !== undefined)}
    >
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
        <EndingsField draft={draft} base={base} errors={errors} onChange={onChange} />
        <DecimalField
          label={pricingLabels.floorMarginPercent}
          name="floorMarginPercent"
          unit="%"
          value={draft.floorMarginPercent}
          details="Of the price without tax, after the cost and before shipping and payment fees. Products with less are drafts; 0: no limit."
          error={errors.floorMarginPercent}
          onChange={(floorMarginPercent) => onChange({floorMarginPercent})}
        />
      </s-grid>
      <s-switch
        label={pricingLabels.capAtRrp}
        name="capAtRrp"
        checked={draft.capAtRrp}
        details={usesRrp ? 'Where the supplier recommends one.' : notUsedText}
        onChange={(event) => onChange({capAtRrp: event.currentTarget.checked})}
      />
      <s-switch
        label={pricingLabels.showsRrp}
        name="showsRrp"
        checked={draft.showsRrp}
        details={usesRrp ? 'Where it is above your price.' : notUsedText}
        onChange={(event) => onChange({showsRrp: event.currentTarget.checked})}
      />
      <PaymentFields draft={draft} base={base} errors={errors} onChange={onChange} />
      <CarryField draft={draft} errors={errors} zones={zones} onChange={onChange} />
    </Fold>
  );
}

/** What the payment provider keeps: it changes no price, only what is left. */
const PaymentFields = ({draft, base, errors, onChange}: PriceFieldsProps) => (
  <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
    <DecimalField
      label={pricingLabels.paymentPercent}
      name="paymentPercent"
      unit="%"
      value={draft.paymentPercent}
      details="Of all that the buyer pays. It changes no price, only what is left."
      error={errors.paymentPercent}
      onChange={(paymentPercent) => onChange({paymentPercent})}
    />
    <DecimalField
      label={pricingLabels.paymentFixed}
      name="paymentFixed"
      unit={currencyOf(base)}
      value={draft.paymentFixed}
      details="For each payment."
      error={errors.paymentFixed}
      onChange={(paymentFixed) => onChange({paymentFixed})}
    />
  </s-grid>
);

type CarryFieldProps = Pick<LimitFieldsProps, 'draft' | 'errors' | 'zones' | 'onChange'>;

const CarryField = ({draft, errors, zones, onChange}: CarryFieldProps) => (
  <s-select
    label={pricingLabels.carryZone}
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
    {(zones ?? [])
      .filter(({zone, sold}) => sold !== false || zone === draft.carryZone)
      .map(({zone, deliversTo, fee, sold}) => (
        <s-option key={zone} value={zone}>
          {`${zone}: ${deliversTo}, ${euros(fee)}${sold === false ? ' (you do not sell there)' : ''}`}
        </s-option>
      ))}
  </s-select>
);

const notUsedText = 'Not used: recommended prices include tax, and yours do not.';
