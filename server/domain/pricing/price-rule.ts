// Finds the merchant's price rule for an article: the first rule whose conditions all hold.
import type {PriceRule, PricingSettings} from '#domain/pricing/pricing-settings.ts';

export type PriceFacts = {readonly brand: string; readonly category: string};

/** @param cost euro cents. Null: no rule matches, so the general markup applies. */
export function matchPriceRule({rules}: PricingSettings, facts: PriceFacts, cost: number): PriceRule | null {
  // Lower-case once per article, not once per rule: a shop can have 500 rules and 100,000 articles.
  const lowered = {brand: facts.brand.toLowerCase(), category: facts.category.toLowerCase()};
  return rules.find((rule) => matches(rule, lowered, cost)) ?? null;
}

/** @param facts in lower case. */
function matches({brands, categories, costFrom, costTo}: PriceRule, facts: PriceFacts, cost: number): boolean {
  return (
    (costFrom === null || cost >= costFrom) &&
    (costTo === null || cost < costTo) &&
    isAmong(brands, facts.brand) &&
    isAmong(categories, facts.category)
  );
}

/** No words: any word matches. */
function isAmong(words: readonly string[], word: string): boolean {
  return words.length === 0 || foldedWords(words).has(word);
}

/** Case-folded once per list of words, not once per article. */
const folded = new WeakMap<readonly string[], ReadonlySet<string>>();

function foldedWords(words: readonly string[]): ReadonlySet<string> {
  const known = folded.get(words);
  if (known !== undefined) return known;
  const set = new Set(words.map((word) => word.toLowerCase()));
  folded.set(words, set);
  return set;
}
