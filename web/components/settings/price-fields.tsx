import type {Overview} from '#contract/overview.ts';
import type {FieldErrors} from '../../field-errors.ts';
import {DecimalField} from '../decimal-field.tsx';
import {Notice} from '../notice.tsx';
import type {SettingsDraft} from './settings-draft.ts';
import {labels} from './settings-fields.ts';

type PriceFieldsProps = {
  readonly draft: SettingsDraft;
  readonly errors: FieldErrors;
  readonly taxesIncluded: Overview['taxesIncluded'];
  readonly onChange: (part: Partial<SettingsDraft>) => void;
};

/** Markup, VAT, the status of new products, and the start of the nightly run. */
export function PriceFields({draft, errors, taxesIncluded, onChange}: PriceFieldsProps) {
  const asksVat = taxesIncluded === true && draft.vatPercent.trim() === '';
  return (
    <s-section heading="Price and publishing">
      {asksVat && (
        <Notice tone="warning" heading="How much VAT do your prices contain?">
          Your store’s prices include tax. Until you enter the rate, products are held back as drafts.
        </Notice>
      )}
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr, 1fr" gap="base">
        <DecimalField
          label={labels.markupPercent}
          name="markupPercent"
          unit="%"
          value={draft.markupPercent}
          details="60 % turns a cost of 10.00 into 16.00 before tax."
          error={errors.markupPercent}
          onChange={(markupPercent) => onChange({markupPercent})}
        />
        <DecimalField
          label={labels.vatPercent}
          name="vatPercent"
          unit="%"
          value={draft.vatPercent}
          details={
            taxesIncluded === false
              ? 'Not used: your prices are without tax.'
              : 'The rate of the country you sell from.'
          }
          error={errors.vatPercent}
          onChange={(vatPercent) => onChange({vatPercent})}
        />
        <s-text-field
          label={labels.nightlyAt}
          name="nightlyAt"
          data-field="nightlyAt"
          placeholder="04:00"
          value={draft.nightlyAt}
          details="Your store’s local time, 03:30 or later. The run starts within an hour from then; Home shows when."
          error={errors.nightlyAt ?? ''}
          onInput={(event) => onChange({nightlyAt: event.currentTarget.value})}
        />
      </s-grid>
      <s-choice-list
        label={labels.newProducts}
        name="newProducts"
        values={[draft.newProducts]}
        onChange={(event) => onChange({newProducts: event.currentTarget.values[0] === 'active' ? 'active' : 'draft'})}
      >
        <s-choice value="draft">Drafts, which you publish yourself</s-choice>
        <s-choice value="active">Active products, on sale at once</s-choice>
      </s-choice-list>
    </s-section>
  );
}
