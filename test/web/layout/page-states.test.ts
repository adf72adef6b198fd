// The states of pages that are reached by doing something, or seldom: each fits, and is kept in a picture.
import type {FrameLocator} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import {Choices} from '#contract/settings.ts';
import {
  aBlockedOrder,
  aConnection,
  aDropshipOrder,
  anOverview,
  aRun,
  aRunGoingOn,
  noConnection,
  nothingToPay,
} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aDelivery, anOrderDetail} from '../order-answers.ts';
import type {Answers} from '../page-server.ts';
import {anArticle, anArticleDetail} from '../products/product-answers.ts';
import {aChange, anUndo, anUndoPreview, aPreviewRun} from '../runs/run-answers.ts';
import {settingUp} from '../setup/setup-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

type State = {
  readonly address: string;
  readonly answers: Partial<Answers>;
  /** Leads from the page as it opens to the state. */
  readonly act?: (app: FrameLocator) => Promise<void>;
  readonly shown: string | RegExp;
};

const losing = {currency: 'EUR', margin: -420, unknown: 0, losesMoney: true};
const two = [aDropshipOrder(), aDropshipOrder({id: 'order-7', orderName: '#1047', storeOrder: losing})];
const chooseBoth = async (app: FrameLocator) => {
  await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
  await app.getByRole('button', {name: 'Mark as paid: 2 orders'}).click();
};
const unconnected = anOverview({
  connection: noConnection(),
  chosen: false,
  lastRun: null,
  nextRunAt: null,
  ...settingUp(),
});
const failed = aRun({state: 'failed', reason: 'The supplier refused the catalogue key.'});

const goingOn = {
  ...aRunGoingOn(1_198),
  step: 'applying',
  progress: {done: 412, total: 1_000, perMinute: 240, leftMs: 147_000},
};

/** Text of strangers without a place to break it. */
const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const longOrder = {orderName: `#${unbroken}`, articleName: unbroken, reference: unbroken, ref: unbroken};
const longNames = {name: unbroken, brand: unbroken, category: unbroken, sku: unbroken, reason: `It is ${unbroken}.`};
const longAddress = {
  name: unbroken,
  company: unbroken,
  lines: [unbroken],
  city: unbroken,
  zip: unbroken,
  province: unbroken,
  email: `${unbroken}@${unbroken}.example`,
  phone: unbroken,
};

const longArticle = () => {
  const {article, stock, ...rest} = anArticleDetail({name: unbroken});
  const words = {colours: [unbroken], sizes: [unbroken]};
  return {
    ...rest,
    article: article && {
      ...article,
      name: unbroken,
      brand: unbroken,
      category: unbroken,
      sku: unbroken,
      origin: unbroken,
    },
    stock: stock && {...stock, ...words},
    options: {...rest.options, stated: words},
  };
};

