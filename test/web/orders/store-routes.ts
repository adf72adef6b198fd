// The routes of the page's server whose answers the app gets from Shopify.
import express from 'express';
import type {BuyerRefund} from '#contract/buyers/buyer-refund.ts';
import type {Delivery} from '#contract/buyers/delivery.ts';
import type {FoundBuyers} from '#contract/buyers/find-buyers.ts';
import type {Entered} from '#contract/dropship-orders.ts';
import type {ApiError} from '#contract/error.ts';

export type StoreAnswers = {
  /** Where an order is delivered to, as Shopify says when it is asked. */
  delivery: (id: string) => Delivery | ApiError;
  /** The refund to the buyer of each order; left out: Shopify suggests nothing. */
  buyerRefund?: BuyerRefund;
  /** What Shopify says after “Ask Shopify …” or “Send the same refund again”; left out: the same as before. */
  actOnRefund?: (act: 'look' | 'again' | 'end') => BuyerRefund | ApiError;
  /** What Shopify finds for a buyer's name or e-mail; left out: nothing. */
  foundBuyers?: (text: string) => FoundBuyers | ApiError;
  /** What the buyer entered with the orders; left out: nothing. */
  entered?: Entered['properties'];
};

export const answer = (response: express.Response, content: object) =>
  response.status('error' in content ? 422 : 200).json(content);

/** What Shopify is asked for one answer. */
export function storeRoutes(answers: StoreAnswers): express.Router {
  const router = express.Router();
  router.post('/dropship-orders/find-buyers', ({body: {text}}, response) => {
    answer(response, answers.foundBuyers?.(text) ?? {orders: [], hasMore: false, isWithheld: false});
  });
  router.get('/dropship-orders/:id/delivery', ({params: {id}}, response) => answer(response, answers.delivery(id)));
  router.get('/dropship-orders/:id/buyer-refund', (_request, response) => {
    response.json(answers.buyerRefund ?? {refund: null, offer: null, why: 'nothing'});
  });
  for (const act of ['look', 'again', 'end'] as const)
    router.post(`/dropship-orders/:id/buyer-refund/${act}`, (_request, response) =>
      answer(
        response,
        answers.actOnRefund?.(act) ?? answers.buyerRefund ?? {refund: null, offer: null, why: 'nothing'},
      ),
    );
  router.get('/dropship-orders/:id/entered', (_request, response) => {
    response.json({properties: answers.entered ?? []});
  });
  return router;
}
