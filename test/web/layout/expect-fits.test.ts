// The look at every page and state also finds what only one of the widths shows.
import {describe, expect, it} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {frameOfApp} from './expect-fits.ts';

describe.runIf(browserRuns)(suiteName('the look at a page'), () => {
  const testPage = useTestPage();

  /** The page on a phone, with an element and a style that are not the app's. */
  const openWith = async (element: string, style: string) => {
    await seen(await testPage.openAt('/', {}, phone), '18,204');
    const html = `<style>${style}</style>${element}`;
    await frameOfApp(testPage.page).evaluate(
      `document.querySelector('s-page').insertAdjacentHTML('beforeend', ${JSON.stringify(html)})`,
    );
  };
  const image = '<img class="odd" width="50" height="50" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';

  it.each([
    ['is shown on a phone only', image, '@media (min-width: 700px) {.odd {display: none}}', 'at 390 px'],
    ['is shown in a wide window only', image, '@media (max-width: 700px) {.odd {display: none}}', 'at 1280 px'],
    [
      'has too little contrast in a wide window only',
      '<p class="odd">Some words</p>',
      '.odd {color: #000; background: #fff} @media (min-width: 700px) {.odd {color: #eee}}',
      'at 1280 px',
    ],
  ])('finds what %s', async (_what, element, style, where) => {
    await openWith(element, style);
    await expect(testPage.expectFits('odd')).rejects.toThrow(where);
  });

  it('finds a date as a program writes it', async () => {
    await openWith('<p>Since 2 Oct 2026</p>', '');
    await testPage.expectLaidOut('odd');
    await openWith('<p>Since 2026-10-02T00:00:00.000Z</p>', '');
    await expect(testPage.expectLaidOut('odd')).rejects.toThrow('at 390 px');
  });

  it('finds an amount that is written as no page writes it', async () => {
    await openWith('<p>It costs €36.83, or CHF\u00a035.40 at 1 EUR = 0.95 CHF, and −€4.20 are left of A-1001.</p>', '');
    await testPage.expectLaidOut('odd');
    await openWith('<p>It costs 36.83 EUR.</p>', '');
    await expect(testPage.expectLaidOut('odd')).rejects.toThrow('at 390 px');
    await openWith('<p>Left: -€4.20</p>', '');
    await expect(testPage.expectLaidOut('odd')).rejects.toThrow('at 390 px');
  });

  it.each([
    ['on a phone only', '@media (max-width: 700px) {.odd {width: 3000px}}', 'at 390 px'],
    ['in a wide window only', '@media (min-width: 700px) {.odd {width: 3000px}}', 'at 1280 px'],
  ])('finds a page that scrolls sideways %s, without axe too', async (_when, style, where) => {
    await openWith('<p class="odd">Some words</p>', style);
    await expect(testPage.expectFits('odd')).rejects.toThrow(where);
    await expect(testPage.expectLaidOut('odd')).rejects.toThrow(where);
  });
});
