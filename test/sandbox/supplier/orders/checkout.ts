import {type Answer, htmlAnswer} from '../answers/answer.ts';
import {escaped, euros, page} from '../answers/html.ts';
import {ADDRESS_LINES, type DeliveryAddress, type OrderBook, type SupplierOrder} from './order-book.ts';
import {countriesOf, ZONES} from './zones.ts';

const WORDS = {
  unknown: [404, 'There is no such payment session.'],
  closed: [409, 'This order is no longer open for payment.'],
  expired: [410, 'This payment session has expired.'],
  incomplete: [422, 'Name, street, postcode and city are needed.'],
  'country-refused': [422, 'We cannot deliver to this country with the shipping zone of the order.'],
  paid: [200, 'Thank you. The order is paid and will be dispatched.'],
} as const;

export type CheckoutRequest = {method: string; ref: string; session: string; body: string};

/**
 * The page behind `checkout_url`: GET shows the order and asks for the customer's address, POST of an address (name, street,
 * postcode, city and `country` as ISO-2 code, form-encoded) pays. "The session accepts only addresses of that zone's countries."
 */
export function answerCheckout(orders: OrderBook, {method, ref, session, body}: CheckoutRequest): Answer {
  const order = orders.find(ref);
  if (order === undefined || new URL(order.checkoutUrl).searchParams.get('session') !== session) {
    return htmlAnswer(404, page('Checkout', `<p>${WORDS.unknown[1]}</p>`));
  }
  if (method === 'POST') {
    const [status, words] = WORDS[orders.takeAddress(ref, readAddress(body))];
    return htmlAnswer(status, page(`Order ${ref}`, `<p>${words}</p>${summary(order)}`));
  }
  if (orders.isOpen(order)) return htmlAnswer(200, page(`Order ${ref}`, summary(order) + addressForm(order)));
  const [status, words] = order.state === 'awaiting_payment' ? WORDS.expired : [200, stateWords(order)];
  return htmlAnswer(status, page(`Order ${ref}`, `<p>${words}</p>${summary(order)}`));
}

function readAddress(body: string): DeliveryAddress {
  const given = new URLSearchParams(body);
  const line = (name: keyof DeliveryAddress) => (given.get(name) ?? '').trim();
  const [name, street, postcode, city] = [line('name'), line('street'), line('postcode'), line('city')];
  return {name, street, postcode, city, country: line('country')};
}

function stateWords({state, refundedCents}: SupplierOrder): string {
  if (state === 'paid') return 'This order is paid.';
  return refundedCents > 0
    ? 'The article could not be supplied. The order was refunded in full.'
    : 'The article could not be supplied. The order was closed before payment.';
}

function summary(order: SupplierOrder): string {
  const rows = [
    ['Order', order.ref],
    ['Your reference', order.reference],
    ['Article', order.articleId],
    ['Colour', order.colour],
    ['Size', order.size],
    ['Quantity', String(order.qty)],
    ['Price', euros(order.priceCents)],
    ['Shipping', `${ZONES[order.zone].label}, ${euros(order.feeCents)}`],
    ['Total', euros(order.totalCents)],
    ['State', order.state],
  ];
  const cells = rows.map(([name = '', value = '']) => `<tr><th>${name}<td>${escaped(value)}`);
  return `<table>${cells.join('')}</table><p>Duties and import taxes are not included.</p>`;
}

function addressForm({zone}: SupplierOrder): string {
  const countries = countriesOf(zone).map((code) => `<option>${code}`);
  const fields = ADDRESS_LINES.map((name) => `<label>${name} <input name="${name}" required></label>`);
  return `<form method="post">${fields.join('')}<label>country <select name="country">${countries.join('')}</select></label><button>Pay</button></form>`;
}
