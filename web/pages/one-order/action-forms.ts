// The fields and texts of each action on a dropship order. The server says which actions are allowed now.
import type {ActionName, DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {isOverrulable} from '#domain/orders/reasons.ts';
import {overrideTexts} from '../../shared/orders/override-texts.ts';
import {endingWords} from '../../text/ending-words.ts';
import {notPaidTwice} from '../../text/words.ts';
import type {ActionField, ActionText} from './action-text.ts';
import {missingFirst} from './missing-first.ts';
import {lacksDetails} from './next-action.ts';
import {placeAgainText} from './place-again-text.ts';

/** The text of an action on this order. */
export function actionTextOf(action: ActionName, order: DropshipOrderDetail): ActionText {
  if (order.reasonCode === 'known_by_sku' && (action === 'approve' || action === 'dismiss')) {
    return recognitionTexts[action](order);
  }
  if (action === 'approve') return isOverrulable(order.reasonCode) ? sendNowText(order) : lookAgainText;
  if (action === 'dismiss') return closeText(order);
  if (action === 'replace') return replaceText(order);
  if (action === 'details') return detailsText(order);
  if (action === 'shipped') return order.shipment === null ? shippedText(order) : correctionText(order.shipment);
  if (action === 'confirm' && order.state === 'awaiting_payment') return giveNumberText;
  if (action === 'place-again') return placeAgainText(order);
  return actionTexts[action];
}

const actionTexts: Readonly<
  Record<Exclude<ActionName, 'approve' | 'dismiss' | 'replace' | 'place-again'>, ActionText>
> = {
  seen: {
    button: 'Mark as seen',
    meaning:
      'Press this when you have read what changed in your store. It is not listed as new any more; nothing else changes.',
    done: 'Marked as seen.',
    fields: [],
  },
  paid: {
    button: 'I paid it',
    meaning: 'Press this when you have paid at the supplier’s checkout. The supplier ships only what is paid.',
    done: 'Marked as paid.',
    fields: [],
  },
  unpaid: {
    button: 'Not paid after all',
    meaning: 'Press this if “I paid it” was a mistake. The order waits for your payment again, with its checkout.',
    done: 'It waits for your payment again.',
    fields: [],
    question: notPaidTwice,
  },
  shipped: {
    button: 'Mark as shipped',
    meaning: 'Press this when the supplier has sent the parcel. Piecewise marks it as fulfilled in your store.',
    done: 'Marked as shipped.',
    fields: [
      {name: 'carrier', label: 'Carrier', kind: 'carrier', details: 'Choose “Not stated” if you do not know it.'},
      {name: 'trackingNumber', label: 'Tracking number', kind: 'text'},
      {name: 'trackingUrl', label: 'Tracking address', kind: 'text', details: 'Begins with https://'},
    ],
  },
  'fulfil-again': {
    button: 'Try the fulfilment again',
    meaning: 'Press this if it is still to be marked as fulfilled in your store. Piecewise tries once more.',
    done: 'The fulfilment is tried again.',
    fields: [],
  },
  details: {
    button: 'Save the details',
    meaning: 'Enter what is missing for the supplier. What you leave empty stays as it is.',
    done: 'Saved. Piecewise looks at the order again.',
    fields: [
      {name: 'name', label: 'Buyer’s name', kind: 'text'},
      {name: 'email', label: 'Buyer’s e-mail', kind: 'email'},
    ],
  },
  confirm: {
    button: 'The supplier has it',
    meaning: 'Press this when you have found the order in your supplier account.',
    done: 'Confirmed. It waits for your payment.',
    fields: [
      {name: 'ref', label: 'The supplier’s order number', kind: 'text', details: 'Leave it empty if there is none.'},
    ],
  },
  refunded: {
    button: 'Mark as refunded',
    meaning: 'Press this when the supplier has given your money back. Then you can refund the buyer on this page.',
    done: 'Marked as refunded by the supplier.',
    fields: [{name: 'offSale', label: 'Take this variant off sale in your store', kind: 'tick'}],
    question:
      'Confirm this only if the supplier has given your money back. It closes the order here and cannot be taken back; the buyer gets nothing by it.',
  },
};

/** Overrules what holds the order back, and names it; a delay alone is no reason against sending. */
function sendNowText({overrides, reasonCode}: DropshipOrderDetail): ActionText {
  const codes = overrides.length > 0 ? overrides : isOverrulable(reasonCode) ? [reasonCode] : [];
  const isOnlyDelayed = codes.every((code) => code === 'delayed');
  return {
    button: 'Send now',
    meaning: isOnlyDelayed
      ? 'Press this to send the order to the supplier now, without the minutes that your settings let it wait.'
      : `Press this to send the order to the supplier now. It overrides what holds it back: ${codes.map((code) => overrideTexts[code]).join('; ')}.`,
    done: 'Approved. Piecewise places the order.',
    fields: [],
  };
}

/** The states in which the supplier has the order, or may have it. */
const mayBeThere: readonly DropshipOrderDetail['state'][] = ['awaiting_payment', 'unconfirmed'];

/** The text of `dismiss`, which depends on whether the supplier may have the order. */
function closeText({state, ending, unit, refundAsked}: DropshipOrderDetail): ActionText {
  const isThere = mayBeThere.includes(state);
  return {
    button: isThere ? 'Close without paying' : 'Close without sending',
    meaning: `Press this if Piecewise is to send nothing more for this order.${refundAsked ? '' : ' You can refund the buyer here all the same.'}${isThere ? ' What the supplier already has stays there; do not pay it.' : ''}`,
    done: 'Closed.',
    fields: [],
    question: 'Piecewise sends nothing more for this order.',
    ...(ending === null || ending.kind === 'replace' ? {} : endingWords(ending, unit)),
  };
}

const replaceText = ({ending, unit}: DropshipOrderDetail): ActionText => ({
  ...endingWords(ending?.kind === 'replace' ? ending : {kind: 'replace', because: 'pieces', pieces: null}, unit),
  meaning: 'Press this to close this order unpaid, and to have the supplier send what the store order asks for now.',
  fields: [],
});

/** Texts of the two actions for an order where only the SKU says which article its line is. */
const recognitionTexts = {
  approve: ({articleName}: DropshipOrderDetail): ActionText => ({
    button: 'Yes, send it',
    meaning: `Is this ${articleName}? Your answer counts for this line alone.`,
    done: 'Approved. Piecewise looks at the order again.',
    fields: [],
  }),
  dismiss: (): ActionText => ({
    button: 'No, not ours',
    meaning: 'Piecewise does nothing with it.',
    done: 'Closed.',
    fields: [],
  }),
};

/** The text of `approve` where no reason can be overruled: the order is checked again, and waits on while its reason holds. */
const lookAgainText: ActionText = {
  button: 'Have it looked at again',
  meaning: 'Press this to have Piecewise look at the order again. If the reason still holds, it goes on waiting.',
  done: 'Piecewise looks at it again.',
  fields: [],
};

/** The text of `confirm` for an order that was confirmed without the supplier's number. */
const giveNumberText: ActionText = {
  button: 'Give the number',
  meaning: 'Enter the number this order has in your supplier account: Piecewise does not know it.',
  done: 'The number is saved.',
  fields: [{name: 'ref', label: 'The supplier’s order number', kind: 'text'}],
};

/**
 * The form for missing details. Words that the supplier states or the merchant defined are chosen from a list; without such words any text
 * can be typed.
 */
function detailsText(order: DropshipOrderDetail): ActionText {
  const {stated, sizeText, colour, size} = order;
  const isRemembered = colour === null || size === null;
  return {
    ...actionTexts.details,
    ...(lacksDetails(order) ? {} : changeDetailsText),
    fields: missingFirst(order.reasonCode, actionTexts.details.fields, [
      wordField({name: 'colour', label: 'Colour', stated: stated.colours, known: colour, text: null}),
      wordField({name: 'size', label: 'Size', stated: stated.sizes, known: size, text: sizeText}),
      ...(isRemembered ? [alwaysField] : []),
    ]),
  };
}

/** Heading and meaning of the details form where the order does not wait for details. */
const changeDetailsText = {
  heading: 'Change what the supplier gets',
  meaning: 'Fill this in only if the supplier is to get something else. What you leave empty stays as it is.',
};

type Word = {
  readonly name: string;
  readonly label: string;
  readonly stated: readonly string[];
  /** The present word; null: there is none. */
  readonly known: string | null;
  /** What the catalogue's text says; null: nothing. */
  readonly text: string | null;
};

/** The field for a colour or a size: a list of the stated words if there are any, else a text field with what the catalogue says. */
function wordField({name, label, stated, known, text}: Word): ActionField {
  const now = known === null ? null : `As it is: ${known}`;
  return stated.length === 0
    ? {name, label, kind: 'text', details: now ?? (text === null ? '' : `In the catalogue: “${text}”`)}
    : {name, label, kind: 'choice', options: stated, unchanged: now ?? 'Not chosen'};
}

const alwaysField: ActionField = {
  name: 'always',
  label: 'Always for this article',
  kind: 'tick',
  details:
    'Later orders of the article use this colour and size where they have none. Settings list what is remembered.',
};

const shippedText = ({notifiesBuyer}: DropshipOrderDetail): ActionText => ({
  ...actionTexts.shipped,
  fields: [...actionTexts.shipped.fields, notifiesBuyer === null ? notifyUnknown : notifyField(notifiesBuyer)],
});

type Shipment = NonNullable<DropshipOrderDetail['shipment']>;

/** The form that corrects a shipment. It holds the former values, because the new shipment replaces the former one as a whole. */
function correctionText({carrier, trackingNumber, trackingUrl, notifyBuyer}: Shipment): ActionText {
  const former: Readonly<Record<string, string | null>> = {carrier, trackingNumber, trackingUrl};
  return {
    button: 'Correct the tracking',
    meaning: 'Press this when you have corrected the fields below. Piecewise corrects the tracking in your store too.',
    done: 'The tracking is corrected.',
    fields: [
      ...actionTexts.shipped.fields.map((field) => ({...field, initial: former[field.name] ?? ''})),
      notifyField(notifyBuyer),
    ],
  };
}

const notifyField = (initial: boolean): ActionField => ({
  name: 'notifyBuyer',
  label: 'Tell the buyer by e-mail',
  kind: 'tick',
  initial,
});

const notifyUnknown: ActionField = {
  ...notifyField(false),
  details: 'Your setting for this cannot be read. Tick it if the buyer is to get an e-mail.',
};
