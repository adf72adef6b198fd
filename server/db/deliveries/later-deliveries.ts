// Postpones a delivery to a given time: Shopify is asked again then, or other work goes first.
import type {Kysely} from 'kysely';
import type {Tables} from '../tables/tables.ts';

/** Until when and why a delivery is postponed; the other two times concern an uninstall. */
export type DeliveryPostponement = {
  /** When the delivery is handled again. */
  readonly at: Date;
  /** The reason, as one sentence. */
  readonly why: string;
  /** When Shopify was first asked about the uninstall; null: not asked, or not about an uninstall. */
  readonly firstAskedAt: Date | null;
  /** When Shopify first answered that the app is installed; null: it has not. */
  readonly refutedAt: Date | null;
};

/** Keeps the delivery pending until its time, and counts one attempt. */
export async function markDeliveryLater(db: Kysely<Tables>, id: number, later: DeliveryPostponement): Promise<void> {
  await db
    .updateTable('deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      reason: later.why.slice(0, 500),
      next_attempt_at: later.at,
      first_asked_at: later.firstAskedAt,
      refuted_at: later.refutedAt,
    }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}
