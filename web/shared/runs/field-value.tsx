// Values of fields in tables. The page lets long texts break anywhere, so a column becomes as narrow as a letter, and a figure has to be
// kept in one piece.
import {valueText} from './run-words.ts';

/** An amount or another number, with its currency: "€1,299.00". */
const isFigure = (text: string): boolean => /^\D{0,4}[\d.,]+\D{0,4}$/.test(text);

/** A text in a cell; a figure is never broken between two lines. */
export const Unbroken = ({text}: {readonly text: string}) =>
  isFigure(text) ? <span style={{whiteSpace: 'nowrap'}}>{text}</span> : text;

type FieldValueProps = {
  readonly field: string;
  readonly value: string | null;
  /** The store's; null: not known. */
  readonly currency: string | null;
};

/** The value of a changed field, as a table shows it. */
export const FieldValue = ({field, value, currency}: FieldValueProps) => (
  <Unbroken text={valueText(field, value, currency)} />
);
