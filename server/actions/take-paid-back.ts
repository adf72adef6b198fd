// Takes back that the merchant paid an order, for a press that was a mistake.
import type {Kysely} from 'kysely';
import type {Tables} from '../db/tables/tables.ts';
import {type ActionContext, type ActionOutcome, changeOrderState} from './merchant-actions.ts';

/**
 * Says that an order was not paid after all: it waits for the payment again, with the checkout link that was kept. An order that the
 * supplier shipped or refunded was paid.
 */
export async function takePaidBack(db: Kysely<Tables>, context: ActionContext, now: Date): Promise<ActionOutcome> {
  return changeOrderState(
    db,
    context,
    'awaiting_payment',
    {now, action: 'paid_taken_back', from: 'paid'},
    (_, order) => ({
      paid_at: null,
      ...(order.checkout_url === null && order.buyer_erased_at !== null ? {checkout_withheld: linkErased} : {}),
    }),
  );
}

/** Why the order has no checkout link any more. */
const linkErased =
  'The link to the checkout was erased, as the buyer asked. Find the order in your supplier account to pay it.';
