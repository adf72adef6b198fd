// The two rules that set-up makes: one of ticked brands, one of ticked categories. Import rules may give them other conditions too.
import {conditionsOf} from './rule-words.ts';
import {aNewRule, type RuleDraft, type RulesDraft} from './rules-draft.ts';

export type Named = 'brands' | 'categories';

/** Found by its id. Without names it is a rule of Import rules, which takes whatever fits its other conditions. */
const isSimple = (named: Named) => (rule: RuleDraft) =>
  (rule.id === named || rule.id.startsWith(`${named}-`)) && rule.effect === 'include' && rule[named].length > 0;

export const simpleRule = ({rules}: RulesDraft, named: Named): RuleDraft | undefined => rules.find(isSimple(named));

/** The rules that set-up leaves as they are. */
export function otherRules(draft: RulesDraft): readonly RuleDraft[] {
  const simple = [simpleRule(draft, 'brands'), simpleRule(draft, 'categories')];
  return draft.rules.filter((rule) => !simple.includes(rule));
}

/**
 * A rule without names would take every article that fits its other conditions, so without names there is no rule. A saved rule
 * comes back with its conditions when another name is ticked.
 */
export function withNames(draft: RulesDraft, saved: RulesDraft, named: Named, names: readonly string[]): RulesDraft {
  const {rules} = draft;
  const known = simpleRule(draft, named);
  if (names.length === 0) return {rules: rules.filter((rule) => rule !== known)};
  if (known !== undefined) return {rules: rules.map((rule) => (rule === known ? {...rule, [named]: names} : rule))};
  const basis = simpleRule(saved, named) ?? {...aNewRule(), id: named};
  const isTaken = rules.some(({id}) => id === basis.id);
  const id = isTaken ? `${named}-${crypto.randomUUID()}` : basis.id;
  return {rules: [...rules, {...basis, id, [named]: names}]};
}

/** What the rule, or the saved one that is to be removed, asks for besides these names; empty: nothing. */
export function furtherConditions(draft: RulesDraft, saved: RulesDraft, named: Named): string {
  const rule = simpleRule(draft, named) ?? simpleRule(saved, named);
  return rule === undefined ? '' : conditionsOf({...rule, [named]: []});
}
