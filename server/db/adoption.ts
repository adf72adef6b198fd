// Whether a shop's products of ours were looked for in its store: once, before the first run that writes.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from './tables.ts';

/** Articles that have a listing already. */
export async function loadListedArticleIds(db: Kysely<Tables>, shop: ShopDomain): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('listings').select('article_id').where('shop', '=', shop).execute();
  return new Set(rows.map((row) => row.article_id));
}

export async function saveAdopted(db: Kysely<Tables>, shop: ShopDomain, at: Date): Promise<void> {
  await db.updateTable('shops').set({adopted_at: at}).where('shop', '=', shop).execute();
}
