// The webhook inbox.
import type {ColumnType, Generated} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {TextOrNull, Time, TimeOrNull} from './column-types.ts';

/** A webhook: ids only, never a body. */
export type DeliveriesTable = {
  id: Generated<number>;
  shop: ShopDomain;
  topic: string;
  /** Unique per shop and topic: the webhook id; without one, the event id with a hash of the resource; for a found order, its change. */
  event_key: string;
  webhook_id: string;
  /** Gid of the named order, fulfilment order, product or customer, if any. For a privacy request: the gids of all its orders, if any. */
  resource: TextOrNull;
  /** Keyed digest of the signed body. Of equal bodies of one shop and topic at most one row is pending. Null: not known. */
  body_digest: TextOrNull;
  /** Webhooks with this body that arrived until it was handled. One that arrives while it is handled has to be handled again. */
  arrivals: Generated<number>;
  /** The event keys of the latest webhooks with this body, without the row's own key. */
  covered_keys: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>;
  state: Generated<'pending' | 'done' | 'failed'>;
  /** How often it was handled without being done, postponements included. */
  attempts: Generated<number>;
  /** How often handling it failed, postponements not included. */
  failures: Generated<number>;
  reason: TextOrNull;
  /** The delivery is not handled before this time; null: as soon as possible. */
  next_attempt_at: TimeOrNull;
  /** For an uninstall: when Shopify was first asked about it; null: not yet, or another topic. */
  first_asked_at: TimeOrNull;
  /** For an uninstall: when Shopify first answered that the app is installed; null: it has not, or another topic. */
  refuted_at: TimeOrNull;
  /** When the event happened, as Shopify states it; null: not stated. */
  triggered_at: TimeOrNull;
  received_at: Time;
  /** When the delivery was done or failed for good; null: it is pending. */
  done_at: TimeOrNull;
};
