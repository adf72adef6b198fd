// The page in the admin frame, in a real browser, with answers that a test sets. What the browser's console says fails the test.
import type {Browser, BrowserContext, FrameLocator, Locator, Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, beforeEach, expect} from 'vitest';
import {aBlockedOrder, aDropshipOrder, anOverview, aRun, aRunGoingOn, theChoices, theSettings} from './answers.ts';
import {openBrowser} from './browser.ts';
import {ensurePageIsBuilt} from './built-page.ts';
import {aBrake, aPreview} from './catalogue-answers.ts';
import {theDecisions} from './decisions/decision-answers.ts';
import {aService, noFigures} from './fulfilment/service-answers.ts';
import {theSales} from './home/sales-answers.ts';
import {expectFits, expectLaidOut, frameOfApp} from './layout/expect-fits.ts';
import {aStay} from './leave/leave-answers.ts';
import {aDelivery, anOrderDetail, aWithheldOrder} from './order-answers.ts';
import {type Answers, type PageServer, startPageServer} from './page-server.ts';
import {aPriceTry, aProfile, thePricing, theShipping} from './pricing/pricing-answers.ts';
import {theProducts} from './products/product-answers.ts';
import {aCount, theRules} from './rules/rules-answers.ts';
import {anUndo, anUndoPreview, someChanges} from './runs/run-answers.ts';
import {aTrialRun, noTrial, theImporting, theTemplate} from './setup/setup-answers.ts';

/** What the app's server answers where a test says nothing else. */
export const usualAnswers = (): Answers => ({
  overview: anOverview(),
  settings: theSettings(),
  choices: theChoices(),
  preview: aPreview(),
  rules: theRules(),
  countRules: () => aCount(),
  pricing: thePricing(),
  shipping: theShipping(),
  priceTry: aPriceTry(),
  profile: aProfile(),
  service: aService(),
  serviceFigures: noFigures(),
  departure: aStay(),
  brakes: [],
  decideBrake: () => ({brake: aBrake({state: 'released'}), run: null}),
  answerClick: () => ({run: null}),
  runs: [aRun()],
  sales: theSales(),
  orders: [aDropshipOrder(), aBlockedOrder(), aWithheldOrder()],
  details: [],
  delivery: () => aDelivery(),
  actOnOrder: () => anOrderDetail(),
  connectKey: () => ({
    error: {code: 'key_rejected', message: 'The supplier does not accept this catalogue key.', field: 'key'},
  }),
  startRun: () => aRunGoingOn(0),
  changes: someChanges(),
  undoPreview: anUndoPreview(),
  undoRun: () => anUndo(),
  trial: noTrial(),
  startTrial: () => aTrialRun({state: 'queued'}),
  template: theTemplate(),
  importing: theImporting(),
  ...theDecisions(),
  ...theProducts(),
  markSeen: () => aDropshipOrder(),
});

type Open = (
  answers?: Partial<Answers>,
  width?: number,
  prepare?: (page: Page) => Promise<void>,
) => Promise<FrameLocator>;

export type TestPage = {
  readonly page: Page;
  readonly server: PageServer;
  /** Opens the app's first page with these answers instead of the usual ones. */
  readonly open: Open;
  /** Opens the page at this address of the app. */
  readonly openAt: (address: string, ...how: Parameters<Open>) => Promise<FrameLocator>;
  /** Follows a link of the app's menu, which the admin draws. */
  readonly followMenu: (label: string) => Promise<void>;
  /** Looks at what is open, and keeps a picture of it under this name: see expect-fits.ts. */
  readonly expectFits: (picture: string) => Promise<void>;
  /** The same without axe. */
  readonly expectLaidOut: (picture: string) => Promise<void>;
  /** Waits until the window shows the whole of it. */
  readonly expectInView: (shown: Locator) => Promise<void>;
  /** What the console may say in this test. */
  readonly expectComplaint: (said: RegExp) => void;
};

