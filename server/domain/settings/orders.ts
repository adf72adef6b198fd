// The settings about orders, each described once. Answers by article, category and property are lists: `settings.ts` has their schemas.
import {publishingSettings} from '#domain/settings/catalogue.ts';
import {type SettingDescriptions, toRange} from '#domain/settings/describe.ts';

/** The settings that say when an order is sent. */
export const sendingSettings = {
  /** Whether no order is sent for now. */
  sendingPaused: {
    kind: 'switch',
    default: false,
    label: 'Pause sending',
    details: 'New orders wait here and go out when you switch this off again.',
    frees: {event: 'sending_resumed', at: false},
  },
  /** Whether each order waits until the merchant sends it. An order of which the merchant overruled a reason counts as approved. */
  approveEach: {
    kind: 'switch',
    default: false,
    label: 'Ask me before each order',
    details: 'Each order waits with what it costs until you send it. Off: Piecewise sends them without asking.',
    frees: {event: 'order_settings', at: false},
  },
  /** Minutes between the store order and sending, in which the merchant can stop it. */
  delayMinutes: {
    kind: 'number',
    default: 0,
    range: {...toRange(0, 2_880), tooMuch: 'Enter at most 2880 minutes (two days).'},
    isWhole: true,
    unit: 'min',
    notNumber: 'Enter whole minutes, such as 10, or 0 to send at once.',
    label: 'Minutes to wait before an order is sent',
    details: 'The buyer can still change the order in this time, and you can stop it. 0: it is sent at once.',
    frees: {event: 'waiting_time'},
  },
  /** Whether an order waits for Shopify's fraud analysis, half an hour at most. */
  waitForFraudAnalysis: {
    kind: 'switch',
    default: true,
    label: 'Wait for the fraud analysis',
    details:
      'An order that Shopify has not analysed yet waits for it, half an hour at most. Some orders are never analysed.',
    frees: {event: 'waiting_time'},
  },
  /** Whether test orders of the store are sent like real ones. */
  sendTestOrders: {
    kind: 'switch',
    default: false,
    label: 'Send test orders too',
    details: 'A test order makes a real dropship order at the supplier.',
    frees: {event: 'test_orders_allowed', at: true},
  },
} as const satisfies SettingDescriptions;

/** The limits beyond which an order is held for the merchant. */
export const limitSettings = {
  /** The most that one dropship order may cost with its shipping fee, in euro cents; null: no limit. */
  costLimit: {
    kind: 'limit',
    default: null,
    range: toRange(0, 100_000, ' EUR'),
    isWhole: false,
    unit: 'EUR',
    label: 'Most that an order may cost at the supplier, in EUR',
    details: 'With 300, an order of €290 and €15 for shipping waits for you. Empty: no limit.',
    frees: {event: 'order_settings'},
  },
  /** The least that must be left of an order after cost and shipping fee, without tax, in euro cents; null: no limit. */
  marginFloor: {
    kind: 'limit',
    default: null,
    range: toRange(-10_000, 10_000, ' EUR'),
    isWhole: false,
    unit: 'EUR',
    label: 'Least that must be left of an order, in EUR',
    details:
      'Counted in EUR in every store. For example, at a rate of 1 EUR = 0.95 CHF an order that shows a margin of CHF 9.50 has €10 left. With 0, an order that loses money waits for you. Empty: orders are sent whatever is left.',
    frees: {event: 'order_settings'},
  },
  /** Per cent. An order is held if the supplier's price is more than this above the cost of the listing's last pricing. */
  priceGuardPercent: {
    kind: 'number',
    default: 10,
    range: toRange(0, 100, ' %'),
    isWhole: false,
    unit: '%',
    label: 'Most that the supplier’s price may rise, in per cent',
    details: 'With 10, a shirt priced at a cost of €20 is still sent at €22, and waits for you above that.',
    frees: {event: 'order_settings'},
  },
  /** Store orders that are older than this many days are held for the merchant. */
  maxAgeDays: {
    kind: 'number',
    default: 7,
    range: toRange(1, 60),
    isWhole: true,
    unit: 'days',
    notNumber: 'Enter whole days, such as 7.',
    label: 'Days after which an order is too old to be sent by itself',
    details: 'With 7, an order that was paid only after eight days waits for you.',
    frees: {event: 'order_settings'},
  },
} as const satisfies SettingDescriptions;

/** The values that stand in for data that the store order or the supplier lacks. The supplier reads the words as free text. */
export const substituteSettings = {
  /** Sent if nothing else decides the colour (order-words.ts) and the supplier allows the word; null: ask the merchant. */
  standingColour: {
    kind: 'word',
    default: null,
    label: 'Colour to order where the supplier states none',
    details: 'For example: as pictured. Leave it empty to be asked for each order.',
    frees: {event: 'standing_colour'},
  },
  /** The size to order if nothing else decides it and the supplier takes the word; null: ask the merchant. */
  standingSize: {
    kind: 'word',
    default: null,
    label: 'Size to order where the supplier states none',
    details: 'For example: one size. Leave it empty to be asked for each order.',
    frees: {event: 'order_settings'},
  },
  /** The e-mail address that is sent where the buyer's is missing or unusable; null: ask the merchant. */
  storeEmail: {
    kind: 'email',
    default: null,
    label: 'E-mail address to send where the buyer gave none',
    details:
      'For example your shop’s own, so that the supplier’s messages reach you. Empty: such an order waits for you.',
    frees: {event: 'order_settings'},
  },
} as const satisfies SettingDescriptions;

/** The settings for the time after an order was sent. */
export const afterSendingSettings = {
  /** Whether Shopify sends the buyer its shipping e-mail. The request that marks an order as shipped can override the setting. */
  notifyBuyer: {
    kind: 'switch',
    default: true,
    label: 'Tell the buyer when an order is shipped',
    details: 'Shopify sends its shipping e-mail when you mark the order as shipped.',
  },
  /** Days at the supplier after which an unpaid order whose fulfilment was accepted in Shopify asks whether it was paid. */
  paymentDays: {
    kind: 'number',
    default: 5,
    range: toRange(1, 60),
    isWhole: true,
    unit: 'days',
    notNumber: 'Enter whole days, such as 5.',
    label: 'Days after which an unpaid order asks whether you paid it',
    details: 'For orders whose fulfilment was requested in Shopify. Nothing is closed before you answer.',
  },
  /** Days after which a closed dropship order is deleted; at least more than the highest `maxAgeDays`. */
  retentionDays: {
    kind: 'number',
    default: 365,
    range: toRange(90, 3_650),
    isWhole: true,
    unit: 'days',
    notNumber: 'Enter whole days, such as 365.',
    label: 'Days that ended orders are kept',
    details: 'With 365, an order that ended a year ago is deleted from Piecewise. It stays in your store.',
  },
} as const satisfies SettingDescriptions;

/** All settings about orders. */
export const orderSettings = {
  ...sendingSettings,
  ...limitSettings,
  ...substituteSettings,
  ...afterSendingSettings,
} as const satisfies SettingDescriptions;

/** All that the page Settings has a field for, in the order it shows them. */
export const generalSettings = {...publishingSettings, ...orderSettings};

/**
 * The order settings of a newly installed shop that differ from the defaults. The delay gives buyers time to change their order, and
 * Shopify time to analyse it.
 */
export const newShopOrderSettings = {standingColour: 'as pictured', delayMinutes: 10};
