// A shopper's order, placed from outside: any country, any line.

import {z} from 'zod';
import {openFulfillmentOrders, scheduleDeliveries} from '../store/fulfilment.ts';
import {requestWhenPaid} from '../store/fulfilment-requests.ts';
import {PlacedPayments, PlacedPresentment, toPayments} from '../store/payments.ts';
import type {Address, CustomerRecord, OrderRecord} from '../store/records.ts';
import {noteSale, type ShopStore} from '../store/shop-store.ts';
import {taxOn, vatPercentFor} from '../store/tax.ts';
import {setPayment} from './payment.ts';
import {Amount, Attributes, amountOf, PlacedLine, placeLine} from './place-line.ts';
import {shopperIn} from './shopper.ts';

export const PlacedOrder = z.strictObject({
  /** ISO 3166-1 alpha-2, of the shipping address; null for an order that ships nowhere. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  province: z.string().nullable().optional(),
  /** The postcode; null leaves the address without one. */
  zip: z.string().nullable().optional(),
  lines: z.array(PlacedLine).min(1),
  financialStatus: z
    .enum(['AUTHORIZED', 'EXPIRED', 'PAID', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'VOIDED'])
    .nullish(),
  /** What was paid of a PARTIALLY_PAID order; half of it where left out. */
  deposit: Amount.optional(),
  /** Null leaves the order without one, as a POS order may be. */
  email: z.string().nullable().optional(),
  name: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  /** The first line of the address; null leaves the order without one. */
  street: z.string().nullable().optional(),
  test: z.boolean().optional(),
  /** When it was placed in another system, for an order that an app brings into the store now; ms. */
  processedAt: z.number().optional(),
  /** Null: without shipping. */
  shippingPrice: Amount.nullable().optional(),
  shippingTitle: z.string().optional(),
  shippingTax: Amount.optional(),
  note: z.string().nullable().optional(),
  customAttributes: Attributes.optional(),
  /** How the buyer pays; by card where left out. */
  payments: PlacedPayments.optional(),
  /** The currency in which the buyer sees and pays the order, where it is another one. */
  presentment: PlacedPresentment.optional(),
  risk: z.enum(['ACCEPT', 'CANCEL', 'INVESTIGATE', 'NONE']).optional(),
  /** How long after the order Shopify's analysis is there, ms; the setting of the stand-in where left out. */
  assessedAfterMs: z.number().optional(),
  /** How long after the order its lines are assigned to locations, ms; at once where left out. */
  routedAfterMs: z.number().optional(),
  riskLevel: z.enum(['HIGH', 'LOW', 'MEDIUM', 'NONE', 'PENDING']).optional(),
});

export type PlacedOrder = z.input<typeof PlacedOrder>;

/** Of an order that does not state it. */
export const usualShipping = {title: 'Standard', price: '6.90'} as const;

export function placeOrder(store: ShopStore, input: PlacedOrder): OrderRecord {
  const given = PlacedOrder.parse(input);
  const now = store.now();
  const number = store.nextOrderNumber;
  store.nextOrderNumber += 1;
  const person = personOf(given);
  const address = addressOf(given, person);
  const percent = percentOf(store, given);
  const order: OrderRecord = {
    id: store.newId(),
    number,
    name: `#${number}`,
    test: given.test ?? false,
    createdAt: now,
    processedAt: given.processedAt ?? now,
    updatedAt: now,
    cancelledAt: null,
    cancelReason: null,
    financialStatus: 'PENDING',
    received: 0,
    payments: toPayments(store, given.payments),
    presentment: given.presentment ?? null,
    edited: false,
    email: person.email,
    phone: given.phone ?? null,
    note: given.note ?? null,
    tags: [],
    customAttributes: given.customAttributes ?? [],
    shippingAddress: address,
    billingAddress: address,
    customer: customerOf(store, person),
    shippingLine: address === null ? null : shippingLineOf(store, given, percent),
    lines: given.lines.map((line) => placeLine(store, line, percent)),
    fulfillmentOrders: [],
    routedAt: now + (given.routedAfterMs ?? 0),
    fulfillments: [],
    refunds: [],
    risk: riskOf(store, given),
    metafields: new Map(),
  };
  setPayment(
    store,
    order,
    given.financialStatus === undefined ? 'PAID' : given.financialStatus,
    depositOf(store, given),
  );
  const usual = address === null ? 'NONE' : 'SHIPPING';
  const methods = given.lines.map(({delivery}) => (delivery === undefined ? usual : delivery));
  openFulfillmentOrders(store, order, (index) => methods[index] ?? null);
  scheduleLater(store, order, given);
  store.orders.set(order.id, order);
  tellOfOrder(store, order);
  return order;
}

