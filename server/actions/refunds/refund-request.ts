// A request of the page about a refund to the buyer: what it needs, who asks for what, and what may come of it.
import type {Kysely} from 'kysely';
import type {RefundAmounts} from '#domain/orders/refunds/plan-refund.ts';
import type {StoredRefund} from '../../db/orders/buyer-refunds.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {Log} from '../../log.ts';
import type {Admin} from '../../shopify/client/admin.ts';

/** What a refund needs; `checkpoint` is called where a crash would matter. */
export type RefundDeps = {
  readonly db: Kysely<Tables>;
  readonly admin: Admin;
  readonly now: () => Date;
  readonly log: Log;
  readonly newId: () => string;
  readonly checkpoint: (name: string) => void;
};

/** Who asks: as the audit trail names the user; `ownAdmin` calls with the token of this user. */
export type RefundUser = {readonly actor: string; readonly ownAdmin: Admin};

/** What the merchant chose. */
export type ChosenRefund = RefundAmounts & {readonly notify: boolean};

export type RefundOutcome =
  | {readonly kind: 'done'; readonly refund: StoredRefund}
  /** The order is not one whose line is paid back here, or it has a successor. */
  | {readonly kind: 'not_now'}
  /** There is a refund already, or it is being sent. */
  | {readonly kind: 'another'}
  | {readonly kind: 'none' | 'unreadable'}
  /** An amount is above what Shopify suggests now, or nothing is to be paid. */
  | {readonly kind: 'line' | 'shipping' | 'nothing'};
