// Which of the merchant's price rules an article falls under: the first all of whose conditions hold.
import type {PriceRule, PricingSettings} from '#domain/catalogue/pricing-settings.ts';

export type PriceFacts = {readonly brand: string; readonly category: string};

/** @param cost euro cents. Null: none matches, the general markup applies. */
export function matchPriceRule({rules}: PricingSettings, facts: PriceFacts, cost: number): PriceRule | null {
  return rules.find((rule) => matches(rule, facts, cost)) ?? null;
}

function matches({brands, categories, costFrom, costTo}: PriceRule, facts: PriceFacts, cost: number): boolean {
  return (
    (costFrom === null || cost >= costFrom) &&
    (costTo === null || cost < costTo) &&
    isAmong(brands, facts.brand) &&
    isAmong(categories, facts.category)
  );
}

/** No words: any. Words are compared whatever their case. */
function isAmong(words: readonly string[], word: string): boolean {
  return words.length === 0 || foldedWords(words).has(word.toLowerCase());
}

/** Folded once per list of words, not once per article. */
const folded = new WeakMap<readonly string[], ReadonlySet<string>>();

function foldedWords(words: readonly string[]): ReadonlySet<string> {
  const known = folded.get(words) ?? new Set(words.map((word) => word.toLowerCase()));
  folded.set(words, known);
  return known;
}
