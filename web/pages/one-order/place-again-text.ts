// The form of the action that places the line of an order again, or sends it after all.
import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import type {ActionField, ActionText} from './action-text.ts';

/** The text of `place-again`, which depends on whether the supplier was ever sent this order, and still has it or may have it. */
export function placeAgainText(order: DropshipOrderDetail): ActionText {
  const {state, sentAt, reasonCode, placeAgainAsksForReference} = order;
  if (sentAt === null) return reasonCode === 'destination_blocked' ? sendToCorrected : sendAfterAll;
  const isOver = state === 'rejected' || state === 'refunded';
  return {
    button: 'Place it again',
    meaning: 'Press this to send the supplier a new order in place of this one.',
    done: 'Piecewise places the order again.',
    fields: placeAgainAsksForReference ? [referenceField(order)] : [],
    question: isOver
      ? 'A new order is sent to the supplier, and you pay it there.'
      : 'A second order is sent to the supplier. Pay only one of them.',
  };
}

/** The field for the reference, which the merchant must type if the supplier may already have the order. */
const referenceField = ({reference}: DropshipOrderDetail): ActionField => ({
  name: 'typedReference',
  label: 'Reference',
  kind: 'text',
  details: `Look for ${reference} in your supplier account. If it is not there, type it here.`,
});

const sendAfterAll: ActionText = {
  button: 'Send it after all',
  meaning: 'This order was never sent. Press this to have Piecewise send it to the supplier after all.',
  done: 'Piecewise sends the order.',
  fields: [],
  question: 'The order is sent to the supplier, and you pay it there.',
};

/** The supplier does not deliver to the address that the order had. */
const sendToCorrected: ActionText = {
  button: 'Look at the address again',
  meaning:
    'This order was never sent, because the supplier does not deliver to its address. Once the address is corrected in Shopify, press this to have Piecewise send it after all.',
  done: 'Piecewise looks at the address again, and sends the order if the supplier delivers there.',
  fields: [],
  question:
    'Piecewise looks at the address again. If the supplier delivers there, the order is sent, and you pay it there; if not, it stays unsent.',
};
