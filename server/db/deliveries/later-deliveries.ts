// Postpones a delivery to a given time: Shopify is asked again then, or other work goes first.
import type {Kysely} from 'kysely';
import type {Tables} from '../tables/tables.ts';

export type Later = {
  /** When it is handled again. */
  readonly at: Date;
  /** One sentence. */
  readonly why: string;
  readonly firstAskedAt: Date | null;
  readonly refutedAt: Date | null;
};

/** The delivery stays pending, and is not handled before its time. */
export async function markDeliveryLater(db: Kysely<Tables>, id: number, later: Later): Promise<void> {
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
