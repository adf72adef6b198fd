import {randomBytes} from 'node:crypto';
import type {Refusal} from '../answers/shapes-dropship.ts';
import type {WantedOrder} from './order-request.ts';
import {countriesOf, ZONES} from './zones.ts';

export type OrderState = 'awaiting_payment' | 'paid' | 'refunded';

export type DeliveryAddress = Readonly<Record<(typeof ADDRESS_LINES)[number] | 'country', string>>;

/** Without one of them nothing can be delivered. */
export const ADDRESS_LINES = ['name', 'street', 'postcode', 'city'] as const;

export type SupplierOrder = WantedOrder & {
  ref: string;
  checkoutUrl: string;
  /** Charged once per order, by zone. */
  feeCents: number;
  /** price × qty + fee */
  totalCents: number;
  state: OrderState;
  /** The address the session took: "the partner enters the customer's delivery address". */
  deliveredTo: DeliveryAddress | null;
  refundedCents: number;
  /** ms */
  at: number;
};

/** What a second order with a known `reference` gets: the document does not say. */
export type RepeatedReference = 'second-order' | 'refuse' | 'same-order';

export type OrderBookSettings = {
  repeatedReference: RepeatedReference;
  /** How long a session takes an address; the document does not say. */
  checkoutLivesMs: number;
  now: () => number;
  baseUrl: () => string;
};

type Paid = 'paid' | 'unknown' | 'closed' | 'expired' | 'incomplete' | 'country-refused';

/** Everything the supplier accepted, in the order it came. */
export function openOrderBook(settings: OrderBookSettings) {
  const orders: SupplierOrder[] = [];
  const find = (ref: string): SupplierOrder | undefined => orders.find((order) => order.ref === ref);
  return {
    all: (): readonly SupplierOrder[] => orders.map((order) => ({...order})),
    find,
    place(wanted: WantedOrder): SupplierOrder | Refusal {
      const known = orders.find(({reference}) => reference === wanted.reference);
      if (known !== undefined && settings.repeatedReference === 'same-order') return known;
      if (known !== undefined && settings.repeatedReference === 'refuse') {
        const message = `There is an order with the reference ${wanted.reference} already.`;
        return {status: 409, code: 'duplicate_reference', message, field: 'reference'};
      }
      const order = toOrder(settings, wanted, `DS-${100_001 + orders.length}`);
      orders.push(order);
      return order;
    },
    isOpen: (order: SupplierOrder): boolean => isOpen(settings, order),
    /** The session takes a whole address of its zone's countries and no other; the order is paid with it. */
    takeAddress(ref: string, address: DeliveryAddress): Paid {
      const order = find(ref);
      if (order === undefined) return 'unknown';
      if (order.state !== 'awaiting_payment') return 'closed';
      if (!isOpen(settings, order)) return 'expired';
      if (!countriesOf(order.zone).includes(address.country)) return 'country-refused';
      if (ADDRESS_LINES.some((line) => address[line] === '')) return 'incomplete';
      order.state = 'paid';
      order.deliveredTo = address;
      return 'paid';
    },
    /** The article cannot be supplied: "the order is refunded in full", shipping included. Throws on an unknown ref. */
    refund: (ref: string): SupplierOrder => {
      const order = find(ref);
      if (order === undefined) throw new Error(`There is no order ${ref}.`);
      if (order.state === 'paid') order.refundedCents = order.totalCents;
      order.state = 'refunded';
      return {...order};
    },
  };
}

export type OrderBook = ReturnType<typeof openOrderBook>;

function isOpen({checkoutLivesMs, now}: OrderBookSettings, {state, at}: SupplierOrder): boolean {
  return state === 'awaiting_payment' && now() - at < checkoutLivesMs;
}

function toOrder({baseUrl, now}: OrderBookSettings, wanted: WantedOrder, ref: string): SupplierOrder {
  const {feeCents} = ZONES[wanted.zone];
  return {
    ...wanted,
    ref,
    // Whoever holds the link can pay, so it cannot be guessed.
    checkoutUrl: `${baseUrl()}/checkout/${ref}?session=${randomBytes(18).toString('base64url')}`,
    feeCents,
    totalCents: wanted.priceCents * wanted.qty + feeCents,
    state: 'awaiting_payment',
    deliveredTo: null,
    refundedCents: 0,
    at: now(),
  };
}
