// Which articles are imported: rules include or exclude; the merchant's choice for one article overrules any rule.
import {z} from 'zod';
import {marginRange} from '#domain/settings/catalogue.ts';
import {amountRange} from '#domain/settings/pricing.ts';
import {numberSchema} from '#domain/settings/schemas.ts';
import {wordKey} from '#domain/words/same-word.ts';

const WordList = z.array(z.string().min(1).max(500)).max(5_000);
const AmountInCents = z
  .number()
  .int()
  .min(0)
  .max(100 * amountRange.most);

/** Every condition that is set must hold; a rule without conditions matches all articles. */
export const ChoiceRule = z.object({
  id: z.string().min(1).max(60),
  effect: z.enum(['include', 'exclude']),
  /** Brands and categories are compared by `wordKey`. An empty list matches any. */
  brands: WordList.default([]),
  categories: WordList.default([]),
  /** Limits of the single-piece price in euro cents, both included; null: no limit. */
  costFrom: AmountInCents.nullable().default(null),
  costTo: AmountInCents.nullable().default(null),
  /** Margin in per cent of the price without tax, as the pricing settings calculate it; null: any. */
  marginFrom: numberSchema({range: marginRange, isWhole: false}).nullable().default(null),
  /** Whether the article must have an image, or must have none; null: either. */
  hasImage: z.boolean().nullable().default(null),
  /** Whether the article's price must be on request, or must not be; null: either. */
  onRequest: z.boolean().nullable().default(null),
});
export type ChoiceRule = z.infer<typeof ChoiceRule>;

/** The facts about one article that the rules decide by. */
export type ArticleForChoice = {
  readonly brand: string;
  readonly category: string;
  /** Euro cents; null if neither list nor stock states a price. */
  readonly cost: number | null;
  /** Per cent; null if no price can be calculated. */
  readonly marginPercent: number | null;
  /** Whether the article has a usable image. */
  readonly hasImage: boolean;
  /** Whether the article's price is only on request. */
  readonly onRequest: boolean;
  /** What the merchant decided for this article alone; null: the rules decide. */
  readonly hand: 'picked' | 'left_out' | null;
};

/** `by`: the id of the rule that decided, or 'hand' if the merchant did; null: no rule matches the article. */
export type Choice = {readonly chosen: boolean; readonly by: string | null};

/**
 * Returns the function that decides on one article: the merchant's choice by hand wins, then an excluding rule, then an including one. The
 * rules' words are prepared once for any number of articles.
 */
export function createChooser(rules: readonly ChoiceRule[]): (facts: ArticleForChoice) => Choice {
  const prepared = rules.map((rule) => ({
    ...rule,
    brands: toWordKeys(rule.brands),
    categories: toWordKeys(rule.categories),
  }));
  return (facts) => {
    if (facts.hand !== null) return {chosen: facts.hand === 'picked', by: 'hand'};
    const keys = {brand: wordKey(facts.brand), category: wordKey(facts.category)};
    const excluding = prepared.find((rule) => rule.effect === 'exclude' && ruleMatches(rule, facts, keys));
    if (excluding !== undefined) return {chosen: false, by: excluding.id};
    const including = prepared.find((rule) => rule.effect === 'include' && ruleMatches(rule, facts, keys));
    return {chosen: including !== undefined, by: including?.id ?? null};
  };
}

/** Whether a rule uses the margin, which requires a price. */
export const rulesUseMargin = (rules: readonly ChoiceRule[]): boolean =>
  rules.some(({marginFrom}) => marginFrom !== null);

/** Whether a rule uses what an article costs, by itself or in the margin. */
export const rulesUseCost = (rules: readonly ChoiceRule[]): boolean =>
  rulesUseMargin(rules) || rules.some(({costFrom, costTo}) => costFrom !== null || costTo !== null);

/** A rule with its brands and categories as `wordKey`s. */
type PreparedRule = Omit<ChoiceRule, 'brands' | 'categories'> & {
  readonly brands: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
};

/** The `wordKey`s of the article's brand and category. */
type ArticleKeys = Readonly<Record<'brand' | 'category', string>>;

/** Whether every condition that the rule sets is true for the article. */
function ruleMatches(rule: PreparedRule, facts: ArticleForChoice, {brand, category}: ArticleKeys): boolean {
  return (
    isAmong(rule.brands, brand) &&
    isAmong(rule.categories, category) &&
    (rule.costFrom === null || (facts.cost !== null && facts.cost >= rule.costFrom)) &&
    (rule.costTo === null || (facts.cost !== null && facts.cost <= rule.costTo)) &&
    (rule.hasImage === null || rule.hasImage === facts.hasImage) &&
    (rule.onRequest === null || rule.onRequest === facts.onRequest) &&
    // Last, because `marginPercent` may be a getter that calculates a price.
    (rule.marginFrom === null || (facts.marginPercent !== null && facts.marginPercent >= rule.marginFrom))
  );
}

const toWordKeys = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(wordKey));

/** Whether the key is in the set. An empty set stands for a condition that is not set. */
const isAmong = (keys: ReadonlySet<string>, key: string): boolean => keys.size === 0 || keys.has(key);
