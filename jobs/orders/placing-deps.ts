// Types that the steps of placing share.
import type {OpenState} from '#domain/orders/dropship-state.ts';
import type {NotSent} from '#domain/orders/not-sent.ts';
import type {OrderWords} from '#domain/orders/order-words.ts';
import type {SendableLine} from '#domain/orders/plan-dropship.ts';
import type {Send} from '#domain/orders/plan-send.ts';
import type {StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import type {Deps} from '../../server/deps.ts';

export type PlacingDeps = Pick<
  Deps,
  'db' | 'sealer' | 'supplier' | 'orderRequests' | 'admin' | 'log' | 'now' | 'waitMs' | 'newId' | 'checkpoint'
>;

export type OpenOrder = StoredDropshipOrder & {readonly state: OpenState};

/** The right to send a shop's orders. */
export type Lane = {
  /** Rises with every holder; the database refuses the claim of an older one. */
  readonly token: number;
  /** Whether no other worker can have the lane by now. By this process's own clock, so it can be checked right before the first byte. */
  readonly isHeld: () => boolean;
};

/** Everything is known, and nothing prevents sending. */
export type Ready = {
  readonly kind: 'ready';
  readonly sendable: SendableLine;
  readonly what: Send;
  readonly key: string;
};

/** The supplier is unreachable, fails or refuses to answer for this article, or has been unreachable for too long. */
export type SupplierTrouble = 'supplier_unreachable' | 'supplier_failing' | 'stock_refused' | 'supplier_away';

/** Not to be sent now. `cause` names what has to change, which decides how long the order waits. */
export type NotReady = {
  readonly kind: 'not_ready';
  /** Colour and size as they would be ordered, as far as known; left out when there is nothing new. */
  readonly words?: OrderWords | null;
} & (
  | {
      /** The order, the shop or the article prevents sending. */
      readonly cause: 'plan';
      readonly plan: NotSent;
      /** When to look again; null: the reason's own interval applies. */
      readonly until: Date | null;
    }
  | {
      /** Shopify could not be read: the order keeps its state. */
      readonly cause: 'store';
      readonly plan: NotSent;
      readonly until: Date;
      /** Whether the shop's other orders should wait as well. */
      readonly concernsOthers: boolean;
    }
  | {readonly cause: 'supplier'; readonly trouble: SupplierTrouble}
);

export const byPlan = (plan: NotSent, until: Date | null = null): NotReady => ({
  kind: 'not_ready',
  cause: 'plan',
  plan,
  until,
});

export const bySupplier = (trouble: SupplierTrouble): NotReady => ({kind: 'not_ready', cause: 'supplier', trouble});
