// A rule as a merchant reads it.
import {listedInShort} from '../../text/format.ts';
import type {RuleDraft} from './rules-draft.ts';

const effects = {include: 'Include', exclude: 'Exclude'} as const;

/** "Include: Fjordline · cost up to 20 EUR". */
export const ruleInWords = (rule: RuleDraft): string =>
  `${effects[rule.effect]}: ${conditionsOf(rule) || 'every article'}`;

/** Empty: there are none, so every article fits. */
export function conditionsOf(rule: Omit<RuleDraft, 'id' | 'effect'>): string {
  const {brands, categories, costFrom, costTo, marginFrom, hasImage, onRequest} = rule;
  const typed = (text: string, words: (text: string) => string) => (text.trim() === '' ? [] : [words(text.trim())]);
  const conditions = [
    ...(brands.length === 0 ? [] : [listedInShort(brands)]),
    ...(categories.length === 0 ? [] : [listedInShort(categories)]),
    ...typed(costFrom, (text) => `cost from ${text} EUR`),
    ...typed(costTo, (text) => `cost up to ${text} EUR`),
    ...typed(marginFrom, (text) => `margin from ${text} %`),
    ...(hasImage === 'any' ? [] : [hasImage === 'yes' ? 'with a picture' : 'without a picture']),
    ...(onRequest === 'any' ? [] : [onRequest === 'yes' ? 'price on request' : 'price not on request']),
  ];
  return conditions.join(' · ');
}
