import {DecimalField} from '../form/decimal-field.tsx';
import type {OwnPriceDraft} from './own-price-draft.ts';

type OwnPriceFieldsProps = {
  readonly draft: OwnPriceDraft;
  /** The store's currency. */
  readonly currency: string;
  /** Why the draft cannot be read; empty: it can, or was not tried. */
  readonly error: string;
  readonly isDisabled: boolean;
  readonly onChange: (draft: OwnPriceDraft) => void;
};

const kinds = [
  ['none', 'No own price: your price rules decide'],
  ['fixed', 'A fixed price'],
  ['markup', 'An own markup'],
] as const;

/** What kind of own price it is, and its number. */
export const OwnPriceFields = ({draft, currency, error, isDisabled, onChange}: OwnPriceFieldsProps) => (
  <>
    <s-select
      label="Own price"
      name="own-price"
      value={draft.kind}
      disabled={isDisabled}
      onChange={({currentTarget}) =>
        onChange({...draft, kind: kinds.find(([kind]) => kind === currentTarget.value)?.[0] ?? 'none'})
      }
    >
      {kinds.map(([kind, label]) => (
        <s-option key={kind} value={kind}>
          {label}
        </s-option>
      ))}
    </s-select>
    {draft.kind === 'fixed' && (
      <DecimalField
        label="Price"
        name="own-amount"
        unit={currency}
        details="As shoppers see it. No update changes it."
        value={draft.amount}
        error={error}
        onChange={(amount) => onChange({...draft, amount})}
      />
    )}
    {draft.kind === 'markup' && (
      <DecimalField
        label="Markup on cost"
        name="own-percent"
        unit="%"
        details="In place of the markup of your rules. All else is as under Pricing."
        value={draft.percent}
        error={error}
        onChange={(percent) => onChange({...draft, percent})}
      />
    )}
  </>
);
