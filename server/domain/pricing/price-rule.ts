// Finds the merchant's price rule for an article: the first rule whose conditions all hold.
import type {PriceRule, PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {wordKey} from '#domain/words/same-word.ts';

export type PriceFacts = {readonly brand: string; readonly category: string};

/** @param cost euro cents. Null: no rule matches, so the general markup applies. */
export function matchPriceRule({rules}: PricingSettings, facts: PriceFacts, cost: number): PriceRule | null {
  if (rules.length === 0) return null;
  // Once per article, not once per rule: a shop can have 500 rules and 100,000 articles.
  const keys = {brand: wordKey(facts.brand), category: wordKey(facts.category)};
  return rules.find((rule) => matches(rule, keys, cost)) ?? null;
}

/** @param keys of the article's words (`wordKey`). */
function matches({brands, categories, costFrom, costTo}: PriceRule, keys: PriceFacts, cost: number): boolean {
  return (
    (costFrom === null || cost >= costFrom) &&
    (costTo === null || cost < costTo) &&
    isAmong(brands, keys.brand) &&
    isAmong(categories, keys.category)
  );
}

/** No words: any key matches. */
function isAmong(words: readonly string[], key: string): boolean {
  return words.length === 0 || keysOf(words).has(key);
}

/** Made once per list of words, not once per article. */
const known = new WeakMap<readonly string[], ReadonlySet<string>>();

function keysOf(words: readonly string[]): ReadonlySet<string> {
  const keys = known.get(words) ?? new Set(words.map(wordKey));
  known.set(words, keys);
  return keys;
}
