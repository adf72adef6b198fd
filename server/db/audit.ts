// Who did what, and when: append-only until it is purged by age, ids and words of ours, never personal data of buyers.
import type {Kysely, Selectable} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {AuditTable} from './order-tables.ts';
import type {Tables} from './tables.ts';

export type StoredAudit = Selectable<AuditTable>;

export type AuditEntry = {
  /** 'app', or 'user:' and Shopify's user id. */
  readonly actor: string;
  /** As in `approve`, `placed_again`, `buyer_erased`. */
  readonly action: string;
  /** The id of what it was done to. */
  readonly subject: string;
  readonly detail?: string | null;
};

/** Give it the transaction that does the thing. */
export async function saveAudit(db: Kysely<Tables>, shop: ShopDomain, entry: AuditEntry, now: Date): Promise<void> {
  const {actor, action, subject, detail = null} = entry;
  await db
    .insertInto('audit')
    .values({shop, at: now, actor: actor.slice(0, 100), action, subject, detail: detail?.slice(0, 500) ?? null})
    .execute();
}

/** Newest first; `subject` narrows it to one thing. `before` is the id the page before ended with. */
export async function loadAudit(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {subject = null, before = null, limit = 50}: {subject?: string | null; before?: number | null; limit?: number} = {},
): Promise<readonly StoredAudit[]> {
  let query = db.selectFrom('audit').selectAll().where('shop', '=', shop);
  if (subject !== null) query = query.where('subject', '=', subject);
  if (before !== null) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}
