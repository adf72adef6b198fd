// Answers of the API as the page may meet them, each checked against the contract it belongs to.
import type {z} from 'zod';
import {Connection} from '#contract/connection.ts';
import {DropshipOrder, ToPay} from '#contract/dropship-orders.ts';
import {Overview} from '#contract/overview.ts';
import {Run} from '#contract/runs.ts';
import {Choices, General} from '#contract/settings.ts';
import {dutyNote, parseZone, transitNote} from '#domain/margins/duty-note.ts';
import {defaultSettings} from '#domain/settings/settings.ts';

/** A builder of answers that keep to their contract, with some facts changed. */
export const build =
  <S extends z.ZodObject>(schema: S, usual: z.input<S>) =>
  (changes: Partial<z.input<S>> = {}): z.output<S> =>
    schema.parse({...usual, ...changes});

export const aConnection = build(Connection, {
  catalogue: {
    state: 'accepted',
    last4: '9f3c',
    answeredAt: '2026-08-20T02:18:00.000Z',
    partner: 'Nordlicht Mode GmbH',
    notes: ['stock is not available', 'barcodes are not available'],
  },
  dropship: {state: 'accepted', last4: '07ab', answeredAt: '2026-08-20T02:18:00.000Z'},
  supportEmail: 'partners@supplier.example',
});

export const noConnection = (): Connection =>
  aConnection({
    catalogue: {state: 'absent', last4: null, answeredAt: null, partner: null, notes: []},
    dropship: {state: 'absent', last4: null, answeredAt: null},
  });

const noCounts = {
  articles: 0,
  listed: 0,
  chosen: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  held: 0,
  retired: 0,
  restored: 0,
  quarantined: 0,
  writes: 0,
};

export const aRun = build(Run, {
  id: 'run-1',
  kind: 'full',
  trigger: 'schedule',
  state: 'done',
  reason: null,
  counts: {...noCounts, articles: 1240, listed: 1198, chosen: 212, created: 3, updated: 41, unchanged: 166, held: 2},
  startedAt: '2026-11-20T03:30:00.000Z',
  finishedAt: '2026-11-20T03:31:12.000Z',
});

export const aRunGoingOn = (articles: number): Run =>
  aRun({
    id: 'run-2',
    trigger: 'merchant',
    state: 'running',
    counts: {...noCounts, articles, listed: 1198, chosen: Math.floor(articles / 6), created: Math.floor(articles / 8)},
    // The page looks every second at a run that began a moment ago.
    startedAt: new Date().toISOString(),
    finishedAt: null,
  });

/** Euro cents: two orders, each with goods and a fee. */
export const aSumToPay = build(ToPay, {
  count: 2,
  cents: 4700 + 990 + 4100 + 1450,
  unpriced: 0,
  oldestPlacedAt: '2026-11-18T09:12:00.000Z',
});

export const nothingToPay = () => aSumToPay({count: 0, cents: 0, oldestPlacedAt: null});

export const anOverview = build(Overview, {
  shop: 'sandbox.myshopify.com',
  currency: 'EUR',
  taxesIncluded: true,
  needsReauth: false,
  stopped: null,
  missingScopes: [],
  shippingWarning: null,
  buyerData: null,
  connection: aConnection(),
  settingsUnreadable: null,
  chosen: true,
  missingForPrices: null,
  listings: {active: 18_204, drafts: 0, ownDrafts: 0, held: 12, retired: 40, quarantined: 3},
  lastRun: aRun(),
  setUp: {pricesSaved: true, everythingAsked: true, closed: true, trial: null},
  firstRunDone: true,
  orders: {awaiting_payment: 2, blocked: 1},
  toPay: aSumToPay(),
  flagged: 0,
  needsYou: 1,
  brakes: [],
  costs: {count: 0, first: null},
  matches: {count: 0, first: null},
  failedImages: {count: 0, reason: null},
  overruledOptions: {count: 0, first: null, digest: ''},
  fulfilmentService: {said: null, refused: 0},
  country: 'DE',
  unserved: [],
  unservedCheckout: 'by_zones',
  serviceWarnings: {unanswered: 0, uncompleted: 0, untracked: 0},
  sending: {paused: false, by: null, byYou: false, since: null},
  timeZone: 'Europe/Berlin',
  nextRunAt: '2026-11-21T03:00:00.000Z',
  webhooks: {
    silent: false,
    foundByReconciliation: 0,
    lastWebhookAt: '2026-11-20T08:00:00.000Z',
    reconciledAt: null,
    failed: 0,
    lastFailure: null,
  },
});

