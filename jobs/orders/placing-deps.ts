// What the steps of placing hand to one another.
import type {OpenState} from '#domain/orders/dropship-state.ts';
import type {OrderWords} from '#domain/orders/order-words.ts';
import type {Candidate, NotSent} from '#domain/orders/plan-dropship.ts';
import type {Send} from '#domain/orders/plan-send.ts';
import type {StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import type {Deps} from '../../server/deps.ts';

export type PlacingDeps = Pick<
  Deps,
  'db' | 'sealer' | 'supplier' | 'orderRequests' | 'admin' | 'log' | 'now' | 'waitMs' | 'newId' | 'checkpoint'
>;

export type OpenOrder = StoredDropshipOrder & {readonly state: OpenState};

/** Everything is known and nothing speaks against it. */
export type Ready = {
  readonly kind: 'ready';
  readonly candidate: Candidate;
  readonly what: Send;
  readonly key: string;
};

/** The supplier cannot be reached, does not answer for this one article, or did neither for too long. */
export type SupplierTrouble = 'supplier_unreachable' | 'supplier_failing' | 'stock_refused' | 'supplier_away';

/** Not to be sent now. `cause` says what has to change, and so how long the order waits. */
export type NotReady = {
  readonly kind: 'not_ready';
  /** Colour and size that would be ordered, as far as is known; left out where nothing new is known of them. */
  readonly words?: OrderWords | null;
} & (
  | {
      /** What is known of the order, the shop and the article speaks against it. */
      readonly cause: 'plan';
      readonly plan: NotSent;
      /** When to look again, where that is known; null: by the reason. */
      readonly until: Date | null;
    }
  | {
      /** Shopify could not be asked: the order stays what it is. */
      readonly cause: 'store';
      readonly plan: NotSent;
      readonly until: Date;
      /** Whether the shop's other orders are better not tried now. */
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
