// The pages are English: in a store with another language, numbers, money and dates stay in the language of their sentences.
import type {FrameLocator, Page} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import {aBlockedOrder, aDropshipOrder, anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aDelivery, anOrderDetail} from '../order-answers.ts';
import {anArticleDetail} from '../products/product-answers.ts';
import {aChange} from '../runs/run-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {openFold} from './folds.ts';

const arabic = {article: 'فستان حريري طويل', buyer: 'ليلى حداد'};
/** What the languages would write in another way: thousands, cents, days, countries. */
const foreign =
  /[\u3040-\u30ff\u4e00-\u9fff\u0660-\u0669]|\d\.\d{3}\b|\d,\d{2}\s?€|\d{1,2}\. (Nov|Dez)|Deutschland|ألمانيا/;

/** Eleven pages at each width, one after the other: six seconds on an idle machine. */
const unhurried = {timeout: 120_000};

describe.runIf(browserRuns)(suiteName('a store in another language'), () => {
  const testPage = useTestPage();

  /** Everything that is shown or read out, in shadow roots too. */
  const texts = `(() => {
    const deep = (node) => [...node.childNodes].flatMap((one) =>
      one.nodeType === Node.TEXT_NODE ? [one.data]
      : one.nodeType === Node.ELEMENT_NODE && !['STYLE', 'SCRIPT'].includes(one.tagName)
        ? [...[...one.attributes].filter(({name}) => /label/i.test(name)).map(({value}) => value), ...(one.shadowRoot ? deep(one.shadowRoot) : []), ...deep(one)]
        : []);
    return deep(document.body).join(' | ');
  })()`;
  const textOf = async (app: FrameLocator) => String(await app.locator('html').evaluate(texts));
  const fromRightToLeft = (app: FrameLocator) => app.locator('s-text:dir(rtl), span:dir(rtl)').allTextContents();

  const setLocale = (locale: string) => async (page: Page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setLocaleOverride', {locale});
  };

  /** The texts are the same in each language, so axe looks at the pages in one of them. */
  const expectFits = (locale: string, picture: string) =>
    locale === 'ar' ? testPage.expectFits(picture) : testPage.expectLaidOut(picture);

  /** The page in a browser and an admin of this language. */
  const openIn = (locale: string) =>
    testPage.openAt(
      `/?locale=${locale}`,
      {
        overview: anOverview({unserved: ['NO']}),
        orders: [aDropshipOrder({articleName: arabic.article, price: 1_235_00}), aBlockedOrder()],
        details: [anOrderDetail({articleName: arabic.article})],
        changes: [aChange({name: arabic.article})],
        delivery: () => aDelivery({name: arabic.buyer}),
      },
      390,
      setLocale(locale),
    );

  test.each(['de', 'ja', 'ar'])(
    'reads the same in “%s”, from left to right, and nothing is cut off',
    unhurried,
    async (locale) => {
      const app = await openIn(locale);
      await seen(app, '18,204');
      const home = await textOf(app);
      expect(await app.locator('html').evaluate('shopify.config.locale')).toBe(locale);
      expect(await app.locator('html').evaluate('new Intl.NumberFormat().resolvedOptions().locale')).toBe(locale);
      expect(home).toContain('€112.40');
      expect(home).toContain('Norway');
      expect(home).not.toMatch(foreign);
      await expectFits(locale, `home-${locale}`);

      await testPage.followMenu('Orders');
      await seen(app, '#1042');
      const orders = await textOf(app);
      expect(orders).toContain('€2,479.90');
      expect(orders).toContain('18 Nov');
      expect(orders).toContain('Germany');
      expect(orders).not.toMatch(foreign);
      expect(
        await app
          .locator('html')
          .evaluate('[document.documentElement.lang, getComputedStyle(document.documentElement).direction]'),
      ).toEqual(['en', 'ltr']);
      expect(await fromRightToLeft(app)).toEqual([arabic.article]);
      await expectFits(locale, `orders-${locale}`);

      await app.getByRole('link', {name: 'Pay next'}).click();
      await seen(app, arabic.buyer);
      expect(await fromRightToLeft(app)).toEqual([arabic.buyer]);
      expect(await textOf(app)).not.toMatch(foreign);
      await expectFits(locale, `pay-next-${locale}`);

      for (const [label, shown] of [
        ['Updates', 'On schedule'],
        ['To decide', 'Costs that changed too much'],
        ['Products', '6 articles.'],
        ['Import rules', '212 articles are chosen.'],
        ['Pricing', 'None of 206 products loses money'],
        ['Reports', 'Order to paid'],
        ['Settings', 'Publishing'],
      ] as const) {
        await testPage.followMenu(label);
        await seen(app, shown);
        expect(await textOf(app)).not.toMatch(foreign);
        await expectFits(locale, `${label.toLowerCase().replace(' ', '-')}-${locale}`);
      }

      await testPage.followMenu('Updates');
      await app.getByRole('link', {name: /^Open: Whole catalogue/}).click();
      await app.getByRole('button', {name: 'See what an undo does'}).click();
      await seen(app, '42 products would be set back.');
      expect(await fromRightToLeft(app)).toEqual([arabic.article]);
      expect(await textOf(app)).not.toMatch(foreign);
      await expectFits(locale, `run-${locale}`);
    },
  );

  const words = {colours: ['أزرق داكن', 'أحمر'], sizes: ['صغير', 'متوسط', 'كبير جدا للغاية مع حزام']};

  /** In the store with one variant; the supplier states no sizes, and colours of its own in the place of those that were defined. */
  const anArticleWithOptions = () => {
    const {article, listing, stock, ...detail} = anArticleDetail();
    if (article === null || listing === null || stock === null)
      throw new Error('the usual article is read and in the store');
    const stated = {colours: words.colours, sizes: []};
    const only = {gid: 'gid://shopify/ProductVariant/1', colour: words.colours[0] ?? '', size: null, state: 'live'};
    return anArticleDetail({
      ...detail,
      name: arabic.article,
      article: {...article, name: arabic.article, sizes: 'من صغير إلى كبير', rrp: 1_234_550},
      stock: {...stock, ...stated},
      listing: {...listing, variants: [only], media: []},
      options: {
        stated,
        defined: {colours: ['كحلي'], sizes: [], version: 'one'},
        definedAt: '2026-11-19T09:00:00.000Z',
        overruled: {colours: true, sizes: false},
        proposed: {colours: [], sizes: words.sizes},
      },
    });
  };

  test.each(['de', 'ja', 'ar'])(
    'the page of one article reads the same in “%s”, with the options that are defined there',
    unhurried,
    async (locale) => {
      const app = await testPage.openAt(
        `/products/A-100?locale=${locale}`,
        {article: anArticleWithOptions()},
        phone,
        setLocale(locale),
      );
      await seen(app, /In the catalogue: “\u2068من صغير إلى كبير\u2069”/);
      await seen(app, 'The supplier states colours of its own now');
      await openFold(app, 'Variants');
      await seen(app, '€12,345.50');
      expect(await fromRightToLeft(app)).toEqual(['من صغير إلى كبير', words.colours[0]]);
      expect(await textOf(app)).not.toMatch(foreign);
      await expectFits(locale, `article-${locale}`);
      await app.getByRole('button', {name: 'Take over the proposed sizes'}).click();
      await seen(app, 'Not saved yet: the next update would do this');
      expect(await app.getByRole('textbox', {name: 'Sizes'}).inputValue()).toBe(words.sizes.join('\n'));
      expect(await textOf(app)).not.toMatch(foreign);
      await expectFits(locale, `article-options-${locale}`);
    },
  );
});