function tellOfOrder(store: ShopStore, order: OrderRecord): void {
  store.emit({kind: 'orders/create', order});
  if (order.financialStatus === 'PAID') store.emit({kind: 'orders/paid', order});
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    store.emit({kind: 'fulfillment_orders/order_routing_complete', fulfillmentOrder, at: order.routedAt});
  }
  requestWhenPaid(store, order);
  if (order.risk.assessedAt > order.createdAt)
    store.emit({kind: 'orders/risk_assessment_changed', order, risk: order.risk});
  for (const id of new Set(order.lines.map(({productId}) => productId))) {
    const product = id === null ? undefined : store.products.get(id);
    if (product !== undefined) noteSale(store, product);
  }
}

function scheduleLater(store: ShopStore, order: OrderRecord, {lines}: z.output<typeof PlacedOrder>): void {
  for (const [index, {deliveries = 1}] of lines.entries()) {
    const line = order.lines[index];
    if (line !== undefined && deliveries > 1) scheduleDeliveries(store, order, line, deliveries);
  }
}

/** What ships nowhere is taxed as at home. */
function percentOf({settings}: ShopStore, {country, province = null}: z.output<typeof PlacedOrder>): number {
  return vatPercentFor(settings, {country: country ?? settings.countryCode, province});
}

function shippingLineOf(
  store: ShopStore,
  given: z.output<typeof PlacedOrder>,
  percent: number,
): OrderRecord['shippingLine'] {
  const text = given.shippingPrice === undefined ? usualShipping.price : given.shippingPrice;
  if (text === null) return null;
  const price = amountOf(store, text);
  return {
    id: store.newId(),
    title: given.shippingTitle ?? usualShipping.title,
    // Recorded: the code of a rate is its name.
    code: given.shippingTitle ?? 'standard',
    price,
    tax: given.shippingTax === undefined ? taxOn(store.settings, price, percent) : amountOf(store, given.shippingTax),
    refunded: 0,
  };
}

/** A level that is pending is an assessment under way; otherwise there is none until it is done. The schema allows either. */
function riskOf(store: ShopStore, given: z.output<typeof PlacedOrder>): OrderRecord['risk'] {
  const afterMs = given.riskLevel === 'PENDING' ? 0 : (given.assessedAfterMs ?? store.assessesAfterMs);
  const level = given.riskLevel ?? 'LOW';
  return {assessedAt: store.now() + afterMs, recommendation: given.risk ?? 'ACCEPT', level};
}

const depositOf = (store: ShopStore, {deposit}: z.output<typeof PlacedOrder>): number | undefined =>
  deposit === undefined ? undefined : amountOf(store, deposit);

type Person = {readonly firstName: string | null; readonly lastName: string | null; readonly email: string | null};

function personOf(given: z.output<typeof PlacedOrder>): Person {
  const shopper = shopperIn(given.country ?? 'DE');
  const name = given.name === undefined ? shopper.name : given.name;
  const [firstName = null, ...rest] = name === null ? [] : name.split(' ');
  return {
    firstName,
    lastName: rest.length === 0 ? null : rest.join(' '),
    email: given.email === undefined ? shopper.email : given.email,
  };
}

function addressOf(given: z.output<typeof PlacedOrder>, person: Person): Address | null {
  if (given.country === null) return null;
  const {street, city, zip} = shopperIn(given.country);
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    company: null,
    address1: given.street === undefined ? street : given.street,
    address2: null,
    city,
    zip: given.zip === undefined ? zip : given.zip,
    countryCode: given.country,
    provinceCode: given.province ?? null,
    phone: given.phone ?? null,
  };
}

function customerOf(store: ShopStore, person: Person): CustomerRecord | null {
  if (person.email === null && person.firstName === null) return null;
  for (const known of store.customers.values()) if (known.email !== null && known.email === person.email) return known;
  const customer = {id: store.newId(), createdAt: store.now(), phone: null, ...person};
  store.customers.set(customer.id, customer);
  return customer;
}
