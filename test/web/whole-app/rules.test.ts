// The page Import rules before the whole app: what is counted while rules are edited is what the next run does, what leaves the store is
// confirmed, and no brake catches the merchant's own change.
import {describe, expect, test} from 'vitest';
import {loadStoredSettings} from '../../../server/db/shops/shops.ts';
import {until} from '../../sandbox/demo/merchant.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useWholeApp} from './whole-app.ts';

describe.runIf(browserRuns)(suiteName('import rules in the whole app'), () => {
  const {testApp, page, app, openAt} = useWholeApp();

  const rules = async () => (await loadStoredSettings(testApp().worker.db, testApp().shop)).settings.choice;
  const onSale = () =>
    testApp()
      .store.products()
      .filter(({status}) => status === 'ACTIVE').length;
  const isSaved = () => page().getByText('Unsaved changes').waitFor({state: 'hidden'});
  const save = () => page().getByRole('button', {name: 'Save', exact: true}).click();
  const confirm = () => app().getByRole('button', {name: 'Save these changes'}).click();
  /** What the page shows below this label, once it is counted. */
  const figure = async (label: string) => {
    const text = app()
      .locator('s-stack')
      .filter({hasText: new RegExp(`^${label}(about )?[\\d,]+$`)});
    return Number((await text.textContent())?.replaceAll(/\D/g, ''));
  };
  const run = async () => {
    const {merchant} = testApp();
    const {id} = await merchant.startRun();
    // The test's clock stands still, so the newest run cannot be told by its time.
    return until(30_000, async () => {
      const found = (await merchant.runs()).runs.find((one) => one.id === id);
      return found?.finishedAt == null ? null : found;
    });
  };

  test('a rule that excludes is counted, confirmed and carried out by the next run, without a brake', {
    timeout: 90_000,
  }, async () => {
    const before = onSale();
    expect(before).toBeGreaterThan(3);
    await openAt('/rules');
    await app()
      .getByText(/^\d+ articles are chosen\./)
      .waitFor();
    expect(await figure('Products afterwards')).toBe(before);
    await app().getByRole('button', {name: 'Add a rule'}).click();
    await app().getByLabel('What it does').last().selectOption('exclude');
    await app().getByText('Exclude: every article').waitFor();
    await app().getByText('These rules choose no article').waitFor();
    await app().getByLabel('Cost from').last().fill('30,00');
    await app()
      .getByText(/^\d+ articles? (is|are) chosen\./)
      .waitFor();
    const [retired, products] = [await figure('Taken off sale'), await figure('Products afterwards')];
    expect(retired).toBeGreaterThan(before / 2);
    expect(products).toBe(before - retired);
    await expectFits(page(), frameOfApp(page()), 'whole-app-rules');
    await save();
    await app()
      .getByText(
        `${retired} products are taken off sale, because the supplier no longer lists them or you no longer choose them.`,
      )
      .waitFor();
    await expectFits(page(), frameOfApp(page()), 'whole-app-rules-review');
    expect(await rules()).toHaveLength(1);
    await confirm();
    await isSaved();
    expect(await rules()).toMatchObject([{}, {effect: 'exclude', costFrom: 3_000}]);
    expect(await run()).toMatchObject({state: 'done', counts: {retired}});
    expect(onSale()).toBe(products);
    expect(await testApp().deps.db.selectFrom('brakes').select('state').execute()).toEqual([]);
  });

  test('the rule is removed again, and the products come back; a second tab that still has it is told so', {
    timeout: 90_000,
  }, async () => {
    const [before, left] = [testApp().store.products().length, onSale()];
    const second = await page().context().browser()?.newPage();
    if (second === undefined) throw new Error('the browser is gone');
    await second.goto(page().url());
    const tab = second.frameLocator('#app');
    await tab.getByLabel('Cost up to').last().fill('99');
    await openAt('/rules');
    await app().getByRole('button', {name: 'Remove rule 2'}).click();
    await save();
    await app()
      .getByText(`${before - left} products come back on sale.`)
      .waitFor();
    await confirm();
    await isSaved();
    await second.getByRole('button', {name: 'Save', exact: true}).click();
    await tab.getByRole('button', {name: 'Save these changes'}).click();
    await tab.getByText('Rule: saved is no rule, you have “Exclude: cost from €30 · cost up to €99”.').waitFor();
    await tab.getByRole('button', {name: 'Load what was saved'}).click();
    await second.close();
    expect(await rules()).toHaveLength(1);
    expect(await run()).toMatchObject({state: 'done', counts: {restored: before - left}});
    expect(onSale()).toBe(before);
  });
});
