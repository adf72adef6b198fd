// The settings about orders, each described once. Answers by article, category and property are lists: `settings.ts` has their schemas.
import {publishingSettings} from '#domain/settings/catalogue.ts';
import {type Descriptions, range} from '#domain/settings/describe.ts';

/** Those with a field on the page Settings. */
export const sendingSettings = {
  sendingPaused: {
    kind: 'switch',
    default: false,
    label: 'Pause sending',
    details: 'New orders wait here and go out when you switch this off again.',
    frees: {event: 'sending_resumed', at: false},
  },
  sendTestOrders: {
    kind: 'switch',
    default: false,
    label: 'Send test orders too',
    details: 'A test order makes a real dropship order at the supplier.',
    frees: {event: 'test_orders_allowed', at: true},
  },
  /** Between the store order and sending it; the merchant can stop it in that time. */
  delayMinutes: {
    kind: 'number',
    default: 0,
    range: {...range(0, 2_880), tooMuch: 'Enter at most 2880 minutes (two days).'},
    isWhole: true,
    unit: 'min',
    notNumber: 'Enter whole minutes, such as 10, or 0 to send at once.',
    label: 'Minutes to wait before an order is sent',
    details: 'The buyer can still change the order in this time, and you can stop it. 0: it is sent at once.',
    frees: {event: 'waiting_time'},
  },
  /** An order without Shopify's fraud analysis waits for it, half an hour at most. */
  waitForFraudAnalysis: {
    kind: 'switch',
    default: true,
    label: 'Wait for the fraud analysis',
    details:
      'An order that Shopify has not analysed yet waits for it, half an hour at most. Some orders are never analysed.',
    frees: {event: 'waiting_time'},
  },
  /** What to send if nothing else decides colour or size (order-words.ts) and the supplier allows the word; null: ask the merchant. */
  standingColour: {
    kind: 'word',
    default: null,
    label: 'Colour to order where the supplier states none',
    details: 'For example: as pictured. Leave it empty to be asked for each order.',
    frees: {event: 'standing_colour'},
  },
} as const satisfies Descriptions;

export const orderSettings = {
  ...sendingSettings,
  standingSize: {kind: 'word', default: null},
  /** Older store orders are held for the merchant. */
  maxAgeDays: {kind: 'number', default: 7, range: range(1, 60), isWhole: true, unit: 'days'},
  /** An order is held if its price exceeds the cost of the listing's last pricing by more than this. */
  priceGuardPercent: {kind: 'number', default: 10, range: range(0, 100, ' %'), isWhole: false, unit: '%'},
  /** An order is held if it leaves less than this after cost and shipping fee, without tax. */
  marginFloor: {kind: 'limit', default: null, range: range(-10_000, 10_000, ' EUR'), isWhole: false, unit: 'EUR'},
  /** Sent if Shopify has no e-mail of the buyer. */
  storeEmail: {kind: 'email', default: null},
  /** Whether Shopify sends the buyer its shipping e-mail; the request that marks an order as shipped can override it. */
  notifyBuyer: {kind: 'switch', default: true},
  /** After this a closed dropship order is deleted; the least is above the most of `maxAgeDays`. */
  retentionDays: {kind: 'number', default: 365, range: range(90, 3_650), isWhole: true, unit: 'days'},
} as const satisfies Descriptions;

/** All that the page Settings has a field for, in the order it shows them. */
export const generalSettings = {...publishingSettings, ...sendingSettings};

/**
 * Where a newly installed shop differs from the defaults; existing shops keep their settings. The delay gives buyers time to change
 * their order, and Shopify time to analyse it.
 */
export const newShopOrders = {standingColour: 'as pictured', delayMinutes: 10};
