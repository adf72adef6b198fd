import {type Answer, htmlAnswer} from '../answers/answer.ts';
import {escaped, euros, facts, page, picture} from '../answers/html.ts';
import type {Catalogue} from '../catalogue/catalogue.ts';
import type {OrderBook, SupplierOrder} from './order-book.ts';

/** The supplier's own page: what was ordered, and a button for an article that cannot be supplied. Newest first. */
export function answerOrders(orders: OrderBook, catalogue: Catalogue): Answer {
  const rows = orders
    .all()
    .toReversed()
    .map((order) => `<li class="card">${row(order, catalogue)}</li>`);
  const none = '<p class="card">No order has come yet. Orders that partners place appear here.</p>';
  const list = rows.length === 0 ? none : `<ul class="orders">${rows.join('')}</ul>`;
  return htmlAnswer(200, page('Orders at the supplier', list));
}

/** Marks the article of an order as not suppliable and goes back to the page. */
export function answerRefund(orders: OrderBook, ref: string): Answer {
  if (orders.find(ref) === undefined) return htmlAnswer(404, page('Orders', '<p>There is no such order.</p>'));
  orders.refund(ref);
  return htmlAnswer(303, '', {location: '/'});
}

function row(order: SupplierOrder, catalogue: Catalogue): string {
  const {ref, reference, articleId, colour, size, qty, zone, country, totalCents, state, deliveredTo} = order;
  const article = catalogue.get(articleId);
  const about = facts([
    ['Reference', reference],
    ['Article', articleId],
    ['Colour', colour],
    ['Size', size],
    ['Pieces', String(qty)],
    ['Zone', country === null ? zone : `${zone}, for ${country}`],
    ['Deliver to', deliveredTo === null ? '' : Object.values(deliveredTo).join(', ')],
  ]);
  const badge = `<span class="state ${state}">${state.replace('_', ' ')}</span>`;
  const refund = `<form method="post" action="/orders/${encodeURIComponent(ref)}/refund"><button aria-label="Order ${escaped(ref)} cannot be supplied">Cannot be supplied</button></form>`;
  const checkout = `<p><a href="${escaped(order.checkoutUrl)}">Checkout of ${escaped(ref)}</a></p>`;
  const title = `<h2>${escaped(ref)} · ${escaped(article?.name ?? articleId)}</h2>`;
  return `${picture(article?.images)}<div>${title}${about}</div><div class="end"><p><strong>${euros(totalCents)}</strong></p><p>${badge}</p>${checkout}${state === 'refunded' ? '' : refund}</div>`;
}