/**
 * One browser for the suite it is called in. Each test has a server of its own, whose addresses keep nothing of an earlier one. The page
 * stays for the next test, which is quicker than a new one, unless a test prepared or closed it.
 */
export function useTestPage(): TestPage {
  let browser: Browser;
  let server: PageServer;
  let context: BrowserContext | undefined;
  let page: Page;
  let isPrepared = false;
  let isLeft = false;
  let complaints: string[] = [];
  let expected: RegExp | null = null;
  beforeAll(async () => {
    await ensurePageIsBuilt();
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());
  beforeEach(() => {
    complaints = [];
    expected = null;
  });
  afterEach(async ({task}) => {
    // What the page says while it is left does not count.
    const said = complaints;
    complaints = [];
    isLeft = true;
    if (context !== undefined && !(await isEmptied(context, page, task.result?.state === 'pass' && !isPrepared))) {
      await context.close();
      context = undefined;
    }
    isPrepared = false;
    await server?.close();
    const unexpected = said.filter((text) => expected === null || !expected.test(text));
    expect(unexpected, 'the browser console').toEqual([]);
  });
  const openAt: TestPage['openAt'] = async (address, answers = {}, width = 1280, prepare) => {
    server = await startPageServer({...usualAnswers(), ...answers});
    isPrepared ||= prepare !== undefined;
    if (context === undefined || isPrepared) {
      ({context, page} = await openPage(browser, (text) => isLate(page, isLeft) || complaints.push(text)));
    }
    await page.setViewportSize({width, height: 900});
    await prepare?.(page);
    await page.goto(`${server.adminUrl}${address === '/' ? '' : address}`);
    isLeft = false;
    return page.frameLocator('#app');
  };
  return {
    get page() {
      return page;
    },
    get server() {
      return server;
    },
    open: (...how) => openAt('/', ...how),
    openAt,
    ...whatIsDoneOn(() => page),
    expectComplaint(said) {
      expected = said;
    },
  };
}

type DoneOnPage = 'followMenu' | 'expectFits' | 'expectLaidOut' | 'expectInView';

const whatIsDoneOn = (page: () => Page): Pick<TestPage, DoneOnPage> => ({
  followMenu: (label) => page().getByRole('navigation').getByRole('link', {name: label, exact: true}).click(),
  expectFits: (picture) => expectFits(page(), frameOfApp(page()), picture),
  expectLaidOut: (picture) => expectLaidOut(page(), frameOfApp(page()), picture),
  expectInView: (shown) => expectInView(page(), shown),
});

const emptyPage = 'about:blank';

/** Nothing runs in an empty page: what is heard there between two tests comes from the page of the test before. */
const isLate = (page: Page, isLeft: boolean): boolean => isLeft && page.url() === emptyPage;

/** A page in a context of its own, which goes on when the page is closed, as a merchant's browser does. */
async function openPage(
  browser: Browser,
  complain: (text: string) => void,
): Promise<{readonly context: BrowserContext; readonly page: Page}> {
  const context = await browser.newContext();
  const page = await context.newPage();
  // Shorter than a test, so that a failure says what was waited for.
  page.setDefaultTimeout(15_000);
  page.on('console', (message) => message.type() !== 'log' && complain(message.text()));
  page.on('pageerror', (error) => complain(error.message));
  return {context, page};
}

/** Whether the page is as a new one now. Its server is another one next time, so what it stored is not found again. */
async function isEmptied(context: BrowserContext, page: Page, isUntouched: boolean): Promise<boolean> {
  if (!isUntouched || page.isClosed() || context.pages().length > 1) return false;
  page.removeAllListeners('dialog');
  await page.goto(emptyPage);
  return true;
}

async function expectInView(page: Page, shown: Locator): Promise<void> {
  await shown.waitFor();
  const height = page.viewportSize()?.height ?? 0;
  await expect
    .poll(async () => {
      const box = await shown.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= height;
    })
    .toBe(true);
}

export const seen = (app: FrameLocator, text: string | RegExp): Promise<void> => app.getByText(text).first().waitFor();
