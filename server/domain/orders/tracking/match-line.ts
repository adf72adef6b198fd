// Finds the dropship order that a line of a tracking list means, and decides whether it can be marked as shipped.
import type {DropshipOrderId, LineItemGid, OrderGid} from '#domain/ids.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {LineShipment} from '#domain/orders/tracking/check-cells.ts';

/** A dropship order as the match needs it. */
export type NamedOrder = {
  readonly id: DropshipOrderId;
  readonly order_gid: OrderGid;
  readonly line_gid: LineItemGid;
  readonly generation: number;
  readonly order_name: string;
  readonly reference: string;
  /** The supplier's number; null: it gave none. */
  readonly ref: string | null;
  readonly state: DropshipState;
  readonly carrier: string | null;
  readonly tracking_number: string | null;
  readonly tracking_url: string | null;
  readonly fulfil: string | null;
  readonly fulfilment_gid: string | null;
  readonly buyer_erased_at: Date | null;
};

/** `ready`: it can be marked as shipped. `known`: it is, with this number. `refused`: neither. `text` says it for the merchant. */
export type LineMatch<Order extends NamedOrder = NamedOrder> = {
  readonly state: 'ready' | 'known' | 'refused';
  readonly text: string;
  /** The order that is meant; null: none, or several. */
  readonly order: Order | null;
};

/** The text of a line of which there is nothing more to say than that it is ready. */
export const readyText = 'It can be marked as shipped.';

/** The texts that an order's name may have in the store if the merchant wrote it with or without its number sign. */
export const namesToFind = (given: string): readonly string[] => [
  given,
  given.startsWith('#') ? given.slice(1) : `#${given}`,
];

/** Decides on one line. @param orders those of the shop that bear its names or its reference; others do no harm. */
export function matchLine<Order extends NamedOrder>(
  line: {readonly order: string; readonly reference: string; readonly shipment: LineShipment},
  orders: readonly Order[],
): LineMatch<Order> {
  const found = findOrders(line, orders);
  if (typeof found === 'string') return {state: 'refused', text: found, order: null};
  const [order, ...others] = found;
  if (order === undefined)
    return {state: 'refused', text: 'Your store has no such order, or it holds nothing of the supplier.', order: null};
  if (others.length === 0) return {...decide(order, line.shipment), order};
  return {state: 'refused', text: `This order is sent in ${found.length} parts. ${whichText(found)}`, order: null};
}

/** Asks which of these orders is meant. */
function whichText(orders: readonly NamedOrder[]): string {
  const references = orders.slice(0, mostNamed).map(({reference}) => reference);
  const more = orders.length > mostNamed ? ', …' : '';
  return `Name the one that is meant by your reference: ${references.join(', ')}${more}.`;
}

/** How many references one sentence names. */
const mostNamed = 10;

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

type Names = {readonly order: string; readonly reference: string};

/**
 * The orders that the line may mean, or a sentence if what it says contradicts itself or fits different store orders: a number may be the
 * name of one and the supplier's number of another.
 */
function findOrders<Order extends NamedOrder>(
  {order: name, reference}: Names,
  orders: readonly Order[],
): readonly Order[] | string {
  const hasNumber = (order: Order, given: string) =>
    isSame(order.reference, given) || (order.ref !== null && isSame(order.ref, given));
  const hasName = (order: Order) => namesToFind(name).some((one) => isSame(order.order_name, one));
  if (reference !== '') {
    const numbered = orders.filter((order) => hasNumber(order, reference));
    const fitting = name === '' ? numbered : numbered.filter(hasName);
    if (numbered[0] !== undefined && fitting.length === 0)
      return `The reference belongs to the order ${numbered[0].order_name}.`;
    return fitting.length > 1 ? `This fits several orders. ${whichText(fitting)}` : fitting;
  }
  const fitting = orders.filter((order) => hasName(order) || hasNumber(order, name));
  if (new Set(fitting.map(({order_gid: gid}) => gid)).size > 1)
    return `This fits several orders. ${whichText(fitting)}`;
  const named = fitting.filter(hasName);
  return named.length > 0 ? withoutEnded(latestOf(named)) : fitting;
}

/** Of each line of a store order only its last generation. */
const latestOf = <Order extends NamedOrder>(orders: readonly Order[]): readonly Order[] =>
  orders.filter(
    ({order_gid, line_gid, generation}) =>
      !orders.some((one) => one.order_gid === order_gid && one.line_gid === line_gid && one.generation > generation),
  );

/** States in which no parcel is expected. */
const endedStates: readonly DropshipState[] = ['rejected', 'refunded', 'cancelled', 'dismissed'];

/** Leaves out orders of which no parcel is expected, unless there are no others. */
function withoutEnded<Order extends NamedOrder>(orders: readonly Order[]): readonly Order[] {
  const open = orders.filter(({state}) => !endedStates.includes(state));
  return open.length > 0 ? open : orders;
}

/** Whether this one order can be marked as shipped with the number. */
function decide(order: NamedOrder, shipment: LineShipment): Pick<LineMatch, 'state' | 'text'> {
  const isShipped = order.state === 'shipped';
  if (isShipped && order.tracking_number !== null && isSame(order.tracking_number, shipment.trackingNumber)) {
    return {state: 'known', text: 'It is marked as shipped with this number already.'};
  }
  if (isShipped && (order.tracking_number ?? order.tracking_url) !== null) {
    return refused(
      'It is marked as shipped with another tracking. If this one is right, correct it on the page of the order.',
    );
  }
  if (order.state !== 'paid' && !isShipped) return refused(notPaidTexts[order.state]);
  if (order.buyer_erased_at !== null) {
    return refused(
      'The buyer asked Shopify to be erased, so no tracking is stored. Mark it as shipped on the page of the order.',
    );
  }
  if (isShipped && order.fulfil === 'done' && order.fulfilment_gid === null) {
    return refused('It was fulfilled in the store itself. Enter the tracking on the order’s page in Shopify.');
  }
  return {
    state: 'ready',
    text: isShipped ? 'It is marked as shipped; the tracking is added.' : readyText,
  };
}

const refused = (text: string): Pick<LineMatch, 'state' | 'text'> => ({state: 'refused', text});

const notSent = 'It has not been sent to the supplier yet.';

/** Why an order that is neither paid nor shipped cannot be marked as shipped. */
const notPaidTexts: Readonly<Record<Exclude<DropshipState, 'paid' | 'shipped'>, string>> = {
  waiting: notSent,
  needs_details: notSent,
  blocked: notSent,
  held: notSent,
  placing: 'It is being sent to the supplier at this moment.',
  unconfirmed: 'It is not known whether the supplier has it.',
  rejected: 'The supplier refused it.',
  awaiting_payment: 'It is not marked as paid, and the supplier ships only what is paid.',
  refunded: 'It is marked as refunded by the supplier.',
  cancelled: 'It was cancelled before it was sent.',
  dismissed: 'It is closed.',
};
