// The fields of the form of import rules: each rule is one field.
import type {Rules} from '#contract/settings.ts';
import {type FormField, type FormKind, numberMeaning, type ReadingKind} from '../form/form-kind.ts';
import {ruleText} from './rule-words.ts';
import {areRulesChanged, type RuleDraft, type RulesDraft, readRules, rulesDraftOf} from './rules-draft.ts';

type Field = FormField<RulesDraft>;

/** How the form of import rules makes, compares and reads its draft. */
export const rulesKind: FormKind<RulesDraft, Rules> & ReadingKind<RulesDraft, Rules> = {
  draftOf: rulesDraftOf,
  fieldsOf: (...drafts) => [...new Set(drafts.flatMap(({rules}) => rules.map(({id}) => id)))].map(ruleField),
  // The form names a field `rules.ID.field`, the server `choice.INDEX.field`, so no error of the server can be shown at a field.
  fieldNames: [],
  read: readRules,
  changesProducts: areRulesChanged,
};

/** One rule of the form as a field, named by the rule's id. */
function ruleField(id: string): Field {
  const find = ({rules}: RulesDraft) => rules.find((rule) => rule.id === id);
  return {
    label: 'Rule',
    key: id,
    meaning(draft) {
      const rule = find(draft);
      return rule === undefined ? null : ruleMeaning(rule);
    },
    textOf(draft) {
      const rule = find(draft);
      return rule === undefined ? 'no rule' : `“${ruleText(rule)}”`;
    },
  };
}

/** What a rule means: the order of ticked names does not matter. */
function ruleMeaning({brands, categories, costFrom, costTo, marginFrom, ...rest}: RuleDraft): unknown {
  return [
    brands.toSorted(),
    categories.toSorted(),
    numberMeaning(costFrom, 'EUR'),
    numberMeaning(costTo, 'EUR'),
    numberMeaning(marginFrom, '%'),
    rest,
  ];
}
