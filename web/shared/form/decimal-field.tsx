import {useRef} from 'react';
import {readDecimal, writeDecimal} from '../../text/decimal-input.ts';

type DecimalFieldProps = {
  readonly label: string;
  readonly name: string;
  /** The unit shown behind the field; it may also be typed behind the number. */
  readonly unit: string;
  readonly details: string;
  /** The typed text. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
};

/**
 * A field for a number with a decimal point or a decimal comma. It is a text field, because browsers read a number field in their own
 * language and report an empty value for other texts.
 */
export function DecimalField({label, name, unit, details, value, error = '', onChange}: DecimalFieldProps) {
  const field = useRef<HTMLElementTagNameMap['s-text-field']>(null);
  const reading = readDecimal(value, unit);
  const isRead =
    reading.kind === 'number' && !isPlain.test(value.trim()) && value.trim() !== writeDecimal(reading.value);
  const read = isRead ? `Read as ${withUnit(reading.value, unit)}. ` : '';
  const choose = (number: number) => {
    onChange(writeDecimal(number));
    // Moves the focus, because the pressed button disappears with the question.
    field.current?.focus();
  };
  return (
    <s-stack gap="small-300">
      <s-text-field
        ref={field}
        label={label}
        name={name}
        data-field={name}
        suffix={unit}
        autocomplete="off"
        value={value}
        details={read + details}
        error={error}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <div role="status" style={{display: 'contents'}}>
        {reading.kind === 'ambiguous' && error === '' && (
          <s-text>“{value.trim()}” can be read in two ways. Which number do you mean?</s-text>
        )}
      </div>
      {reading.kind === 'ambiguous' && (
        <s-stack direction="inline" gap="small-300">
          {[reading.decimal, reading.whole].map((number) => (
            <s-button key={number} onClick={() => choose(number)}>
              {withUnit(number, unit)}
            </s-button>
          ))}
        </s-stack>
      )}
    </s-stack>
  );
}

/** What can be read in one way only: "30", "6.90". */
const isPlain = /^\d+(\.\d{1,2})?$/;

/** "62.5 %"; with a currency, as amounts are written: "SEK 11.20". */
const withUnit = (value: number, unit: string): string =>
  /^[A-Z]{3}$/.test(unit)
    ? `${unit}\u00a0${writeDecimal(value).replace(/\.\d$/, '$&0')}`
    : `${writeDecimal(value)} ${unit}`;
