import {useState} from 'react';
import {carriers} from '#domain/orders/tracking/carriers.ts';

type CarrierFieldProps = {
  readonly label: string;
  readonly details: string;
  readonly error: string;
  /** The carrier's name; empty: none is given. */
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly onChange: (carrier: string) => void;
  /** The name that the form's errors are sorted by; left out: it has none of its own. */
  readonly 'data-field'?: string;
};

/** The values of the two options that are no carrier's name. */
const noCarrier = '';
const otherCarrier = 'other';

/** Chooses the carrier from those that Shopify knows, so that the buyer gets a tracking link; any other name can be typed. */
export function CarrierField({
  label,
  details,
  error,
  value,
  isDisabled = false,
  onChange,
  ...field
}: CarrierFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const isOther = isTyping || (value !== noCarrier && !carriers.includes(value));
  const choose = (chosen: string) => {
    setTyping(chosen === otherCarrier);
    onChange(chosen === otherCarrier ? noCarrier : chosen);
  };
  return (
    <s-stack gap="small-200">
      <s-select
        label={label}
        disabled={isDisabled}
        details={details}
        value={isOther ? otherCarrier : value}
        error={isOther ? '' : error}
        {...(isOther ? {} : field)}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <s-option value={noCarrier}>Not stated</s-option>
        <s-option value={otherCarrier}>Another one, typed</s-option>
        {carriers.map((carrier) => (
          <s-option key={carrier} value={carrier}>
            {carrier}
          </s-option>
        ))}
      </s-select>
      {isOther && (
        <s-text-field
          label="Name of the carrier"
          disabled={isDisabled}
          value={value}
          error={error}
          {...field}
          onInput={(event) => {
            // Stays a typed name while it is emptied, or is that of a known carrier for a moment.
            setTyping(true);
            onChange(event.currentTarget.value);
          }}
        />
      )}
    </s-stack>
  );
}
