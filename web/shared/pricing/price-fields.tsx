import type {Pricing} from '#contract/settings.ts';
import {DecimalField} from '../form/decimal-field.tsx';
import type {FieldErrors} from '../form/field-errors.ts';
import {Introduction} from '../page/introduction.tsx';
import {Notice} from '../page/notice.tsx';
import {currencyOf, type PricingDraft} from './pricing-draft.ts';
import {markupExample, pricingLabels} from './pricing-fields.ts';
import {ToProfile} from './to-profile.tsx';

export type PriceFieldsProps = {
  readonly draft: PricingDraft;
  /** The saved prices that the draft is based on, with the store's currency and whether prices include tax. */
  readonly base: Pricing;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<PricingDraft>) => void;
};

const fieldColumns = '@container (inline-size > 640px) 1fr 1fr 1fr, 1fr';

/** The fields of what every price is made of: markup, add-on, VAT and the exchange rate. @param withEndings also what prices end in. */
export function PriceFields({draft, base, errors, onChange, withEndings}: PriceFieldsProps & {withEndings: boolean}) {
  const {taxesIncluded} = base;
  const currency = currencyOf(base);
  return (
    <s-section heading="From cost to price">
      <Introduction of="price" />
      <MissingNotice draft={draft} base={base} />
      <s-grid gridTemplateColumns={fieldColumns} gap="base">
        <DecimalField
          label={pricingLabels.markupPercent}
          name="markupPercent"
          unit="%"
          value={draft.markupPercent}
          details={markupExample(draft.markupPercent)}
          error={errors.markupPercent}
          onChange={(markupPercent) => onChange({markupPercent})}
        />
        <DecimalField
          label={pricingLabels.addOn}
          name="addOn"
          unit={currency}
          value={draft.addOn}
          details=""
          error={errors.addOn}
          onChange={(addOn) => onChange({addOn})}
        />
        <DecimalField
          label={pricingLabels.vatPercent}
          name="vatPercent"
          unit="%"
          value={draft.vatPercent}
          details={taxesIncluded === false ? 'Not used: your prices are without tax.' : ''}
          error={errors.vatPercent}
          onChange={(vatPercent) => onChange({vatPercent})}
        />
      </s-grid>
      {currency !== 'EUR' && <RateFields draft={draft} base={base} errors={errors} onChange={onChange} />}
      {withEndings && (
        <s-grid gridTemplateColumns={fieldColumns} gap="base">
          <EndingsField draft={draft} base={base} errors={errors} onChange={onChange} />
        </s-grid>
      )}
      {!withEndings && <ToProfile />}
    </s-section>
  );
}

/** The field for the endings to which prices are rounded up. */
export const EndingsField = ({draft, base, errors, onChange}: PriceFieldsProps) => (
  <s-text-field
    label={pricingLabels.endings}
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
);

/** Says that the exchange rate or the VAT is missing, without which no price can be calculated. */
function MissingNotice({draft, base}: Pick<PriceFieldsProps, 'draft' | 'base'>) {
  const currency = currencyOf(base);
  if (currency !== 'EUR' && draft.perEuro.trim() === '') {
    return (
      <Notice tone="warning" heading={`How many ${currency} is one euro?`}>
        The supplier’s costs are in euro. Until you enter a rate, no product is on sale.
      </Notice>
    );
  }
  if (base.taxesIncluded !== true || draft.vatPercent.trim() !== '') return null;
  return (
    <Notice tone="warning" heading="How much VAT do your prices contain?">
      Your store’s prices include tax. Until you enter the rate, no product is on sale.
    </Notice>
  );
}

function RateFields({draft, base, errors, onChange}: PriceFieldsProps) {
  const currency = currencyOf(base);
  return (
    <s-grid gridTemplateColumns={fieldColumns} gap="base">
      <DecimalField
        label={pricingLabels.perEuro}
        name="perEuro"
        unit={currency}
        value={draft.perEuro}
        details="It changes only when you change it."
        error={errors.perEuro}
        onChange={(perEuro) => onChange({perEuro, ...(draft.asOf === '' ? {asOf: todayAsIsoDate()} : {})})}
      />
      <s-date-field
        label={pricingLabels.asOf}
        name="asOf"
        data-field="asOf"
        value={draft.asOf}
        details="The day you looked it up."
        error={errors.asOf ?? ''}
        onChange={(event) => onChange({asOf: event.currentTarget.value})}
      />
      <DecimalField
        label={pricingLabels.bufferPercent}
        name="bufferPercent"
        unit="%"
        value={draft.bufferPercent}
        details="Added to the cost, in case the rate moves."
        error={errors.bufferPercent}
        onChange={(bufferPercent) => onChange({bufferPercent})}
      />
    </s-grid>
  );
}

/** Today in the merchant's time zone, in the form of the date field: "2026-11-22". */
function todayAsIsoDate(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
