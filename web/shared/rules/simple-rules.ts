// The two rules that set-up makes: one of ticked brands, one of ticked categories. On the page Import rules they may get other conditions
// too.
import {ruleConditionsText} from './rule-words.ts';
import {createRule, type RuleDraft, type RulesDraft} from './rules-draft.ts';

/** Which names a simple rule ticks. */
export type NameKind = 'brands' | 'categories';

/**
 * Whether a rule is the one that set-up made for these names, by its id. Without names it is an ordinary rule, which takes whatever fits
 * its other conditions.
 */
const isSimpleRule = (named: NameKind) => (rule: RuleDraft) =>
  (rule.id === named || rule.id.startsWith(`${named}-`)) && rule.effect === 'include' && rule[named].length > 0;

/** The rule of the draft that set-up made for these names; undefined: there is none. */
export const findSimpleRule = ({rules}: RulesDraft, named: NameKind): RuleDraft | undefined =>
  rules.find(isSimpleRule(named));

/** The rules that set-up leaves as they are. */
export function otherRules(draft: RulesDraft): readonly RuleDraft[] {
  const simple = [findSimpleRule(draft, 'brands'), findSimpleRule(draft, 'categories')];
  return draft.rules.filter((rule) => !simple.includes(rule));
}

/**
 * The draft with these names ticked. Without names the rule is removed, because it would take every article that fits its other conditions.
 * A saved rule comes back with its conditions when another name is ticked.
 */
export function setNames(draft: RulesDraft, saved: RulesDraft, named: NameKind, names: readonly string[]): RulesDraft {
  const {rules} = draft;
  const known = findSimpleRule(draft, named);
  if (names.length === 0) return {rules: rules.filter((rule) => rule !== known)};
  if (known !== undefined) return {rules: rules.map((rule) => (rule === known ? {...rule, [named]: names} : rule))};
  const basis = findSimpleRule(saved, named) ?? {...createRule(), id: named};
  const isTaken = rules.some(({id}) => id === basis.id);
  const id = isTaken ? `${named}-${crypto.randomUUID()}` : basis.id;
  return {rules: [...rules, {...basis, id, [named]: names}]};
}

/** The conditions of the rule (or of the saved one that is to be removed) besides these names, as text; empty: none. */
export function furtherConditions(draft: RulesDraft, saved: RulesDraft, named: NameKind): string {
  const rule = findSimpleRule(draft, named) ?? findSimpleRule(saved, named);
  return rule === undefined ? '' : ruleConditionsText({...rule, [named]: []});
}