/** By the name of the picture. */
const states: Readonly<Record<string, State>> = {
  'pay-next-all-paid': {address: '/orders/pay', answers: {orders: [], toPay: nothingToPay()}, shown: 'All paid'},
  'pay-next-not-to-pay': {
    address: '/orders/pay?order=order-1',
    answers: {orders: [], details: [anOrderDetail({state: 'paid'})]},
    shown: 'This order does not wait for your payment any more.',
  },
  'orders-bulk-question': {
    address: '/orders',
    answers: {orders: two},
    act: chooseBoth,
    shown: /^Mark as paid: 2 orders\?$/,
  },
  'orders-bulk-failed': {
    address: '/orders',
    answers: {orders: [...two, aBlockedOrder()], bulkErrors: {'order-2': {code: 'not_now', message: 'It is closed.'}}},
    act: async (app) => {
      await app.getByRole('checkbox', {name: /^Choose #1043/}).check();
      await app.getByRole('button', {name: 'Close them: 1 order'}).click();
      await app.locator('s-modal').getByRole('button', {name: 'Close them', exact: true}).click();
    },
    shown: 'Not done: It is closed.',
  },
  'orders-none': {address: '/orders', answers: {orders: [], toPay: nothingToPay()}, shown: 'No orders yet'},
  'orders-none-found': {address: '/orders?search=nothing', answers: {}, shown: 'No order is like this.'},
  'order-siblings': {address: '/orders/order-1', answers: {details: [anOrderDetail()]}, shown: 'Also of #1042'},
  'connection-none': {address: '/settings/connection', answers: {overview: unconnected}, shown: /of 6 steps done$/},
  'connection-refused': {
    address: '/settings/connection',
    answers: {
      overview: anOverview({connection: aConnection({dropship: {state: 'rejected', last4: '07ab', answeredAt: null}})}),
    },
    shown: 'New dropship key',
  },
  'runs-failed': {
    address: '/runs',
    answers: {runs: [failed, aRun()]},
    shown: /^The last update failed; the list says why\./,
  },
  'run-failed': {address: '/runs/run-1', answers: {runs: [{...failed, id: 'run-1'}]}, shown: 'Start an update again'},
  'runs-going-on': {
    address: '/runs',
    answers: {runs: [goingOn, aPreviewRun(), anUndo(), aRun()]},
    shown: /^412 of 1,000/,
  },
  'run-going-on': {address: '/runs/run-2', answers: {runs: [goingOn]}, shown: /^412 of 1,000/},
  'run-preview': {address: '/runs/run-3', answers: {runs: [aPreviewRun()]}, shown: 'What an update would change'},
  'run-undo-asked': {
    address: '/runs/run-1',
    answers: {},
    act: (app) => app.getByRole('button', {name: 'See what an undo does'}).click(),
    shown: '42 products would be set back.',
  },
  'run-undo-refused': {
    address: '/runs/run-1',
    answers: {undoPreview: anUndoPreview({refusal: 'This update changed nothing in your store.', products: 0})},
    act: (app) => app.getByRole('button', {name: 'See what an undo does'}).click(),
    shown: 'This update changed nothing in your store.',
  },
  'run-undo-done': {
    address: '/runs/run-9',
    answers: {
      runs: [anUndo()],
      changes: [
        aChange({kind: 'undo', before: '79.90', after: '71.89', why: 'Set back to what it was before the update.'}),
        aChange({id: 2, kind: 'undo', name: 'Wool coat', after: null, applied: false, why: 'You changed it.'}),
      ],
    },
    shown: 'Stays',
  },
  'run-without-changes': {address: '/runs/run-1', answers: {changes: []}, shown: 'This update has no changes to show.'},
  'runs-none': {address: '/runs', answers: {runs: [], overview: unconnected}, shown: /Connect both keys first\.$/},
  'long-words-pay-next': {
    address: '/orders/pay',
    answers: {orders: [aDropshipOrder(longOrder)], delivery: () => aDelivery(longAddress)},
    shown: /@Donaudampf/,
  },
  'long-words-orders': {
    address: '/orders',
    answers: {orders: [aDropshipOrder(longOrder)]},
    shown: /^#Donaudampf/,
  },
  'long-words-order': {
    address: '/orders/order-1',
    answers: {details: [anOrderDetail(longOrder)], delivery: () => aDelivery(longAddress)},
    shown: /@Donaudampf/,
  },
  'long-words-products': {
    address: '/products',
    answers: {articles: [anArticle(longNames)]},
    shown: /^Donaudampf/,
  },
  'long-words-article': {
    address: '/products/A-100',
    answers: {article: longArticle()},
    shown: /^Donaudampf/,
  },
  'long-words-run': {
    address: '/runs/run-1',
    answers: {changes: [aChange({name: unbroken, before: unbroken, after: unbroken, why: unbroken})]},
    shown: /^Donaudampf/,
  },
  'long-words-rules': {
    address: '/rules',
    answers: {
      choices: Choices.parse({brands: [{name: unbroken, articles: 3}], categories: [{name: unbroken, articles: 3}]}),
    },
    act: (app) => app.getByRole('button', {name: 'Add a rule'}).click(),
    shown: 'Every article',
  },
  'settings-not-set-up': {address: '/settings', answers: {overview: unconnected}, shown: 'Publishing'},
};

describe.runIf(browserRuns)(suiteName('states of the pages'), () => {
  const testPage = useTestPage();

  describe('opened on a phone', () => {
    test.each(Object.entries(states))(
      '“%s” fits, and axe finds nothing',
      async (name, {address, answers, act, shown}) => {
        const app = await testPage.openAt(address, answers, phone);
        await act?.(app);
        await seen(app, shown);
        await testPage.expectFits(name);
      },
    );
  });

  test.each(Object.entries(states).filter(([name]) => name.startsWith('long-words')))(
    '“%s” fits on a laptop and in a small window: no table is wider than its frame, so no button is cut off',
    async (name, {address, answers, act, shown}) => {
      const app = await testPage.openAt(address, answers, 1_280);
      await act?.(app);
      await seen(app, shown);
      await testPage.expectLaidOut(`${name}-laptop`);
      await testPage.page.setViewportSize({width: 1_024, height: 900});
      // A table is measured after it was laid out, and may become cards then.
      await app
        .locator('html')
        .evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await testPage.expectLaidOut(`${name}-small`);
    },
  );

  test.each([
    ['/orders/pay', 'Ada Buyer'],
    ['/orders/order-1', 'What you can do'],
  ])(
    '%s does not ask for the figures of the store, which it does not show, once set-up is known to be over',
    async (address, shown) => {
      const app = await testPage.openAt(address, {details: [anOrderDetail()]}, 390);
      await seen(app, shown);
      await testPage.page.waitForLoadState('networkidle');
      const asked: string[] = [];
      testPage.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await testPage.page.reload();
      await seen(app, shown);
      expect(asked.filter((path) => path.startsWith('/api/dropship-orders')).length).toBeGreaterThan(0);
      expect(asked).not.toContain('/api/overview');
    },
  );
});
