// Brands and categories as tiles: few or many, with the keyboard, on a phone, with what a choice would bring.
import {describe, expect, test} from 'vitest';
import {Choices} from '#contract/settings.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aCount, theRules} from '../rules/rules-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {chosen} from './setup-answers.ts';

const pictureOf = (at: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="hsl(${at * 40},60%,60%)"/></svg>`)}`;

/** 500 brands, every fifth of them without a picture, and two categories. */
const manyNames = Choices.parse({
  brands: Array.from({length: 500}, (_, at) => ({
    name: `Brand ${String(at).padStart(3, '0')}`,
    articles: at + 1,
    picture: at % 5 === 4 ? null : pictureOf(at),
    costFrom: 450 + at,
    costTo: at === 0 ? 450 : 12_000,
  })),
  categories: [
    {name: 'Bags', articles: 40, picture: pictureOf(3), costFrom: null, costTo: null},
    {name: 'Ready-to-wear knitwear', articles: 7},
  ],
});
const examples = Array.from({length: 12}, (_, at) => ({
  articleId: `A-${at}`,
  name: `Jumper with a long name ${at}`,
  brand: `Brand ${at}`,
  picture: pictureOf(at),
}));

describe.runIf(browserRuns)(suiteName('tiles of brands and categories'), () => {
  const testPage = useTestPage();
  const open = (width?: number) => {
    const answers = {
      overview: chosen({}, {chosen: false}),
      rules: theRules({choice: []}),
      choices: manyNames,
      countRules: () => aCount({examples}),
    };
    return testPage.openAt('/setup', answers, width);
  };

  test('show a picture, the count and the costs, two beside each other on a phone, each large enough for a finger', async () => {
    const app = await open(phone);
    const brands = app.getByRole('group', {name: 'Brands'});
    await brands.getByRole('checkbox', {name: 'Brand 000 (1)'}).waitFor();
    await seen(app, 'Cost €4.50');
    await seen(app, 'Cost €4.51 to €120.00');
    expect(await brands.getByText('No picture').count()).toBe(2);
    await app.getByRole('checkbox', {name: 'Ready-to-wear knitwear (7)'}).waitFor();
    expect(await brands.getByRole('checkbox').count()).toBe(12);
    const places = await Promise.all(
      [0, 1, 2].map((at) =>
        brands
          .locator('s-checkbox')
          .nth(at)
          .boundingBox()
          .then((box) => box ?? {x: -1, y: -1}),
      ),
    );
    const [first, second, third] = places;
    expect(second?.y).toBe(first?.y);
    expect(third?.x).toBe(first?.x);
    await testPage.expectFits('setup-choose-tiles');
  });

  test('a picture that cannot be loaded leaves the words of one that is missing', async () => {
    testPage.expectComplaint(/ERR_|404/);
    const gone = {...manyNames, brands: manyNames.brands.slice(0, 2).map((one) => ({...one, picture: '/no-such.png'}))};
    const answers = {overview: chosen({}, {chosen: false}), rules: theRules({choice: []}), choices: gone};
    const app = await testPage.openAt('/setup', answers);
    const brands = app.getByRole('group', {name: 'Brands'});
    await expect.poll(() => brands.getByText('No picture').count()).toBe(2);
    expect(await brands.locator('s-image').count()).toBe(0);
  });

  test('many are found by name and page by page, and what is ticked stays ticked and named', async () => {
    const app = await open();
    await app.getByRole('checkbox', {name: 'Brand 000 (1)'}).check();
    await seen(app, '1 to 12 of 500');
    const before = app.getByRole('button', {name: 'Brands before these'});
    expect(await before.isDisabled()).toBe(true);
    await app.getByRole('button', {name: 'Brands after these'}).click();
    await seen(app, '13 to 24 of 500');
    await app.getByRole('checkbox', {name: 'Brand 012 (13)'}).check();
    await app.getByLabel('Search brands').fill('499');
    await app.getByRole('checkbox', {name: 'Brand 499 (500)'}).check();
    expect(await app.getByRole('group', {name: 'Brands'}).getByRole('checkbox').count()).toBe(1);
    await seen(app, /^3 chosen: Brand 000, Brand 012(,| and) Brand 499$/);
    await app.getByLabel('Search brands').fill('no such brand');
    await seen(app, 'Nothing is called that.');
    await app.getByLabel('Search brands').fill('');
    await seen(app, '1 to 12 of 500');
    expect(await app.getByRole('checkbox', {name: 'Brand 000 (1)'}).isChecked()).toBe(true);
  });

  test('are ticked with a click on the picture and with the space bar, and only the box takes the focus', async () => {
    const app = await open();
    const brands = app.getByRole('group', {name: 'Brands'});
    const box = (name: string) => brands.getByRole('checkbox', {name});
    await brands.locator('s-image').first().click();
    await expect.poll(() => box('Brand 000 (1)').isChecked()).toBe(true);
    await brands.locator('s-image').first().click();
    await expect.poll(() => box('Brand 000 (1)').isChecked()).toBe(false);
    await box('Brand 000 (1)').focus();
    await testPage.page.keyboard.press('Tab');
    await testPage.page.keyboard.press('Space');
    await expect.poll(() => box('Brand 001 (2)').isChecked()).toBe(true);
  });

  test('stand above pictures of what they choose, with how many that are of all', async () => {
    const app = await open();
    const list = app.getByRole('list', {name: 'Chosen articles'});
    await list.getByText('Jumper with a long name 11').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(12);
    await seen(app, '12 of the 212 chosen');
    testPage.server.answers.countRules = () => aCount({chosen: 0});
    await app.getByRole('checkbox', {name: 'Brand 002 (3)'}).check();
    await seen(app, /^These rules choose no article/);
    await expect.poll(() => list.count()).toBe(0);
  });
});
