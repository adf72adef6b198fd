import {type Answer, jsonAnswer} from './answers/answer.ts';
import {answerCheckout} from './orders/checkout.ts';
import type {OrderBook} from './orders/order-book.ts';
import {answerDesk, answerRefund} from './orders/order-desk.ts';

export type PageRequest = {method: string; pathname: string; params: URLSearchParams; body: string};

/** What people open: the checkout behind `checkout_url`, and the supplier's own list of orders. */
export function answerPage(orders: OrderBook, {method, pathname, params, body}: PageRequest): Answer {
  const checkout = /^\/checkout\/([\w-]+)$/.exec(pathname);
  if (checkout !== null) {
    return answerCheckout(orders, {method, ref: checkout[1] ?? '', session: params.get('session') ?? '', body});
  }
  const refund = /^\/orders\/([\w-]+)\/refund$/.exec(pathname);
  if (refund !== null && method === 'POST') return answerRefund(orders, refund[1] ?? '');
  if (pathname === '/' && method === 'GET') return answerDesk(orders);
  return jsonAnswer(404, {ok: false, error: 'not_found'});
}
