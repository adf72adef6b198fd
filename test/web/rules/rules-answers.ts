// Answers about import rules. Each is checked against its contract.
import {RulesCount} from '#contract/preview.ts';
import {Rules} from '#contract/settings.ts';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {build} from '../answers.ts';

export const aRule = (facts: Partial<ChoiceRule> & {readonly id: string}): ChoiceRule =>
  ChoiceRule.parse({effect: 'include', ...facts});

export const theRules = build(Rules, {
  choice: [aRule({id: 'brands', brands: ['Aurelio Conti']}), aRule({id: 'categories', categories: ['Bags']})],
});

export const aCount = build(RulesCount, {
  chosen: 212,
  held: 6,
  quarantined: 1,
  products: 206,
  variants: 2_410,
  variantsEstimated: 0,
  unread: 0,
  created: 0,
  retired: 0,
  restored: 0,
});
