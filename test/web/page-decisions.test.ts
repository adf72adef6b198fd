// What the merchant decides on the page before anything is taken off sale or gets a new price.
import {describe, expect, test} from 'vitest';
import {theSettings} from './answers.ts';
import {browserRuns, phone, suiteName} from './browser.ts';
import {aBrake, aPreview} from './catalogue-answers.ts';
import {theRules} from './rules/rules-answers.ts';
import {seen, useTestPage} from './test-page.ts';

describe.runIf(browserRuns)(suiteName('what the page asks before it changes products'), () => {
  const testPage = useTestPage();
  const {open, openAt} = testPage;
  type App = Awaited<ReturnType<typeof open>>;

  /** Shows the brands of the first rule. */
  const openNames = (app: App) => app.getByRole('button', {name: 'Choose brands and categories of rule 1'}).click();
  const unTick = async (app: App) => {
    await openNames(app);
    await app.getByLabel('Aurelio Conti (140)').uncheck();
  };
  const costTo = (app: App) => app.getByLabel('Cost up to').first();
  const save = () => testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
  const [brand, category] = theRules().choice;
  const choice = [{...brand, brands: []}, category];

  describe('opened on a phone', () => {
    test('an un-ticked brand is saved only after the page said what leaves, and names the preview', async () => {
      const preview = aPreview({retired: 52, products: 154, variants: 1800});
      const app = await openAt('/rules', {preview}, phone);
      await unTick(app);
      await save();
      await seen(
        app,
        '52 products are taken off sale, because the supplier no longer lists them or you no longer choose them.',
      );
      await seen(app, 'Afterwards your store has 154 products of the supplier with 1,800 variants.');
      expect(testPage.server.previewed).toEqual([{choice}]);
      expect(testPage.server.saved).toEqual([]);
      await testPage.expectFits('rules-review');
      await app.getByRole('button', {name: 'Save these changes'}).click();
      await testPage.page.getByText('Saved', {exact: true}).waitFor();
      expect(testPage.server.saved).toEqual([{choice, previewId: 'preview-1'}]);
    });

    test('a brake is named with its reason and its products, and can be released', async () => {
      const {brakes, released} = {brakes: [aBrake()], released: aBrake({state: 'released'})};
      const decideBrake = () => {
        testPage.server.answers.brakes = [released];
        return {brake: released, run: null};
      };
      const app = await open({brakes, decideBrake}, phone);
      await seen(app, 'An update stopped before it took 52 products off sale');
      await seen(app, 'Fjordline knit jumper, Maison Perrin silk scarf and 50 more.');
      await testPage.expectFits('home-brake');
      await app.getByRole('button', {name: 'Take them off sale'}).first().click();
      await seen(app, '52 products can no longer be bought in your store.');
      await testPage.expectFits('home-brake-asked');
      expect(testPage.server.decided).toEqual([]);
      await app.locator('s-modal').getByRole('button', {name: 'Take them off sale'}).click();
      await seen(app, 'They are taken off sale. The next update does it.');
      expect(testPage.server.decided).toEqual([{id: aBrake().id, decision: 'release'}]);
      expect(await app.getByText('An update stopped before').count()).toBe(0);
    });
  });

  test('with the keyboard alone: what leaves is read first, then saved', async () => {
    const app = await openAt('/rules', {preview: aPreview({retired: 3})});
    await openNames(app);
    await app.getByLabel('Aurelio Conti (140)').focus();
    await testPage.page.keyboard.press('Space');
    await costTo(app).press('Enter');
    await seen(
      app,
      '3 products are taken off sale, because the supplier no longer lists them or you no longer choose them.',
    );
    expect(await app.locator(':focus').getByText('Not saved yet').count()).toBe(1);
    await testPage.page.keyboard.press('Tab');
    await testPage.page.keyboard.press('Enter');
    await testPage.page.getByText('Saved', {exact: true}).waitFor();
    expect(testPage.server.saved).toEqual([{choice, previewId: 'preview-1'}]);
  });

  test('a first import is counted before it is saved, and an estimate says about', async () => {
    const preview = aPreview({created: 84, products: 84, variants: 936, variantsEstimated: 930, unread: 80, held: {}});
    const app = await openAt('/rules', {preview});
    await unTick(app);
    await save();
    await seen(app, 'About 84 products are made.');
    await seen(app, 'Afterwards your store has about 84 products of the supplier with about 936 variants.');
    await seen(app, '80 chosen articles are not read yet, so figures with “about” are estimates.');
  });

  test('prices that lose money and products that wait behind a brake are named before saving', async () => {
    const brake = {kind: 'hold', reason: 'That is unusual.', articles: 30, unlessConfirmed: false} as const;
    const app = await openAt('/rules', {
      preview: aPreview({losing: 7, brakes: [brake, {...brake, unlessConfirmed: true}]}),
    });
    await unTick(app);
    await save();
    await seen(app, /^7 products lose money in a zone your store sells to/);
    await seen(app, '30 products wait for your decision: That is unusual.');
    expect(await app.getByText(/wait for your decision/).count()).toBe(1);
    expect(testPage.server.saved).toEqual([]);
  });

  test('what is taken off sale is named first, with its reasons, apart from what is not on sale', async () => {
    const held = {below_floor: 30, vat_missing: 1, on_request: 4};
    const takenOffSale = {below_floor: 12, vat_missing: 1};
    const app = await openAt('/rules', {preview: aPreview({held, takenOffSale, quarantined: 0})});
    await unTick(app);
    await save();
    await seen(app, 'Not saved yet: this is what your changes do');
    expect(await app.locator('s-list-item').allTextContents()).toEqual([
      '13 products are taken off sale (Margin below your floor: 12, VAT not set: 1).',
      '22 articles are not on sale.',
      'Afterwards your store has 206 products of the supplier with 2,410 variants.',
    ]);
    expect(testPage.server.saved).toEqual([]);
  });

  test('changed again, what was counted is void; discarded, nothing is saved', async () => {
    const app = await openAt('/rules', {preview: aPreview({retired: 52})});
    await unTick(app);
    await save();
    await seen(app, '52 products are taken off sale');
    await costTo(app).fill('50');
    await app.getByText('52 products are taken off sale').waitFor({state: 'detached'});
    await save();
    await app.getByRole('button', {name: 'Discard them'}).click();
    await app.getByText('52 products are taken off sale').waitFor({state: 'detached'});
    expect(await app.getByLabel('Aurelio Conti (140)').isChecked()).toBe(true);
    expect(await costTo(app).inputValue()).toBe('');
    expect(testPage.server.saved).toEqual([]);
  });

  test('a save that failed keeps the bar; typed back to what is saved, the bar goes by itself', async () => {
    const app = await openAt('/settings');
    const bar = testPage.page.getByText('Unsaved changes');
    await app.getByLabel('Nightly update starts at').fill('');
    await save();
    await seen(app, 'Your changes are not saved');
    expect(await bar.isVisible()).toBe(true);
    await app.getByLabel('Nightly update starts at').fill('04:00');
    await bar.waitFor({state: 'hidden'});
    expect(testPage.server.saved).toEqual([]);
  });

  test('leaving with unsaved changes asks: who stays keeps them, who leaves loses them', async () => {
    const app = await openAt('/settings');
    await app.getByLabel('Nightly update starts at').fill('05:00');
    await testPage.page.getByText('Unsaved changes').waitFor();
    await testPage.followMenu('Orders');
    await testPage.page.getByRole('button', {name: 'Stay'}).click();
    expect(await app.getByLabel('Nightly update starts at').inputValue()).toBe('05:00');
    await testPage.followMenu('Orders');
    await testPage.page.getByRole('button', {name: 'Leave page'}).click();
    await seen(app, '#1043');
    await testPage.page.getByText('Unsaved changes').waitFor({state: 'hidden'});
    await testPage.followMenu('Settings');
    expect(await app.getByLabel('Nightly update starts at').inputValue()).toBe('04:00');
  });

  test('what changes no product is saved at once, without a question', async () => {
    const app = await openAt('/settings', {preview: aPreview({retired: 52})});
    await app.getByLabel('Pause sending').check();
    await save();
    await testPage.page.getByText('Saved', {exact: true}).waitFor();
    expect(testPage.server.previewed).toEqual([]);
    expect(testPage.server.saved).toEqual([theSettings({sendingPaused: true})]);
  });

  test('products of a brake can be kept, in one click', async () => {
    const kept = aBrake({kind: 'hold', state: 'discarded'});
    const decideBrake = () => {
      testPage.server.answers.brakes = [kept];
      return {brake: kept, run: null};
    };
    const app = await open({brakes: [aBrake({kind: 'hold'})], decideBrake});
    await app.getByRole('button', {name: 'Keep them on sale'}).click();
    await seen(app, 'They stay on sale.');
    expect(testPage.server.decided).toEqual([{id: kept.id, decision: 'discard'}]);
  });

  const offSale = 'An update stopped before it took 52 products off sale';
  const prices = 'An update stopped before it changed the prices of 52 products';
  const variants = 'An update stopped before it removed variants of 52 products';
  test.each([
    ['retire', offSale, 'Take them off sale', 'release'],
    ['hold', offSale, 'Take them off sale', 'release'],
    ['hold', offSale, 'Keep them on sale', 'discard'],
    ['cost', prices, 'Use the new costs', 'release'],
    ['cost', prices, 'Keep the old prices', 'discard'],
    ['variants', variants, 'Remove the variants', 'release'],
    ['variants', variants, 'Keep the variants', 'discard'],
  ] as const)('a brake of kind %s, “%s”, is settled by “%s”', async (kind, heading, button, decision) => {
    const brake = aBrake({kind});
    const decideBrake = () => {
      testPage.server.answers.brakes = [];
      return {brake: {...brake, state: decision === 'release' ? 'released' : 'discarded'} as const, run: null};
    };
    const app = await open({brakes: [brake], decideBrake});
    await seen(app, heading);
    await app.getByRole('button', {name: button}).first().click();
    if (decision === 'release') await app.locator('s-modal').getByRole('button', {name: button}).click();
    await app.getByText(heading).waitFor({state: 'detached'});
    expect(testPage.server.decided).toEqual([{id: brake.id, decision}]);
  });

  test('a brake that was decided elsewhere says so and stays no longer', async () => {
    testPage.expectComplaint(/422/);
    const app = await open({
      brakes: [aBrake()],
      decideBrake: () => {
        testPage.server.answers.brakes = [];
        return {error: {code: 'decided', message: 'This was discarded already.'}};
      },
    });
    await app.getByRole('button', {name: 'Keep them on sale'}).click();
    await seen(app, 'This was discarded already.');
    await app.getByText('An update stopped before').waitFor({state: 'detached'});
  });
});
