// The form of the import rules: numbers are text until they are saved.
import type {Rules} from '#contract/settings.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {costRange, marginRange} from '#domain/settings-limits.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import type {SavingKind} from '../form/form-kind.ts';
import {errorIn, errorsIn, isEmpty, readNumber, toMajor, toMinor} from '../form/read-number.ts';

type Rule = Rules['choice'][number];

/** A condition that an article fulfils or not; any: it does not matter. */
export type Either = 'any' | 'yes' | 'no';

export type RuleDraft = Pick<Rule, 'id' | 'effect'> & {
  readonly brands: readonly string[];
  readonly categories: readonly string[];
  readonly costFrom: string;
  readonly costTo: string;
  readonly marginFrom: string;
  readonly hasImage: Either;
  readonly onRequest: Either;
};

export type RulesDraft = {readonly rules: readonly RuleDraft[]};

export const aNewRule = (): RuleDraft => ({
  id: crypto.randomUUID(),
  effect: 'include',
  brands: [],
  categories: [],
  costFrom: '',
  costTo: '',
  marginFrom: '',
  hasImage: 'any',
  onRequest: 'any',
});

export const draftOf = ({choice}: Rules): RulesDraft => ({
  rules: choice.map(({id, effect, brands, categories, ...rule}) => ({
    id,
    effect,
    brands,
    categories,
    costFrom: rule.costFrom === null ? '' : toMajor(rule.costFrom, 'EUR'),
    costTo: rule.costTo === null ? '' : toMajor(rule.costTo, 'EUR'),
    marginFrom: rule.marginFrom === null ? '' : writeDecimal(rule.marginFrom),
    hasImage: toEither(rule.hasImage),
    onRequest: toEither(rule.onRequest),
  })),
});

const toEither = (value: boolean | null): Either => (value === null ? 'any' : value ? 'yes' : 'no');
const fromEither = (either: Either): boolean | null => (either === 'any' ? null : either === 'yes');

/** Empty: the form names a field `rules.ID.field`, the server `choice.INDEX.field`, so no error of the server is shown at a field. */
export const fieldNames: readonly string[] = [];

/** The draft as rules, or an error for every field that cannot be saved as it is. */
export function rulesOf({rules}: RulesDraft): ReturnType<SavingKind<RulesDraft, Rules>['read']> {
  const read = rules.map(readRule);
  const errors: Record<string, string> = Object.assign({}, ...read.map((one) => one.errors));
  if (Object.keys(errors).length > 0) return {settings: null, errors};
  return {settings: {choice: read.flatMap(({rule}) => rule ?? [])}, errors};
}

function readRule({id, effect, brands, categories, ...typed}: RuleDraft) {
  const costFrom = cost(typed.costFrom);
  const costTo = cost(typed.costTo);
  const marginFrom = isEmpty(typed.marginFrom)
    ? null
    : readNumber(typed.marginFrom, '%', marginRange, 'Enter a number, such as 25.');
  const isCrossed = typeof costFrom === 'number' && typeof costTo === 'number' && costTo < costFrom;
  const errors = errorsIn({
    [`rules.${id}.costFrom`]: errorIn(costFrom),
    [`rules.${id}.costTo`]: isCrossed ? 'This must not be less than the cost before.' : errorIn(costTo),
    [`rules.${id}.marginFrom`]: errorIn(marginFrom),
  });
  if (typeof costFrom === 'string' || typeof costTo === 'string' || typeof marginFrom === 'string' || isCrossed)
    return {rule: null, errors};
  const either = {hasImage: fromEither(typed.hasImage), onRequest: fromEither(typed.onRequest)};
  const names = {brands: [...brands], categories: [...categories]};
  const rule: Rule = {id, effect, ...names, costFrom, costTo, marginFrom, ...either};
  return {rule, errors};
}

/** Euro cents; null: no limit; or why it cannot be saved. */
function cost(text: string): number | string | null {
  if (isEmpty(text)) return null;
  const read = readNumber(text, 'EUR', costRange, 'Enter an amount, such as 4.50.');
  return typeof read === 'string' ? read : (toMinor(read, 'EUR') ?? 'Enter fewer decimals.');
}

/** Any change of the rules may put products into the store or take them out. */
export const changesProducts = (before: Rules, after: Rules): boolean => !isSameValue(before.choice, after.choice);
