// What a property means that buyers fill in, in words.
import type {PropertyMeaning} from '#domain/orders/properties/line-properties.ts';

type Words = {
  readonly button: string;
  /** After the property's name. */
  readonly sentence: string;
  /** Beside a property. */
  readonly label: string;
};

export const meaningWords: Readonly<Record<PropertyMeaning, Words>> = {
  size: {button: 'Is the size', sentence: 'is the size', label: 'the size'},
  colour: {button: 'Is the colour', sentence: 'is the colour', label: 'the colour'},
  never: {button: 'Never matters', sentence: 'never matters', label: 'never matters'},
  always: {button: 'Always ask', sentence: 'is always asked about', label: 'always asked about'},
};
