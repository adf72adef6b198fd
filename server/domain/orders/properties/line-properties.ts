// What the buyer entered beside the variant: properties of the line and of the order, and the order's note. Each is read as colour or size by
// its name, or as the merchant answered for that name, or it is unread. https://shopify.dev/docs/api/admin-graphql/2026-10/objects/LineItem#field-customattributes
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {foldName, readName, type What} from '#domain/orders/properties/read-name.ts';
import {sameWord} from '#domain/words/same-word.ts';

export type LineProperty = {readonly key: string; readonly value: string | null};

/** `never`: it changes nothing. `always`: an order with it waits for the merchant, whatever else decides its colour and size. */
export const propertyMeanings = ['size', 'colour', 'never', 'always'] as const;
export type PropertyMeaning = (typeof propertyMeanings)[number];

/** What the merchant answered for every property of this name. */
export type PropertyAnswer = {readonly name: string; readonly meaning: PropertyMeaning};

/** More than forms have. Where a shopper sends more, or longer ones, the merchant is asked: what is not read may name a colour or size. */
const mostRead = 100;
export const longestName = 500;
const longestValue = 500;

export type ReadProperties = {
  /**
   * The values without blank ones; values that differ only in case or spacing are one, and of several no more than two are returned. Null: the
   * properties are too many or too long to be read.
   */
  readonly [what in What]: readonly string[] | null;
} & {
  /** Names of properties of which it is not known what they mean. */
  readonly unread: readonly string[];
  /** Names of which the merchant wants to be asked. */
  readonly always: readonly string[];
};

export function readProperties(
  properties: readonly LineProperty[],
  answers: readonly PropertyAnswer[],
): ReadProperties {
  const read = listProperties(properties, answers);
  const named = (meaning: ListedProperty['meaning']) => read.filter((property) => property.meaning === meaning);
  const always = named('always').map(({key}) => key);
  if (read.length > mostRead || read.some(({key}) => key.length > longestName)) {
    return {colour: null, size: null, unread: [], always};
  }
  return {
    colour: valuesOf(named('colour')),
    size: valuesOf(named('size')),
    unread: named('unread').map(({key}) => key),
    always,
  };
}

export type ListedProperty = LineProperty & {readonly value: string; readonly meaning: PropertyMeaning | 'unread'};

/**
 * Those that the buyer saw and filled in. Names that start with an underscore are hidden from the buyer and belong to an app, so they are
 * ignored.
 */
export function listProperties(
  properties: readonly LineProperty[],
  answers: readonly PropertyAnswer[],
): readonly ListedProperty[] {
  const answered = new Map(answers.map(({name, meaning}) => [foldName(name), meaning]));
  return properties.flatMap(({key, value}) => {
    if (key.startsWith('_') || value === null || isBlank(value)) return [];
    if (key.length > longestName) return [{key, value, meaning: 'unread'}];
    const name = readName(key);
    const meaning = answered.get(foldName(key)) ?? name?.what ?? 'unread';
    return [{key, value: meaning === 'size' ? withSystem(value, name?.system ?? null) : value, meaning}];
  });
}

/** A longer one is not looked through. */
const isBlank = (value: string): boolean => value.length <= longestValue && cleanBuyerText(value) === '';

/** A number is a size of the system that the name states: it must not be taken for the same number of another. */
const withSystem = (value: string, system: string | null): string =>
  system !== null && /^\s*\d/.test(value) ? `${system} ${value.trim()}` : value;

function valuesOf(named: readonly ListedProperty[]): readonly string[] | null {
  if (named.some(({value}) => value.length > longestValue)) return null;
  const [first, ...others] = named.map(({value}) => cleanBuyerText(value));
  if (first === undefined) return [];
  const other = others.find((word) => !sameWord(word, first));
  return other === undefined ? [first] : [first, other];
}

/** Without a former answer for the same name. */
export const rememberProperty = (answers: readonly PropertyAnswer[], answer: PropertyAnswer): PropertyAnswer[] => [
  answer,
  ...forgetProperty(answers, answer.name),
];

export const forgetProperty = (answers: readonly PropertyAnswer[], name: string): PropertyAnswer[] =>
  answers.filter((former) => foldName(former.name) !== foldName(name));
