// Texts for merchants that several components share: labels and badge tones of orders and runs, brakes, views of the order list.
import type {Brake} from '#contract/approvals.ts';
import type {DropshipOrder, DropshipOrders} from '#contract/dropship-orders.ts';
import type {Overview} from '#contract/overview.ts';
import type {Run} from '#contract/runs.ts';
import {count as inFigures} from './format.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'critical';
type Word = {readonly label: string; readonly tone: Tone};
type DropshipState = DropshipOrder['state'];

export const dropshipWords: Readonly<Record<DropshipState, Word>> = {
  waiting: {label: 'Waiting', tone: 'info'},
  needs_details: {label: 'Needs details', tone: 'warning'},
  blocked: {label: 'Cannot be sent', tone: 'critical'},
  held: {label: 'Held for you', tone: 'warning'},
  placing: {label: 'Being sent', tone: 'info'},
  unconfirmed: {label: 'Not confirmed', tone: 'critical'},
  rejected: {label: 'Refused by the supplier', tone: 'critical'},
  awaiting_payment: {label: 'Waits for your payment', tone: 'warning'},
  paid: {label: 'Paid', tone: 'success'},
  shipped: {label: 'Shipped', tone: 'success'},
  refunded: {label: 'Refunded', tone: 'neutral'},
  cancelled: {label: 'Cancelled', tone: 'neutral'},
  dismissed: {label: 'Dismissed', tone: 'neutral'},
};

/** `lookFor`: whether to show our reference, to search for. */
type Absence = {readonly label: string; readonly lookFor: boolean};
const notSent: Absence = {label: 'Not sent', lookFor: false};

/** Labels for an order without a supplier's number; null if the supplier has it nevertheless. */
export const absentWords: Readonly<Record<DropshipState, Absence | null>> = {
  waiting: notSent,
  needs_details: notSent,
  blocked: notSent,
  held: notSent,
  placing: {label: 'Sending', lookFor: true},
  unconfirmed: {label: 'Check with the supplier', lookFor: true},
  rejected: {label: 'Refused', lookFor: false},
  awaiting_payment: null,
  paid: null,
  shipped: null,
  refunded: null,
  cancelled: notSent,
  // It may have been sent before it was dismissed.
  dismissed: {label: '–', lookFor: false},
};

export const runWords: Readonly<Record<Run['state'], Word>> = {
  queued: {label: 'Starting', tone: 'info'},
  running: {label: 'Running', tone: 'info'},
  done: {label: 'Done', tone: 'success'},
  partial: {label: 'Partly done', tone: 'warning'},
  failed: {label: 'Failed', tone: 'critical'},
  stopped: {label: 'Stopped', tone: 'neutral'},
};

export const isUnderWay = (run: Pick<Run, 'state'> | null): boolean =>
  run !== null && (run.state === 'queued' || run.state === 'running');

export const triggerWords: Readonly<Record<Run['trigger'], string>> = {
  merchant: 'Started by you',
  schedule: 'On schedule',
  catch_up: 'Made up for a missed night',
  connected: 'After a key was connected',
};

type BrakeWords = {
  readonly heading: (count: string, articles: number) => string;
  readonly release: {
    readonly button: string;
    readonly question: (count: string, articles: number) => string;
    readonly done: string;
  };
  readonly discard: {readonly button: string; readonly done: string};
};

const productsOf = (count: string, articles: number): string => `${count} ${articles === 1 ? 'product' : 'products'}`;

const offSale: BrakeWords = {
  heading: (count, articles) => `A run stopped before it took ${productsOf(count, articles)} off sale`,
  release: {
    button: 'Take them off sale',
    question: (count, articles) =>
      `${productsOf(count, articles)} can no longer be bought in your store. They are not deleted, and come back by themselves when the reason is gone.`,
    done: 'They are taken off sale.',
  },
  discard: {button: 'Keep them on sale', done: 'They stay on sale.'},
};

/** What a brake holds, and the effect of both decisions. */
export const brakeWords: Readonly<Record<Brake['kind'], BrakeWords>> = {
  retire: offSale,
  hold: offSale,
  cost: {
    heading: (count, articles) => `A run stopped before it changed the prices of ${productsOf(count, articles)}`,
    release: {
      button: 'Use the new costs',
      question: (count, articles) => `${productsOf(count, articles)} get the price that the supplier’s new cost makes.`,
      done: 'Their prices follow the new costs.',
    },
    discard: {
      button: 'Keep the old prices',
      done: 'They keep their prices until the supplier changes the costs again.',
    },
  },
  variants: {
    heading: (count, articles) => `A run stopped before it removed variants of ${productsOf(count, articles)}`,
    release: {
      button: 'Remove the variants',
      question: (count, articles) =>
        `${productsOf(count, articles)} lose the colours or sizes that the supplier no longer states.`,
      done: 'The variants are removed.',
    },
    discard: {button: 'Keep the variants', done: 'They keep their variants.'},
  },
};

