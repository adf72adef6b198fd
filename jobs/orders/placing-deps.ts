// Types that the steps of placing share.
import type {OpenState} from '#domain/orders/dropship-state.ts';
import type {NotSent} from '#domain/orders/not-sent.ts';
import type {OrderWords} from '#domain/orders/order-words.ts';
import type {SendableLine} from '#domain/orders/plan-dropship.ts';
import type {SendPlan} from '#domain/orders/plan-send.ts';
import type {StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import type {Deps} from '../../server/deps.ts';

/** The parts that placing one order needs. */
export type PlacingDeps = Pick<
  Deps,
  'db' | 'sealer' | 'supplier' | 'orderRequests' | 'admin' | 'log' | 'now' | 'waitMs' | 'newId' | 'checkpoint'
>;

/** A dropship order of which nothing was sent or is being sent. */
export type OpenOrder = StoredDropshipOrder & {readonly state: OpenState};

/** The right of one worker to send a shop's orders. */
export type Lane = {
  /** A number that rises with every holder; the database refuses claims with an older one. */
  readonly token: number;
  /** Whether no other worker can have the lane by now. Uses this process's own clock, so it can be checked right before the first byte. */
  readonly isHeld: () => boolean;
};

/** An order that nothing prevents from being sent: what to send, and the dropship key. */
export type ReadyToSend = {
  readonly kind: 'ready';
  /** What the store order and the settings decide about the line. */
  readonly sendable: SendableLine;
  /** What to order at the supplier. */
  readonly what: SendPlan;
  /** The shop's dropship key, decrypted. */
  readonly key: string;
};

/** What is wrong with the supplier: unreachable, fails for this article, refuses to answer for it, or unreachable for too long. */
export type SupplierTrouble = 'supplier_unreachable' | 'supplier_failing' | 'stock_refused' | 'supplier_away';

/** An order that is not sent now. `cause` says what has to change, which decides how long the order waits. */
export type NotReady = {
  readonly kind: 'not_ready';
  /** Colour and size as they would be ordered, as far as known; left out when there is nothing new. */
  readonly words?: OrderWords | null;
} & (
  | {
      /** The order, the shop or the article prevents sending. */
      readonly cause: 'plan';
      /** The state and reason to store with the order. */
      readonly plan: NotSent;
      /** When to check the order again; null: after the reason's own interval. */
      readonly until: Date | null;
    }
  | {
      /** Shopify could not be asked, refused the app, or gave an unusable answer. */
      readonly cause: 'store';
      /** The state and reason to store: the order's own, or `waiting` if the order waits already or has no readable reason. */
      readonly plan: NotSent;
      /** When to check the order again. */
      readonly until: Date;
      /** Whether the shop's other orders should wait as well. */
      readonly concernsOthers: boolean;
    }
  | {readonly cause: 'supplier'; readonly trouble: SupplierTrouble}
);

/** `until` null: the order is checked again after its reason's own interval. */
export const notReadyByPlan = (plan: NotSent, until: Date | null = null): NotReady => ({
  kind: 'not_ready',
  cause: 'plan',
  plan,
  until,
});

/** How long the order waits is decided by `postponeOrder`. */
export const notReadyBySupplier = (trouble: SupplierTrouble): NotReady => ({
  kind: 'not_ready',
  cause: 'supplier',
  trouble,
});
