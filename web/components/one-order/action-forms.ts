// The fields and texts of each action on a dropship order. The server says which actions are allowed now.
import type {ActionName, DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {isOverrulable} from '#domain/orders/reasons.ts';

export type ActionField = {
  /** The server's name for it. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'email' | 'tick' | 'choice';
  readonly details?: string;
  /** Of a choice: what can be chosen. */
  readonly options?: readonly string[];
  /** What it holds at first. */
  readonly initial?: string | boolean;
};

export type ActionText = {
  readonly button: string;
  /** What the action does; shown beside its button. */
  readonly meaning: string;
  /** Shown when the action is done. */
  readonly done: string;
  readonly fields: readonly ActionField[];
  /** The confirmation question, for an action that cannot be undone. */
  readonly question?: string;
};

/** The text of an action on this order. */
export function textOf(action: ActionName, order: DropshipOrderDetail): ActionText {
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
    meaning: 'What changed in your store no longer calls for you.',
    done: 'Marked as seen.',
    fields: [],
  },
  paid: {
    button: 'I paid it',
    meaning: 'You paid this order at the supplier’s checkout. The supplier ships only what is paid.',
    done: 'Marked as paid.',
    fields: [],
  },
  shipped: {
    button: 'Mark as shipped',
    meaning: 'The supplier has sent it. Piecewise marks it as fulfilled in your store.',
    done: 'Marked as shipped.',
    fields: [
      {name: 'carrier', label: 'Carrier', kind: 'text', details: 'Leave empty what you do not know.'},
      {name: 'trackingNumber', label: 'Tracking number', kind: 'text'},
      {name: 'trackingUrl', label: 'Tracking address', kind: 'text', details: 'Begins with https://'},
    ],
  },
  'fulfil-again': {
    button: 'Try the fulfilment again',
    meaning: 'Marking it as fulfilled in your store did not work. Piecewise tries once more.',
    done: 'The fulfilment is tried again.',
    fields: [],
  },
  details: {
    button: 'Save the details',
    meaning: 'What is missing for the supplier. A field that you leave empty stays as it is.',
    done: 'Saved. Piecewise looks at the order again.',
    fields: [
      {name: 'name', label: 'Buyer’s name', kind: 'text'},
      {name: 'email', label: 'Buyer’s e-mail', kind: 'email'},
    ],
  },
  approve: {
    button: 'Place it anyway',
    meaning: 'The reason it waits for no longer holds it back.',
    done: 'Approved. Piecewise places the order.',
    fields: [],
  },
  confirm: {
    button: 'The supplier has it',
    meaning: 'You found this order in your supplier account.',
    done: 'Confirmed. It waits for your payment.',
    fields: [
      {name: 'ref', label: 'The supplier’s order number', kind: 'text', details: 'Leave it empty if there is none.'},
    ],
  },
  'place-again': {
    button: 'Place it again',
    meaning: 'A new order is sent to the supplier in place of this one.',
    done: 'Piecewise places the order again.',
    fields: [],
    question: 'A second order is sent to the supplier. Pay only one of them.',
  },
  refunded: {
    button: 'Mark as refunded',
    meaning: 'The supplier gave your money back. What you refund to the buyer you do in your Shopify admin.',
    done: 'Marked as refunded by the supplier.',
    fields: [{name: 'offSale', label: 'Take this variant off sale in your store', kind: 'tick'}],
    question: 'The order is closed. This cannot be taken back.',
  },
  dismiss: {
    button: 'Dismiss',
    meaning: 'Piecewise does nothing more with this order. What the supplier already has stays there; do not pay it.',
    done: 'Dismissed.',
    fields: [],
    question: 'Piecewise does nothing more with this order.',
  },
};

/** Approving where nothing can be overruled: the reason has to go away by itself, or it holds the order again. */
const lookAgain: ActionText = {
  button: 'Have it looked at again',
  meaning: 'Piecewise looks at it again. If the reason still holds, the order goes on waiting.',
  done: 'Piecewise looks at it again.',
  fields: [],
};

/** Confirming an order that was confirmed without the supplier’s number. */
const giveNumber: ActionText = {
  button: 'Give the number',
  meaning: 'The number of this order in your supplier account is not known here.',
  done: 'The number is saved.',
  fields: [{name: 'ref', label: 'The supplier’s order number', kind: 'text'}],
};

/** What the supplier states can only be chosen from; where it states nothing, any word is ordered. */
function detailsText({stated, colour, size}: DropshipOrderDetail): ActionText {
  const isRemembered = colour === null || size === null;
  return {
    ...texts.details,
    fields: [
      wordField('colour', 'Colour', stated.colours),
      wordField('size', 'Size', stated.sizes),
      ...(isRemembered ? [alwaysField] : []),
      ...texts.details.fields,
    ],
  };
}

const wordField = (name: string, label: string, stated: readonly string[]): ActionField =>
  stated.length === 0 ? {name, label, kind: 'text'} : {name, label, kind: 'choice', options: stated};

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
    meaning: 'Piecewise corrects it in your store too.',
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
