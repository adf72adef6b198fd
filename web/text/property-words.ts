// The texts for the meanings of properties that buyers fill in.
import type {PropertyMeaning} from '#domain/orders/properties/line-properties.ts';

type MeaningText = {
  readonly button: string;
  /** The end of a sentence that begins with the property's name. */
  readonly sentence: string;
  /** The label beside a property. */
  readonly label: string;
};

export const meaningTexts: Readonly<Record<PropertyMeaning, MeaningText>> = {
  size: {button: 'Is the size', sentence: 'is the size', label: 'the size'},
  colour: {button: 'Is the colour', sentence: 'is the colour', label: 'the colour'},
  never: {button: 'Never matters', sentence: 'never matters', label: 'never matters'},
  always: {button: 'Always ask', sentence: 'is always asked about', label: 'always asked about'},
};
