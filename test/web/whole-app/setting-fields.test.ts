// Every setting that is stored has a field on a page: the settings' own schema against the names of the fields that the pages show.
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {Settings} from '#domain/settings/settings.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {openAllFolds} from '../layout/folds.ts';
import {useWholeApp} from './whole-app.ts';

/** Settings that are no single field, with the reason and what sets them on which page. */
const setOtherwise: Readonly<Record<string, {readonly why: string; readonly page: string; readonly by: string}>> = {
  choice: {why: 'a list of rules', page: '/rules', by: 'Add a rule'},
  onRequest: {why: 'a button that shows its effect first', page: '/settings', by: 'Sell them at the stated price'},
  'pricing.rules': {why: 'a list of rules', page: '/pricing', by: 'Add a rule'},
  'orders.standingAnswers': {why: 'a list', page: '/settings', by: 'Remember for this category'},
  'orders.propertyAnswers': {why: 'a list; it grows on the page of an order', page: '/settings', by: 'Forget'},
};

/** Settings whose fields have other names, because one setting has several of them or the field shows a simpler form. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  'pricing.rate': ['perEuro', 'asOf', 'bufferPercent'],
  'pricing.rounding': ['endings'],
  'pricing.compareAt': ['showsRrp'],
};

/** The pages with settings, and a name that each shows once it is loaded. */
const pages = [
  ['/settings', 's-text-field[name="delayMinutes"]'],
  ['/settings/products', '[data-setting="template.weights"]'],
  ['/pricing', 's-text-field[name="markupPercent"]'],
  ['/rules', 'form'],
] as const;

/** The paths of all settings in a schema. Inside a list or a map everything is one setting. */
function pathsOf(schema: unknown, path: readonly string[] = []): readonly string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return pathsOf(schema.unwrap(), path);
  if (!(schema instanceof z.ZodObject)) return [path.join('.')];
  return Object.entries(schema.shape).flatMap(([name, inner]) => pathsOf(inner, [...path, name]));
}

/** Whether the pages show all fields of the setting; those of prices and orders are named without their part. */
const isShown = (path: string, names: ReadonlySet<string>): boolean =>
  otherNames[path]?.every((name) => names.has(name)) ??
  (names.has(path) || names.has(path.replace(/^(pricing|orders)\./, '')));

describe.runIf(browserRuns)(suiteName('every setting has a field'), () => {
  const {testApp, app, openAt} = useWholeApp();

  test('on a page, or something else there that sets it', {timeout: 120_000}, async () => {
    const {worker, shop} = testApp();
    const orders = {propertyAnswers: [{name: 'Gift note', meaning: 'never'}]};
    await saveSettings(worker.db, shop, {pricing: {vatPercent: 20}, orders}, new Date());
    await worker.db.updateTable('shops').set({currency: 'CHF'}).where('shop', '=', shop).execute();
    const found = new Map<string, ReadonlySet<string>>();
    for (const [page, loaded] of pages) {
      await openAt(page);
      await app().locator(loaded).first().waitFor({state: 'attached'});
      if (page === '/pricing') await openAllFolds(app());
      const buttons = Object.values(setOtherwise).filter((one) => one.page === page);
      for (const {by} of buttons) await app().getByRole('button', {name: by}).first().waitFor();
      const names = await app()
        .locator('form [name], [data-setting]')
        .evaluateAll((fields) =>
          fields
            // The inside of an element has slots with names.
            .filter((field) => field.tagName.startsWith('S-') || field.hasAttribute('data-setting'))
            .map((field) => field.getAttribute('data-setting') ?? field.getAttribute('name') ?? ''),
        );
      found.set(page, new Set(names));
    }
    const all = new Set([...found.values()].flatMap((names) => [...names]));
    const paths = pathsOf(Settings);
    expect(paths.length).toBeGreaterThan(50);
    expect(Object.keys({...setOtherwise, ...otherNames}).filter((path) => !paths.includes(path))).toEqual([]);
    const without = paths.filter((path) => !Object.hasOwn(setOtherwise, path) && !isShown(path, all));
    expect(without).toEqual([]);
  });
});
