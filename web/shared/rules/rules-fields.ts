// The form of the import rules. Each rule is a field of it by itself.
import type {Rules} from '#contract/settings.ts';
import {type FormField, type FormKind, numberMeaning, type ReadingKind} from '../form/form-kind.ts';
import {ruleInWords} from './rule-words.ts';
import {changesProducts, draftOf, type RuleDraft, type RulesDraft, rulesOf} from './rules-draft.ts';

type Field = FormField<RulesDraft>;

export const rulesKind: FormKind<RulesDraft, Rules> & ReadingKind<RulesDraft, Rules> = {
  draftOf,
  fieldsOf: (...drafts) => [...new Set(drafts.flatMap(({rules}) => rules.map(({id}) => id)))].map(fieldOf),
  // The form names a field `rules.ID.field`, the server `choice.INDEX.field`, so no error of the server is shown at a field.
  fieldNames: [],
  read: rulesOf,
  changesProducts,
};

function fieldOf(id: string): Field {
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