type Flag = DropshipOrder['flags'][number];

/** The first five say not to pay an unpaid order (`unpayableFlags`); the others name a further step. */
export const flagTones: Readonly<Record<Flag['code'], 'critical' | 'caution'>> = {
  order_deleted: 'critical',
  order_cancelled: 'critical',
  order_refunded: 'critical',
  line_removed: 'critical',
  quantity_lowered: 'critical',
  quantity_raised: 'caution',
  destination_changed: 'caution',
  buyer_changed: 'caution',
  fulfilment_cancelled: 'caution',
};

/** Replaces the state's label for an unpaid order that must not be paid. */
export const doNotPayWord: Word = {label: 'Do not pay', tone: 'critical'};

/** Replaces the state's label from "I paid it" until that is saved, undone or refused. */
export const willBePaidWord: Word = {label: 'Will be marked as paid', tone: 'info'};

export type OrderView = {
  readonly value: string;
  readonly label: string;
  readonly states: readonly DropshipState[];
  /** Only orders with an unseen flag. */
  readonly flagged?: boolean;
  /** Only unpaid orders that no flag says not to pay. */
  readonly toPay?: boolean;
  /** Only orders shipped in the last thirty days. */
  readonly recentlyShipped?: boolean;
};

const needYou: readonly DropshipState[] = ['needs_details', 'blocked', 'held', 'rejected'];

export const allOrders: OrderView = {value: 'all', label: 'All', states: []};

export const changedOrders: OrderView = {value: 'changed', label: 'Changed', states: [], flagged: true};
export const unpaidOrders: OrderView = {
  value: 'awaiting_payment',
  label: 'To pay',
  states: ['awaiting_payment'],
};
export const unconfirmedOrders: OrderView = {
  value: 'unconfirmed',
  label: 'Not confirmed',
  states: ['unconfirmed'],
};
export const ordersNeedingYou: OrderView = {value: 'need-you', label: 'Need a decision', states: needYou};

/** The orders that Home counts as shipped. */
export const recentlyShippedOrders: OrderView = {
  value: 'shipped-recently',
  label: 'Shipped in 30 days',
  states: ['shipped'],
  recentlyShipped: true,
};

/** The views that the filter always offers; a link can name others. */
export const orderViews: readonly OrderView[] = [
  allOrders,
  changedOrders,
  unpaidOrders,
  unconfirmedOrders,
  ordersNeedingYou,
  {value: 'moving', label: 'Waiting', states: ['waiting', 'placing']},
  {value: 'paid', label: 'To ship', states: ['paid']},
  {value: 'closed', label: 'Ended', states: ['shipped', 'refunded', 'cancelled', 'dismissed']},
];

/** The filters of the order list, all stored in its URL. */
export type Shown = {readonly view: OrderView; readonly search: string; readonly store: string | null};

export function ordersAddress({view, search, store}: Shown): string {
  const query = new URLSearchParams();
  if (view !== allOrders) query.set('state', view.value);
  if (search !== '') query.set('search', search);
  if (store !== null) query.set('store', store);
  return query.size === 0 ? '/orders' : `/orders?${query.toString()}`;
}

/** The store order in the Shopify admin; null for an id that names none. */
export function adminOrderAddress(orderGid: string): string | null {
  const number = orderGid.slice(orderGid.lastIndexOf('/') + 1);
  return !/^\d+$/.test(number) ? null : `shopify://admin/orders/${number}`;
}

/** The address of the order list with this view and no other filter. */
export const addressOf = (view: OrderView): string => ordersAddress({view, search: '', store: null});

export function shownAt(query: URLSearchParams): Shown {
  const state = query.get('state');
  const view =
    [...orderViews, recentlyShippedOrders].find(({value}) => value === state) ?? stateView(state) ?? allOrders;
  return {view, search: query.get('search') ?? '', store: query.get('store')};
}

/** A URL can name a state that has no view of its own. */
function stateView(name: string | null): OrderView | null {
  return name !== null && isState(name) ? {value: name, label: dropshipWords[name].label, states: [name]} : null;
}

const isState = (name: string): name is DropshipState => Object.hasOwn(dropshipWords, name);

/** How many orders a view shows, by the counts of their states; null where these do not tell. */
export function countIn(
  {states, flagged = false, recentlyShipped = false}: OrderView,
  {states: counts, flagged: withFlags}: Pick<DropshipOrders, 'states' | 'flagged'>,
): number | null {
  if (recentlyShipped) return null;
  if (flagged) return withFlags;
  return counts
    .filter(({state}) => states.length === 0 || states.includes(state))
    .reduce((sum, {count}) => sum + count, 0);
}

/** How many dropship orders wait for the merchant, except for payment and for a look into the supplier account. */
export const countNeedingYou = (orders: Overview['orders']): number =>
  needYou.reduce((sum, state) => sum + (orders[state] ?? 0), 0);

/** A noun with its number: "1 order", "3,000 orders". */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${inFigures(number)} ${number === 1 ? one : many}`;
