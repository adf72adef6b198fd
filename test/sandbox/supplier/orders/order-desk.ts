import {type Answer, htmlAnswer} from '../answers/answer.ts';
import {escaped, euros, page} from '../answers/html.ts';
import type {OrderBook, SupplierOrder} from './order-book.ts';

/** The supplier's own page: what was ordered, and a button for an article that cannot be supplied. */
export function answerDesk(orders: OrderBook): Answer {
  const heads = ['ref', 'reference', 'article', 'colour', 'size', 'qty', 'zone', 'total', 'state', ''];
  const head = heads.map((name) => `<th>${name}`).join('');
  const rows = orders.all().map((order) => `<tr>${cells(order)}`);
  return htmlAnswer(200, page('Orders at the supplier', `<table><tr>${head}${rows.join('')}</table>`));
}

/** Marks the article of an order as not suppliable and goes back to the page. */
export function answerRefund(orders: OrderBook, ref: string): Answer {
  if (orders.find(ref) === undefined) return htmlAnswer(404, page('Orders', '<p>There is no such order.</p>'));
  orders.refund(ref);
  return htmlAnswer(303, '', {location: '/'});
}

function cells(order: SupplierOrder): string {
  const {ref, reference, articleId, colour, size, qty, zone, totalCents, state} = order;
  const texts = [reference, articleId, colour, size, String(qty), zone, euros(totalCents), state];
  const link = `<td><a href="${escaped(order.checkoutUrl)}">${escaped(ref)}</a>`;
  const button = `<td><form method="post" action="/orders/${encodeURIComponent(ref)}/refund"><button>Cannot be supplied</button></form>`;
  return `${link}${texts.map((text) => `<td>${escaped(text)}`).join('')}${state === 'refunded' ? '<td>' : button}`;
}
