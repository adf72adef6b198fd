// The form of the import rules: numbers are text until they are saved.
import type {Rules} from '#contract/settings.ts';
import {marginRange} from '#domain/settings/catalogue.ts';
import {amountRange} from '#domain/settings/pricing.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import type {ReadingKind} from '../form/form-kind.ts';
import {collectErrors, errorOf, isEmptyNumber, readNumber, toMinorUnits, writeMajorUnits} from '../form/read-number.ts';

type Rule = Rules['choice'][number];

/** The choice for a condition that an article fulfils or not; `any`: it does not matter. */
export type YesNoAny = 'any' | 'yes' | 'no';

/** An import rule as the form holds it: numbers are text. */
export type RuleDraft = Pick<Rule, 'id' | 'effect'> & {
  readonly brands: readonly string[];
  readonly categories: readonly string[];
  /** The lowest cost that fits, in euro; empty: no limit. */
  readonly costFrom: string;
  /** The highest cost that fits, in euro; empty: no limit. */
  readonly costTo: string;
  /** The lowest margin that fits, in percent of the price without tax; empty: no limit. */
  readonly marginFrom: string;
  /** Whether the article must have a picture. */
  readonly hasImage: YesNoAny;
  readonly onRequest: YesNoAny;
};

export type RulesDraft = {readonly rules: readonly RuleDraft[]};

/** A new rule without conditions: it includes every article. */
export const createRule = (): RuleDraft => ({
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

/** The draft that shows the stored rules. */
export const rulesDraftOf = ({choice}: Rules): RulesDraft => ({
  rules: choice.map(({id, effect, brands, categories, ...rule}) => ({
    id,
    effect,
    brands,
    categories,
    costFrom: rule.costFrom === null ? '' : writeMajorUnits(rule.costFrom, 'EUR'),
    costTo: rule.costTo === null ? '' : writeMajorUnits(rule.costTo, 'EUR'),
    marginFrom: rule.marginFrom === null ? '' : writeDecimal(rule.marginFrom),
    hasImage: toYesNoAny(rule.hasImage),
    onRequest: toYesNoAny(rule.onRequest),
  })),
});

const toYesNoAny = (value: boolean | null): YesNoAny => (value === null ? 'any' : value ? 'yes' : 'no');
const fromYesNoAny = (either: YesNoAny): boolean | null => (either === 'any' ? null : either === 'yes');

/** The draft as rules, or an error for every field that cannot be saved as it is. */
export function readRules({rules}: RulesDraft): ReturnType<ReadingKind<RulesDraft, Rules>['read']> {
  const read = rules.map(readRule);
  const errors: Record<string, string> = Object.assign({}, ...read.map((one) => one.errors));
  if (Object.keys(errors).length > 0) return {settings: null, errors};
  return {settings: {choice: read.flatMap(({rule}) => rule ?? [])}, errors};
}

/** Reads one rule, its costs in euro cents. `rule` is null while a field cannot be saved. */
function readRule({id, effect, brands, categories, ...typed}: RuleDraft) {
  const costFrom = readCost(typed.costFrom);
  const costTo = readCost(typed.costTo);
  const marginFrom = isEmptyNumber(typed.marginFrom)
    ? null
    : readNumber(typed.marginFrom, '%', marginRange, 'Enter a number, such as 25.');
  const isCrossed = typeof costFrom === 'number' && typeof costTo === 'number' && costTo < costFrom;
  const errors = collectErrors({
    [`rules.${id}.costFrom`]: errorOf(costFrom),
    [`rules.${id}.costTo`]: isCrossed ? 'This must not be less than the cost before.' : errorOf(costTo),
    [`rules.${id}.marginFrom`]: errorOf(marginFrom),
  });
  if (typeof costFrom === 'string' || typeof costTo === 'string' || typeof marginFrom === 'string' || isCrossed)
    return {rule: null, errors};
  const either = {hasImage: fromYesNoAny(typed.hasImage), onRequest: fromYesNoAny(typed.onRequest)};
  const names = {brands: [...brands], categories: [...categories]};
  const rule: Rule = {id, effect, ...names, costFrom, costTo, marginFrom, ...either};
  return {rule, errors};
}

/** Reads a limit of the cost in euro cents; null: no limit; a string: why it cannot be saved. */
function readCost(text: string): number | string | null {
  if (isEmptyNumber(text)) return null;
  const read = readNumber(text, 'EUR', amountRange, 'Enter an amount, such as 4.50.');
  return typeof read === 'string' ? read : (toMinorUnits(read, 'EUR') ?? 'Enter fewer decimals.');
}

/** Whether the rules differ: any change of them may put products into the store or take them out. */
export const areRulesChanged = (before: Rules, after: Rules): boolean => !isSameValue(before.choice, after.choice);
