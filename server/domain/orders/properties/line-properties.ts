// Reads what the buyer entered (properties of line and order, and the order's note) as colour or size: by the property's name, or by the
// merchant's answer for that name. https://shopify.dev/docs/api/admin-graphql/2026-10/objects/LineItem#field-customattributes
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {foldName, type OptionKind, readName} from '#domain/orders/properties/read-name.ts';
import {isSameWord} from '#domain/words/same-word.ts';

/** One thing that the buyer entered: its name, and the value; null: no value. */
export type LineProperty = {readonly key: string; readonly value: string | null};

/** What a property means. `never`: nothing for the order. `always`: an order with this property waits for the merchant in any case. */
export const propertyMeanings = ['size', 'colour', 'never', 'always'] as const;
export type PropertyMeaning = (typeof propertyMeanings)[number];

/** What the merchant said that properties with this name mean. */
export type PropertyAnswer = {readonly name: string; readonly meaning: PropertyMeaning};

/** No form has so many. If a shopper sends more, the merchant is asked, because a property that is not read may name a colour or size. */
const maxPropertiesRead = 100;
export const maxPropertyNameLength = 500;
/** A longer value is not read as colour or size. */
const maxPropertyValueLength = 500;

export type ReadProperties = {
  /**
   * The different values for the option, at most two. Values that differ only in case or spacing count as one. Null: the properties are too
   * many or too long to be read.
   */
  readonly [what in OptionKind]: readonly string[] | null;
} & {
  /** Names of properties whose meaning is not known. */
  readonly unread: readonly string[];
  /** Names of properties about which the merchant wants to be asked. */
  readonly always: readonly string[];
};

/** What the buyer entered as colour and size, and which properties concern the merchant. */
export function readProperties(
  properties: readonly LineProperty[],
  answers: readonly PropertyAnswer[],
): ReadProperties {
  const read = listProperties(properties, answers);
  const named = (meaning: ListedProperty['meaning']) => read.filter((property) => property.meaning === meaning);
  const always = named('always').map(({key}) => key);
  if (read.length > maxPropertiesRead || read.some(({key}) => key.length > maxPropertyNameLength)) {
    return {colour: null, size: null, unread: [], always};
  }
  return {
    colour: distinctValues(named('colour')),
    size: distinctValues(named('size')),
    unread: named('unread').map(({key}) => key),
    always,
  };
}

/** A property with its meaning. `unread`: the app does not know it. */
export type ListedProperty = LineProperty & {readonly value: string; readonly meaning: PropertyMeaning | 'unread'};

/**
 * Lists the properties that the buyer saw and filled in, with their meanings. Names that start with an underscore are hidden from the buyer
 * and belong to an app, so they are ignored.
 */
export function listProperties(
  properties: readonly LineProperty[],
  answers: readonly PropertyAnswer[],
): readonly ListedProperty[] {
  const answered = new Map(answers.map(({name, meaning}) => [foldName(name), meaning]));
  return properties.flatMap(({key, value}) => {
    if (key.startsWith('_') || value === null || isBlankValue(value)) return [];
    if (key.length > maxPropertyNameLength) return [{key, value, meaning: 'unread'}];
    const name = readName(key);
    const meaning = answered.get(foldName(key)) ?? name?.what ?? 'unread';
    return [{key, value: meaning === 'size' ? withSizeSystem(value, name?.system ?? null) : value, meaning}];
  });
}

/** Whether the value has no visible text. A very long value counts as filled in without a check. */
const isBlankValue = (value: string): boolean => value.length <= maxPropertyValueLength && cleanBuyerText(value) === '';

/** Puts the size system of the property's name before a number, because the same number is another size in another system. */
const withSizeSystem = (value: string, system: string | null): string =>
  system !== null && /^\s*\d/.test(value) ? `${system} ${value.trim()}` : value;

/** The different values of these properties, at most two; null: one of them is too long. */
function distinctValues(named: readonly ListedProperty[]): readonly string[] | null {
  if (named.some(({value}) => value.length > maxPropertyValueLength)) return null;
  const [first, ...others] = named.map(({value}) => cleanBuyerText(value));
  if (first === undefined) return [];
  const other = others.find((word) => !isSameWord(word, first));
  return other === undefined ? [first] : [first, other];
}

/** Adds an answer and removes a former one for the same name. */
export const rememberProperty = (answers: readonly PropertyAnswer[], answer: PropertyAnswer): PropertyAnswer[] => [
  answer,
  ...forgetProperty(answers, answer.name),
];

/** Removes the answer for this name. */
export const forgetProperty = (answers: readonly PropertyAnswer[], name: string): PropertyAnswer[] =>
  answers.filter((former) => foldName(former.name) !== foldName(name));
