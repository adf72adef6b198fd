import {type Answer, htmlAnswer} from '../answers/answer.ts';
import {escaped, euros, facts, page, picture} from '../answers/html.ts';
import type {Catalogue} from '../catalogue/catalogue.ts';
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
type Shop = {readonly orders: OrderBook; readonly catalogue: Catalogue};

/**
 * The page behind `checkout_url`: GET shows the order and asks for the customer's address, POST of an address (name, street,
 * postcode, city and `country` as ISO-2 code, form-encoded) pays. "The session accepts only addresses of that zone's countries."
 */
export function answerCheckout(shop: Shop, {method, ref, session, body}: CheckoutRequest): Answer {
  const {orders} = shop;
  const order = orders.find(ref);
  if (order === undefined || new URL(order.checkoutUrl).searchParams.get('session') !== session) {
    return htmlAnswer(404, page('Checkout', notice('bad', WORDS.unknown[1])));
  }
  const show = (status: number, beside: string) => htmlAnswer(status, page(`Order ${ref}`, sides(shop, order, beside)));
  if (method === 'POST') {
    const given = readAddress(body);
    const [status, words] = WORDS[orders.takeAddress(ref, given)];
    if (status !== 422) return show(status, notice(status === 200 ? 'good' : 'bad', words));
    return show(status, notice('bad', words) + addressForm(order, given));
  }
  if (orders.isOpen(order)) return show(200, addressForm(order, null));
  const [status, words] = order.state === 'awaiting_payment' ? WORDS.expired : [200, stateWords(order)];
  return show(status, notice(order.state === 'paid' ? 'good' : 'bad', words));
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

const notice = (kind: 'good' | 'bad', words: string): string => `<p class="card ${kind}" role="status">${words}</p>`;

function sides({catalogue}: Shop, order: SupplierOrder, beside: string): string {
  const article = catalogue.get(order.articleId);
  const goods = `${picture(article?.images, article?.name, true)}${summary(order, article?.name ?? '')}`;
  return `<div class="sides"><section class="card"><h2>What you order</h2>${goods}</section><div>${beside}</div></div>`;
}

function summary(order: SupplierOrder, name: string): string {
  const rows = facts([
    ['Article', `${name} (${order.articleId})`],
    ['Colour', order.colour],
    ['Size', order.size],
    ['Quantity', String(order.qty)],
    ['Price', euros(order.priceCents)],
    ['Shipping', `${ZONES[order.zone].label}, ${euros(order.feeCents)}`],
    ['Total', euros(order.totalCents)],
    ['Order', order.ref],
    ['Your reference', order.reference],
    ['State', order.state.replace('_', ' ')],
  ]);
  return `${rows}<p class="muted">Duties and import taxes are not included.</p>`;
}

const countryNames = new Intl.DisplayNames('en', {type: 'region'});

/** @param given what was sent and refused; it is not lost. */
function addressForm({zone, country, totalCents}: SupplierOrder, given: DeliveryAddress | null): string {
  const chosen = given?.country ?? country;
  const countries = countriesOf(zone).map((code) => {
    const selected = code === chosen ? ' selected' : '';
    return `<option value="${code}"${selected}>${countryNames.of(code) ?? code} (${code})</option>`;
  });
  const fields = ADDRESS_LINES.map((name) => {
    const value = given === null ? '' : ` value="${escaped(given[name])}"`;
    return `<label>${labels[name]} <input name="${name}" required${value}></label>`;
  });
  const select = `<label>Country <select name="country">${countries.join('')}</select></label>`;
  return `<form class="card" method="post"><h2>Where the customer lives</h2>${fields.join('')}${select}<button class="main">Pay ${euros(totalCents)}</button></form>`;
}

const labels = {name: 'Name', street: 'Street', postcode: 'Postcode', city: 'City'} as const;
