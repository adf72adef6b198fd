// Finds the merchant's price rule for an article: the first rule whose conditions all hold.
import type {PriceRule, PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {wordKey} from '#domain/words/same-word.ts';

/** The article's brand and category, by which rules are chosen. */
export type PriceRuleWords = {readonly brand: string; readonly category: string};

/** The first price rule that matches; null: none, so the general markup applies. @param cost euro cents. */
export function matchPriceRule({rules}: PricingSettings, facts: PriceRuleWords, cost: number): PriceRule | null {
  if (rules.length === 0) return null;
  // The keys are made once per article, not once per rule, because a shop can have 500 rules and 100,000 articles.
  const keys = {brand: wordKey(facts.brand), category: wordKey(facts.category)};
  return rules.find((rule) => ruleMatches(rule, keys, cost)) ?? null;
}

/** @param keys the `wordKey`s of the article's brand and category. */
function ruleMatches({brands, categories, costFrom, costTo}: PriceRule, keys: PriceRuleWords, cost: number): boolean {
  return (
    (costFrom === null || cost >= costFrom) &&
    (costTo === null || cost < costTo) &&
    isAmong(brands, keys.brand) &&
    isAmong(categories, keys.category)
  );
}

/** Whether `key` is one of the words. An empty list matches any key. */
function isAmong(words: readonly string[], key: string): boolean {
  return words.length === 0 || cachedKeys(words).has(key);
}

/** The keys of each list of words, cached so that they are not made again for every article. */
const keysCache = new WeakMap<readonly string[], ReadonlySet<string>>();

function cachedKeys(words: readonly string[]): ReadonlySet<string> {
  const keys = keysCache.get(words) ?? new Set(words.map(wordKey));
  keysCache.set(words, keys);
  return keys;
}
