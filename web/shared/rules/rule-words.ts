// Writes an import rule as text for the merchant.
import {joinFirstNames} from '../../text/format.ts';
import type {RuleDraft} from './rules-draft.ts';

const effectLabels = {include: 'Include', exclude: 'Exclude'} as const;

/** The rule as text: "Include: Fjordline · cost up to €20". */
export const ruleText = (rule: RuleDraft): string =>
  `${effectLabels[rule.effect]}: ${ruleConditionsText(rule) || 'every article'}`;

/** The conditions of a rule as text; empty: there are none, so every article fits. */
export function ruleConditionsText(rule: Omit<RuleDraft, 'id' | 'effect'>): string {
  const {brands, categories, costFrom, costTo, marginFrom, hasImage, onRequest} = rule;
  const typed = (text: string, words: (text: string) => string) => (text.trim() === '' ? [] : [words(text.trim())]);
  const conditions = [
    ...(brands.length === 0 ? [] : [joinFirstNames(brands)]),
    ...(categories.length === 0 ? [] : [joinFirstNames(categories)]),
    ...typed(costFrom, (text) => `cost from €${text}`),
    ...typed(costTo, (text) => `cost up to €${text}`),
    ...typed(marginFrom, (text) => `margin from ${text} %`),
    ...(hasImage === 'any' ? [] : [hasImage === 'yes' ? 'with a picture' : 'without a picture']),
    ...(onRequest === 'any' ? [] : [onRequest === 'yes' ? 'price on request' : 'price not on request']),
  ];
  return conditions.join(' · ');
}
