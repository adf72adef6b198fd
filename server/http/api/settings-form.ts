// The short form of the settings: brands and categories are two rules of the choice, and only those two are changed.
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import type {Settings} from '#domain/settings.ts';
import type {SettingsForm} from '../contract/settings.ts';

export function toForm({choice, newProducts, nightlyAt, orders}: Settings): SettingsForm {
  const {sendingPaused, sendTestOrders, standingColour, delayMinutes, waitForFraudAnalysis} = orders;
  const named = {brands: namesIn(choice, 'brands'), categories: namesIn(choice, 'categories')};
  return {
    choice: named,
    newProducts,
    nightlyAt,
    sendingPaused,
    sendTestOrders,
    standingColour,
    delayMinutes,
    waitForFraudAnalysis,
  };
}

export function withForm(settings: Settings, form: SettingsForm): Settings {
  const {newProducts, nightlyAt, sendingPaused, sendTestOrders} = form;
  const {orders} = settings;
  const {standingColour = orders.standingColour, delayMinutes = orders.delayMinutes} = form;
  const {waitForFraudAnalysis = orders.waitForFraudAnalysis} = form;
  const changed = {sendingPaused, sendTestOrders, standingColour, delayMinutes, waitForFraudAnalysis};
  const withBrands = withNames(settings.choice, 'brands', form.choice.brands);
  return {
    ...settings,
    choice: withNames(withBrands, 'categories', form.choice.categories),
    newProducts,
    nightlyAt,
    orders: {...orders, ...changed},
  };
}

type Named = 'brands' | 'categories';

const isThe = (named: Named) => (rule: ChoiceRule) => rule.id === named && rule.effect === 'include';

const namesIn = (choice: readonly ChoiceRule[], named: Named): string[] => choice.find(isThe(named))?.[named] ?? [];

/** A rule without names would match all articles, so without names there is no rule. */
function withNames(choice: ChoiceRule[], named: Named, names: string[]): ChoiceRule[] {
  const before = namesIn(choice, named);
  if (before.length === names.length && before.every((name, index) => name === names[index])) return choice;
  const known = choice.find(isThe(named));
  if (names.length === 0) return choice.filter((rule) => rule !== known);
  if (known !== undefined) return choice.map((rule) => (rule === known ? {...rule, [named]: names} : rule));
  return [...choice, ChoiceRule.parse({id: named, effect: 'include', [named]: names})];
}
