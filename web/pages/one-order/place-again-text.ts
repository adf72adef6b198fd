// The form of the action that places the line of an order again, or sends it after all.
import type {DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {resolveDestination} from '#domain/orders/zone.ts';
import {countryName} from '../../text/format.ts';
import type {ActionField, ActionText} from './action-text.ts';

/** The text of `place-again`, which depends on whether the supplier was ever sent this order, and still has it or may have it. */
export function placeAgainText(order: DropshipOrderDetail): ActionText {
  const {state, sentAt, country, placeAgainAsksForReference} = order;
  if (sentAt === null) {
    const isUnserved = country !== null && resolveDestination(country, null).kind === 'blocked';
    return {
      button: 'Send it after all',
      meaning: isUnserved
        ? `This order was never sent, because the supplier does not deliver to ${countryName(country)}. Once the country is corrected in Shopify, press this to have Piecewise send it after all.`
        : 'This order was never sent. Press this to have Piecewise send it to the supplier after all.',
      done: 'Piecewise sends the order.',
      fields: [],
      question: 'The order is sent to the supplier, and you pay it there.',
    };
  }
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
