// The fields and texts of each action on a dropship order. The server says which actions are allowed now.
import type {ActionName, DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {isOverrulable} from '#domain/orders/reasons.ts';
import {lacksDetails} from './next-action.ts';

export type ActionField = {
  /** The server's name for it. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'email' | 'tick' | 'choice';
  readonly details?: string;
  /** Of a choice: the option that changes nothing. */
  readonly unchanged?: string;
  /** Of a choice: what can be chosen. */
  readonly options?: readonly string[];
  /** What it holds at first. */
  readonly initial?: string | boolean;
};

export type ActionText = {
  /** Above a form that is not needed now: what it is for. */
  readonly heading?: string;
  readonly button: string;
  /** When to press the button, and what it does; shown above it. */
  readonly meaning: string;
  /** Shown when the action is done. */
  readonly done: string;
  readonly fields: readonly ActionField[];
  /** The confirmation question; left out: the action runs without one. */
  readonly question?: string;
};

/** The text of an action on this order. */
export function textOf(action: ActionName, order: DropshipOrderDetail): ActionText {
  if (order.reasonCode === 'known_by_sku' && (action === 'approve' || action === 'dismiss')) {
    return recognition[action](order);
  }
  if (action === 'approve' && !isOverrulable(order.reasonCode)) return lookAgain;
  if (action === 'details') return detailsText(order);
  if (action === 'shipped') return order.shipment === null ? shippedText(order) : correctionText(order.shipment);
  if (action === 'confirm' && order.state === 'awaiting_payment') return giveNumber;
  if (action === 'place-again' && order.placeAgainAsksForReference) {
    return {...texts[action], fields: [referenceField(order)]};
  }
  return texts[action];
}

const texts: Readonly<Record<ActionName, ActionText>> = {
  seen: {
    button: 'I have seen it',
    meaning: 'Press this when you have read what changed in your store. It is not listed as new any more.',
    done: 'Marked as seen.',
    fields: [],
  },
  paid: {
    button: 'I paid it',
    meaning: 'Press this when you have paid at the supplier’s checkout. The supplier ships only what is paid.',
    done: 'Marked as paid.',
    fields: [],
  },
  shipped: {
    button: 'Mark as shipped',
    meaning: 'Press this when the supplier has sent the parcel. Piecewise marks it as fulfilled in your store.',
    done: 'Marked as shipped.',
    fields: [
      {name: 'carrier', label: 'Carrier', kind: 'text', details: 'Leave empty what you do not know.'},
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
  approve: {
    button: 'Place it anyway',
    meaning: 'Press this to send the order to the supplier now, although the reason above still holds.',
    done: 'Approved. Piecewise places the order.',
    fields: [],
  },
  confirm: {
    button: 'The supplier has it',
    meaning: 'Press this when you have found the order in your supplier account.',
    done: 'Confirmed. It waits for your payment.',
    fields: [
      {name: 'ref', label: 'The supplier’s order number', kind: 'text', details: 'Leave it empty if there is none.'},
    ],
  },
  'place-again': {
    button: 'Place it again',
    meaning: 'Press this to send the supplier a new order in place of this one.',
    done: 'Piecewise places the order again.',
    fields: [],
    question: 'A second order is sent to the supplier. Pay only one of them.',
  },
  refunded: {
    button: 'Mark as refunded',
    meaning:
      'Press this when the supplier has given your money back. You refund the buyer yourself, in your Shopify admin.',
    done: 'Marked as refunded by the supplier.',
    fields: [{name: 'offSale', label: 'Take this variant off sale in your store', kind: 'tick'}],
    question: 'The order is closed. This cannot be taken back.',
  },
  dismiss: {
    button: 'Dismiss',
    meaning:
      'Press this if Piecewise is to do nothing more with this order. What the supplier already has stays there; do not pay it.',
    done: 'Dismissed.',
    fields: [],
    question: 'Piecewise does nothing more with this order.',
  },
};

/** Where only the SKU says which article a line is. */
const recognition = {
  approve: ({articleName}: DropshipOrderDetail): ActionText => ({
    button: 'Yes, send it',
    meaning: `Is this ${articleName}? Your answer counts for this line alone.`,
    done: 'Approved. Piecewise looks at the order again.',
    fields: [],
  }),
  dismiss: (): ActionText => ({
    button: 'No, not ours',
    meaning: 'Piecewise does nothing with it.',
    done: 'Dismissed.',
    fields: [],
  }),
};

/** Approving where nothing can be overruled: the order is checked again, and waits on while its reason holds. */
const lookAgain: ActionText = {
  button: 'Have it looked at again',
  meaning: 'Press this to have Piecewise look at the order again. If the reason still holds, it goes on waiting.',
  done: 'Piecewise looks at it again.',
  fields: [],
};

/** Confirming an order that was confirmed without the supplier’s number. */
const giveNumber: ActionText = {
  button: 'Give the number',
  meaning: 'Enter the number this order has in your supplier account: Piecewise does not know it.',
  done: 'The number is saved.',
  fields: [{name: 'ref', label: 'The supplier’s order number', kind: 'text'}],
};

/** Words that the supplier states or the merchant defined are chosen from a list; where there are none, any word can be typed. */
function detailsText(order: DropshipOrderDetail): ActionText {
  const {stated, colour, size} = order;
  const isRemembered = colour === null || size === null;
  return {
    ...texts.details,
    ...(lacksDetails(order) ? {} : changeDetails),
    fields: [
      wordField('colour', 'Colour', stated.colours, colour),
      wordField('size', 'Size', stated.sizes, size),
      ...(isRemembered ? [alwaysField] : []),
      ...texts.details.fields,
    ],
  };
}

/** Where the order does not wait for details. */
const changeDetails = {
  heading: 'Change what the supplier gets',
  meaning: 'Fill this in only if the supplier is to get something else. What you leave empty stays as it is.',
};

function wordField(name: string, label: string, stated: readonly string[], known: string | null): ActionField {
  const now = known === null ? null : `As it is: ${known}`;
  return stated.length === 0
    ? {name, label, kind: 'text', details: now ?? ''}
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
  ...texts.shipped,
  fields: [...texts.shipped.fields, notifiesBuyer === null ? notifyUnknown : notifyField(notifiesBuyer)],
});

type Shipment = NonNullable<DropshipOrderDetail['shipment']>;

/** The new shipment replaces the former one as a whole, so the fields hold the former one. */
function correctionText({carrier, trackingNumber, trackingUrl, notifyBuyer}: Shipment): ActionText {
  const former: Readonly<Record<string, string | null>> = {carrier, trackingNumber, trackingUrl};
  return {
    button: 'Correct the tracking',
    meaning: 'Press this when you have corrected the fields below. Piecewise corrects the tracking in your store too.',
    done: 'The tracking is corrected.',
    fields: [
      ...texts.shipped.fields.map((field) => ({...field, initial: former[field.name] ?? ''})),
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

/** The merchant types the reference if the supplier may already have the order. */
const referenceField = ({reference}: DropshipOrderDetail): ActionField => ({
  name: 'typedReference',
  label: 'Reference',
  kind: 'text',
  details: `Look for ${reference} in your supplier account. If it is not there, type it here.`,
});
