// Which articles are imported: rules include or exclude; the merchant's choice for one article overrules any rule.
import {z} from 'zod';
import {marginRange} from '#domain/settings/catalogue.ts';
import {amountRange} from '#domain/settings/pricing.ts';
import {numberSchema} from '#domain/settings/schemas.ts';
import {wordKey} from '#domain/words/same-word.ts';

const Words = z.array(z.string().min(1).max(500)).max(5_000);
const Cents = z
  .number()
  .int()
  .min(0)
  .max(100 * amountRange.most);

/** Every condition that is set must hold; a rule without conditions matches all articles. */
export const ChoiceRule = z.object({
  id: z.string().min(1).max(60),
  effect: z.enum(['include', 'exclude']),
  /** Compared as words (`wordKey`); empty: any. */
  brands: Words.default([]),
  categories: Words.default([]),
  /** Euro cents, of the single-piece price; both limits included. */
  costFrom: Cents.nullable().default(null),
  costTo: Cents.nullable().default(null),
  /** Margin in per cent of the price without tax, as the pricing settings calculate it; null: any. */
  marginFrom: numberSchema({range: marginRange, isWhole: false}).nullable().default(null),
  hasImage: z.boolean().nullable().default(null),
  onRequest: z.boolean().nullable().default(null),
});
export type ChoiceRule = z.infer<typeof ChoiceRule>;

export type ChoiceFacts = {
  readonly brand: string;
  readonly category: string;
  /** Euro cents; null if neither list nor stock states a price. */
  readonly cost: number | null;
  /** Per cent; null if no price can be calculated. */
  readonly marginPercent: number | null;
  readonly hasImage: boolean;
  readonly onRequest: boolean;
  readonly hand: 'picked' | 'left_out' | null;
};

/** by: the deciding rule's id, or 'hand'; null: no rule matches the article. */
export type Choice = {readonly chosen: boolean; readonly by: string | null};

/**
 * The merchant's choice by hand decides first, then the first rule that excludes the article, then the first that includes it. The
 * rules' words are prepared once for any number of articles.
 */
export function chooser(rules: readonly ChoiceRule[]): (facts: ChoiceFacts) => Choice {
  const prepared = rules.map((rule) => ({...rule, brands: keysOf(rule.brands), categories: keysOf(rule.categories)}));
  return (facts) => {
    if (facts.hand !== null) return {chosen: facts.hand === 'picked', by: 'hand'};
    const keys = {brand: wordKey(facts.brand), category: wordKey(facts.category)};
    const excluding = prepared.find((rule) => rule.effect === 'exclude' && matches(rule, facts, keys));
    if (excluding !== undefined) return {chosen: false, by: excluding.id};
    const including = prepared.find((rule) => rule.effect === 'include' && matches(rule, facts, keys));
    return {chosen: including !== undefined, by: including?.id ?? null};
  };
}

/** Whether a rule uses the margin, which requires a price. */
export const asksForMargin = (rules: readonly ChoiceRule[]): boolean =>
  rules.some(({marginFrom}) => marginFrom !== null);

/** Whether a rule uses what an article costs, by itself or in the margin. */
export const asksForCost = (rules: readonly ChoiceRule[]): boolean =>
  asksForMargin(rules) || rules.some(({costFrom, costTo}) => costFrom !== null || costTo !== null);

type Prepared = Omit<ChoiceRule, 'brands' | 'categories'> & {
  readonly brands: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
};

type Keys = Readonly<Record<'brand' | 'category', string>>;

function matches(rule: Prepared, facts: ChoiceFacts, {brand, category}: Keys): boolean {
  return (
    among(rule.brands, brand) &&
    among(rule.categories, category) &&
    (rule.costFrom === null || (facts.cost !== null && facts.cost >= rule.costFrom)) &&
    (rule.costTo === null || (facts.cost !== null && facts.cost <= rule.costTo)) &&
    (rule.hasImage === null || rule.hasImage === facts.hasImage) &&
    (rule.onRequest === null || rule.onRequest === facts.onRequest) &&
    // Last, because `marginPercent` may be a getter that calculates a price.
    (rule.marginFrom === null || (facts.marginPercent !== null && facts.marginPercent >= rule.marginFrom))
  );
}

const keysOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(wordKey));

const among = (keys: ReadonlySet<string>, key: string): boolean => keys.size === 0 || keys.has(key);
