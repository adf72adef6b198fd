// The page in the admin frame, in a real browser, with answers that a test sets. What the browser's console says fails the test.
import type {Browser, FrameLocator, Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, beforeEach, expect} from 'vitest';
import {
  aBlockedOrder,
  aDropshipOrder,
  anOverview,
  aRun,
  aRunGoingOn,
  aWithheldOrder,
  theChoices,
  theSettings,
} from './answers.ts';
import {openBrowser} from './browser.ts';
import {ensurePageIsBuilt} from './built-page.ts';
import {aBrake, aPreview} from './catalogue-answers.ts';
import {type Answers, type PageServer, startPageServer} from './page-server.ts';

const usually = (): Answers => ({
  overview: anOverview(),
  settings: theSettings(),
  choices: theChoices(),
  preview: aPreview(),
  brakes: [],
  decideBrake: () => ({brake: aBrake({state: 'released'}), run: null}),
  runs: [aRun()],
  orders: [aDropshipOrder(), aBlockedOrder(), aWithheldOrder()],
  connectKey: () => ({
    error: {code: 'key_rejected', message: 'The supplier does not accept this catalogue key.', field: 'key'},
  }),
  startRun: () => aRunGoingOn(0),
  markSeen: () => aDropshipOrder(),
});

export type TestPage = {
  readonly page: Page;
  readonly server: PageServer;
  /** Opens the page with these answers instead of the usual ones. */
  readonly open: (
    answers?: Partial<Answers>,
    width?: number,
    prepare?: (page: Page) => Promise<void>,
  ) => Promise<FrameLocator>;
  /** What the console may say in this test. */
  readonly expectComplaint: (said: RegExp) => void;
};

/** One browser for the suite it is called in, one page for each test. */
export function useTestPage(): TestPage {
  let browser: Browser;
  let server: PageServer;
  let page: Page;
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
  afterEach(async () => {
    await page?.close();
    await server?.close();
    const unexpected = complaints.filter((text) => expected === null || !expected.test(text));
    expect(unexpected, 'the browser console').toEqual([]);
  });
  return {
    get page() {
      return page;
    },
    get server() {
      return server;
    },
    async open(answers = {}, width = 1280, prepare = async () => {}) {
      server = await startPageServer({...usually(), ...answers});
      page = await browser.newPage({viewport: {width, height: 900}});
      page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await prepare(page);
      await page.goto(server.adminUrl);
      return page.frameLocator('#app');
    },
    expectComplaint(said) {
      expected = said;
    },
  };
}

export const seen = (app: FrameLocator, text: string | RegExp): Promise<void> => app.getByText(text).first().waitFor();
