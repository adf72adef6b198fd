// The page Import rules: several conditions in one rule, counts that follow what is typed, and what leaves is confirmed before it is saved.
import {describe, expect, test} from 'vitest';
import {aConnection, anOverview, aRun} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aPreview} from '../catalogue-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aCount, aRule, theRules} from './rules-answers.ts';

describe.runIf(browserRuns)(suiteName('the page Import rules'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;

  const save = () => testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
  const saved = () => testPage.server.saved;
  const figure = (app: App, label: string) => app.locator('s-stack').filter({hasText: new RegExp(`^${label}[\\d…a]`)});
  const addRule = (app: App) => app.getByRole('button', {name: 'Add a rule'}).click();
  const none = {rules: theRules({choice: []}), countRules: () => aCount({chosen: 0, products: 0, variants: 0})};

  describe('opened on a phone', () => {
    test('a rule gets several conditions, reads as a sentence, and is saved with the preview that shows what it does', async () => {
      const preview = aPreview({created: 84, products: 84, variants: 936, variantsEstimated: 930, unread: 80});
      const app = await openAt('/rules', {...none, preview}, phone);
      await seen(app, 'There is no rule yet.');
      await seen(app, 'These rules choose no article');
      await testPage.expectFits('rules-none');
      await addRule(app);
      await expect.poll(() => app.locator(':focus').getByText('Include: every article').count()).toBe(1);
      await app.getByLabel('Fjordline (95)').check();
      await app.getByLabel('Bags').check();
      await app.getByLabel('Cost from').fill('20');
      await app.getByLabel('Cost up to').fill('99,50');
      await app.getByLabel('Margin from').fill('25');
      await app.getByLabel('Picture').selectOption('yes');
      await app.getByLabel('Price on request').selectOption('no');
      const words =
        'Include: Fjordline · Bags · cost from €20 · cost up to €99,50 · margin from 25 % · with a picture · price not on request';
      await seen(app, words);
      await testPage.expectFits('rules-filled');
      await save();
      await seen(app, 'About 84 products are made.');
      expect(saved()).toEqual([]);
      await expect.poll(() => app.locator(':focus').getByText('Not saved yet').count()).toBe(1);
      await testPage.expectFits('rules-first-review');
      await app.getByRole('button', {name: 'Save these changes'}).click();
      await testPage.page.getByText('Saved', {exact: true}).waitFor();
      const named = {brands: ['Fjordline'], categories: ['Bags'], hasImage: true, onRequest: false};
      const rule = aRule({id: 'any', ...named, costFrom: 2_000, costTo: 9_950, marginFrom: 25});
      expect(saved()).toEqual([{choice: [{...rule, id: expect.any(String)}], previewId: 'preview-1'}]);
      await testPage.page.getByText('Unsaved changes').waitFor({state: 'hidden'});
    });

    test('the counts are taken again when an update ends: what it made is no longer to be made', async () => {
      let made = 12;
      const lastRun = aRun({state: 'running', startedAt: new Date().toISOString(), finishedAt: null});
      const app = await openAt(
        '/rules',
        {overview: anOverview({lastRun}), countRules: () => aCount({created: made})},
        phone,
      );
      await figure(app, 'Newly made').getByText('12').waitFor();
      made = 0;
      testPage.server.answers.overview = anOverview({lastRun: {...lastRun, state: 'done'}});
      await figure(app, 'Newly made').getByText('0', {exact: true}).waitFor();
    });

    test('the counts follow what is typed; while they are counted the page says so, and an older answer takes no newer one’s place', async () => {
      const answers = new Map<number | null, PromiseWithResolvers<void>>();
      const countRules = async ([rule]: readonly {costTo: number | null}[]) => {
        const costTo = rule?.costTo ?? null;
        await answers.get(costTo)?.promise;
        return aCount({chosen: costTo === null ? 212 : costTo / 100, unread: 9, variantsEstimated: 40, retired: 3});
      };
      const app = await openAt('/rules', {countRules}, phone);
      await seen(
        app,
        '212 articles are chosen. 9 chosen articles are not read yet, so figures with “about” are estimates.',
      );
      await figure(app, 'Taken off sale').getByText('3', {exact: true}).waitFor();
      await figure(app, 'Variants afterwards').getByText('about 2,410').waitFor();
      await testPage.expectFits('rules-counted');
      const costTo = app.getByLabel('Cost up to').first();
      answers.set(5_000, Promise.withResolvers());
      await costTo.fill('50');
      await seen(app, 'Counting…');
      expect(await app.getByText('212 articles are chosen').count()).toBe(0);
      await figure(app, 'Chosen articles').getByText('…', {exact: true}).waitFor();
      await testPage.expectFits('rules-counting');
      await testPage.page.waitForTimeout(800);
      await costTo.fill('70');
      await seen(app, '70 articles are chosen.');
      answers.get(5_000)?.resolve();
      await testPage.page.waitForTimeout(300);
      await seen(app, '70 articles are chosen.');
      await costTo.fill('80');
      await seen(app, '80 articles are chosen.');
      // The catalogue may have changed since these rules were counted.
      answers.set(7_000, Promise.withResolvers());
      await costTo.fill('70');
      await testPage.page.waitForTimeout(800);
      await seen(app, 'Counting…');
      expect(await app.getByText('70 articles are chosen.').count()).toBe(0);
      answers.get(7_000)?.resolve();
      await seen(app, '70 articles are chosen.');
    });

    test('what leaves the store is named with its number before it is saved, and the save names that preview', async () => {
      const preview = aPreview({
        retired: 52,
        products: 154,
        variants: 1_800,
        brake: '52 of 206 products are no longer …',
      });
      const app = await openAt('/rules', {preview}, phone);
      await app.getByRole('button', {name: 'Remove rule 1'}).click();
      await expect.poll(() => app.locator('s-button:focus').textContent()).toBe('Add a rule');
      await save();
      await seen(
        app,
        '52 products are taken off sale, because the supplier no longer lists them or you no longer choose them.',
      );
      await testPage.expectFits('rules-review');
      expect(saved()).toEqual([]);
      await app.getByRole('button', {name: 'Save these changes'}).click();
      await expect.poll(saved).toEqual([{choice: [theRules().choice[1]], previewId: 'preview-1'}]);
    });

    test('of two tabs the second one is told what was saved, and goes on from there once the merchant loads it', async () => {
      testPage.expectComplaint(/409/);
      const app = await openAt('/rules', {}, phone);
      await app.getByLabel('Cost up to').first().fill('50');
      const brands = aRule({id: 'brands', brands: ['Aurelio Conti'], costTo: 9_000});
      const dear = aRule({id: 'dear', effect: 'exclude', costFrom: 50_000});
      testPage.server.answers.rules = theRules({choice: [brands, dear]});
      await save();
      await seen(
        app,
        'Rule: saved is “Include: Aurelio Conti · cost up to €90”, you have “Include: Aurelio Conti · cost up to €50”.',
      );
      await seen(app, /^Rule: saved is no rule, you have “/);
      await seen(app, 'Rule: saved is “Exclude: cost from €500”, you have no rule.');
      await testPage.expectFits('rules-saved-elsewhere');
      expect(saved()).toEqual([]);
      await app.getByRole('button', {name: 'Load what was saved'}).click();
      await app.getByLabel('Cost up to').first().fill('50');
      await save();
      await expect.poll(saved).toMatchObject([{choice: [{id: 'brands', costTo: 5_000}, {id: 'dear'}]}]);
    });
  });

  test('what cannot be read is not counted, and each wrong field is marked with the focus on the first', async () => {
    const app = await openAt('/rules');
    await app.getByLabel('Cost from').first().fill('60');
    await app.getByLabel('Cost up to').first().fill('50');
    await app.getByLabel('Margin from').last().fill('much');
    await seen(app, 'A number in a rule cannot be read, so nothing is counted.');
    await save();
    await app.getByRole('alert').filter({hasText: 'This must not be less than the cost before.'}).waitFor();
    await app.getByRole('alert').filter({hasText: 'Enter a number, such as 25.'}).waitFor();
    await expect.poll(() => app.locator('s-text-field:focus').getAttribute('data-field')).toBe('rules.brands.costTo');
    await testPage.expectFits('rules-errors');
    expect(saved()).toEqual([]);
    await testPage.page.getByRole('button', {name: 'Discard'}).click();
    await expect.poll(() => app.getByLabel('Cost from').first().inputValue()).toBe('');
    await seen(app, '212 articles are chosen.');
  });

  test('a name that the catalogue no longer has is shown, and stays when others are ticked', async () => {
    const rules = theRules({choice: [aRule({id: 'brands', brands: ['Gone & Sons']})]});
    const app = await openAt('/rules', {rules, preview: aPreview({created: 1})});
    await seen(app, 'Include: Gone & Sons');
    await app.getByRole('button', {name: 'Choose brands and categories of rule 1'}).click();
    const gone = app.getByLabel('Gone & Sons (none in the catalogue)');
    expect(await gone.isChecked()).toBe(true);
    await app.getByLabel('Search brands').fill('fjord');
    await app.getByLabel('Fjordline (95)').check();
    await save();
    await app.getByRole('button', {name: 'Save these changes'}).click();
    await expect.poll(saved).toMatchObject([{choice: [{brands: ['Gone & Sons', 'Fjordline']}]}]);
  });

  test('leaving with unsaved rules asks: who stays keeps them', async () => {
    const app = await openAt('/rules');
    await app.getByLabel('What it does').first().selectOption('exclude');
    await seen(app, 'Exclude: Aurelio Conti');
    await testPage.page.getByText('Unsaved changes').waitFor();
    await testPage.followMenu('Orders');
    await testPage.page.getByRole('button', {name: 'Stay'}).click();
    await seen(app, 'Exclude: Aurelio Conti');
    await testPage.followMenu('Orders');
    await testPage.page.getByRole('button', {name: 'Leave page'}).click();
    await seen(app, '#1043');
    expect(saved()).toEqual([]);
  });

  test('Settings lead here, and where no price can be calculated the way to the prices is named', async () => {
    const overview = anOverview({
      connection: aConnection(),
      chosen: false,
      lastRun: null,
      firstRunDone: false,
      missingForPrices: 'Your prices include tax: set the VAT they contain under Pricing.',
    });
    const app = await openAt('/settings', {...none, overview});
    await app.getByRole('link', {name: 'Open Import rules'}).click();
    await seen(app, 'There is no rule yet.');
    await seen(app, 'Nothing can be put on sale yet');
    await testPage.expectFits('rules-no-prices');
    await app.getByRole('link', {name: 'Set the prices'}).last().click();
    await app.getByLabel('Markup on cost').waitFor();
  });
});