export const theSettings = build(General, {
  ...General.parse({...defaultSettings, ...defaultSettings.orders}),
  newProducts: 'draft',
  nightlyAt: '04:00',
  sendingPaused: false,
  sendTestOrders: false,
  standingColour: 'as pictured',
  delayMinutes: 10,
  waitForFraudAnalysis: true,
});

const brandNames = ['Aurelio Conti', 'Bergmann & Sohn', 'Casa Lunara', 'Dorian Vale', 'Elm Street', 'Fjordline'];
const moreBrands = ['Grazia Notte', 'Hollis', 'Indigo Row', 'Jasper Kline', 'Kestrel', 'Lumière d’Or'];
const lastBrands = ['Maison Perrin', 'Nordhaus'];

export const theChoices = build(Choices, {
  brands: [...brandNames, ...moreBrands, ...lastBrands].map((name, index) => ({name, articles: 140 - index * 9})),
  categories: ['Bags', 'Boots', 'Coats', 'Dresses', 'Knitwear', 'Shirts'].map((name, index) => ({
    name,
    articles: 31 + index * 17,
  })),
});

const buildDropshipOrder = build(DropshipOrder, {
  id: 'order-1',
  orderGid: 'gid://shopify/Order/1042',
  orderName: '#1042',
  lineGid: 'gid://shopify/LineItem/1042',
  taken: [],
  foundBy: 'webhook',
  generation: 1,
  articleId: 'A-100',
  articleName: 'Fjordline knit jumper with roll neck',
  picture: null,
  colour: 'Navy',
  size: 'M',
  quantity: 2,
  unit: null,
  country: 'DE',
  zone: 'EU',
  transit: '5–7 working days',
  duty: null,
  state: 'awaiting_payment',
  since: '2026-11-18T09:12:00.000Z',
  reasonCode: null,
  reason: null,
  warning: null,
  flags: [],
  doNotPay: false,
  refundOpen: false,
  ending: null,
  reference: 'PW-1042-1',
  ref: 'DS-20261118-77',
  checkoutUrl: 'http://127.0.0.1:9/checkout/8f2',
  checkoutWithheld: null,
  price: 2350,
  fee: 990,
  storeOrder: {currency: 'EUR', margin: 1240, unknown: 0, losesMoney: false},
  orderedAt: '2026-11-18T09:10:00.000Z',
  placedAt: '2026-11-18T09:12:00.000Z',
});

/** Orders with different names are of different store orders, where a test says nothing else. */
export const aDropshipOrder: typeof buildDropshipOrder = (changes) => {
  const orderGid = `gid://shopify/Order/${(changes?.orderName ?? '#1042').slice(1)}`;
  const lineGid = `gid://shopify/LineItem/${changes?.id ?? 'order-1'}`;
  const zone = parseZone(changes?.zone ?? null);
  const delivery = zone === null ? {} : {transit: transitNote(zone), duty: dutyNote(zone, 'Italy')};
  return buildDropshipOrder({orderGid, lineGid, ...delivery, ...changes});
};

export const cancelledText =
  'The store order was cancelled after this was sent. Do not pay it at the supplier; close it without paying: what is not paid is not delivered.';

/** Unpaid at the supplier, and cancelled in the store since. */
export const aCancelledOrder = (seenAt: string | null = null): DropshipOrder =>
  aDropshipOrder({
    id: 'order-cancelled',
    orderName: '#1041',
    flags: [{code: 'order_cancelled', text: cancelledText, at: '2026-11-19T22:04:00.000Z', seenAt}],
    doNotPay: true,
    ending: {kind: 'close'},
    ref: 'DS-20261118-71',
    checkoutUrl: 'http://127.0.0.1:9/checkout/7a1',
  });

export const aBlockedOrder = (): DropshipOrder =>
  aDropshipOrder({
    id: 'order-2',
    orderName: '#1043',
    country: 'NO',
    zone: null,
    state: 'blocked',
    reason: 'The supplier does not ship to Norway.',
    ref: null,
    checkoutUrl: null,
    price: null,
    fee: null,
    placedAt: null,
  });

/** Unconfirmed: cut off while it was sent, or still on its way. */
export const anUnknownOrder = (state: 'unconfirmed' | 'placing'): DropshipOrder =>
  aDropshipOrder({
    id: `order-${state}`,
    orderName: '#1045',
    country: 'CA',
    zone: 'CA',
    state,
    reasonCode: state === 'placing' ? null : 'unconfirmed',
    reason:
      state === 'placing'
        ? null
        : 'It is not known whether the supplier has this order. The order was sent to the supplier, but the connection was lost. Look for the reference piecewise-demo-1045-2vd36wwd7-1 in your supplier account before placing it again.',
    reference: 'piecewise-demo-1045-2vd36wwd7-1',
    ref: null,
    checkoutUrl: null,
    placedAt: null,
  });
