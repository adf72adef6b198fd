// Each rule is a field of the form by itself: if two tabs edit different rules, both edits are kept.
import type {Rules} from '#contract/settings.ts';
import {type FormField, type FormKind, numberMeaning} from '../form/form-kind.ts';
import {ruleInWords} from './rule-words.ts';
import {draftOf, type RuleDraft, type RulesDraft} from './rules-draft.ts';

type Field = FormField<RulesDraft>;

const known = new Map<string, Field>();

function fieldOf(id: string): Field {
  const field = known.get(id) ?? aField(id);
  known.set(id, field);
  return field;
}

export const rulesKind: FormKind<RulesDraft, Rules> = {
  draftOf,
  fieldsOf: (...drafts) => [...new Set(drafts.flatMap(({rules}) => rules.map(({id}) => id)))].map(fieldOf),
};

function aField(id: string): Field {
  const find = ({rules}: RulesDraft) => rules.find((rule) => rule.id === id);
  return {
    label: 'Rule',
    key: id,
    meaning(draft) {
      const rule = find(draft);
      return rule === undefined ? null : meaningOf(rule);
    },
    shown(draft) {
      const rule = find(draft);
      return rule === undefined ? 'no rule' : `“${ruleInWords(rule)}”`;
    },
    take({rules}, from) {
      const taken = find(from);
      const others = rules.filter((rule) => rule.id !== id);
      if (taken === undefined) return {rules: others};
      const isThere = others.length < rules.length;
      return {rules: isThere ? rules.map((rule) => (rule.id === id ? taken : rule)) : [...rules, taken]};
    },
  };
}

/** The order of ticked names does not matter. */
function meaningOf({brands, categories, costFrom, costTo, marginFrom, ...rest}: RuleDraft): unknown {
  return [
    brands.toSorted(),
    categories.toSorted(),
    numberMeaning(costFrom, 'EUR'),
    numberMeaning(costTo, 'EUR'),
    numberMeaning(marginFrom, '%'),
    rest,
  ];
}
