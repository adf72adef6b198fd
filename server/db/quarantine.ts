// Articles a run could not carry, each with its reason; one bad article never stops the rest.

import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from './tables.ts';

export type QuarantineEntry = {
  readonly articleId: string;
  readonly reason: string;
  readonly inputHash: string | null;
};

export async function saveQuarantine(
  db: Kysely<Tables>,
  shop: ShopDomain,
  runId: string,
  entries: readonly QuarantineEntry[],
  now: Date,
): Promise<void> {
  for (const {articleId, reason, inputHash} of entries) {
    const values = {run_id: runId, reason: reason.slice(0, 2_000), input_hash: inputHash};
    await db
      .insertInto('quarantine')
      .values({shop, article_id: articleId, ...values, since: now})
      .onConflict((conflict) => conflict.columns(['shop', 'article_id']).doUpdateSet(values))
      .execute();
  }
}

export async function releaseQuarantine(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleIds: readonly string[],
): Promise<void> {
  if (articleIds.length === 0) return;
  await db.deleteFrom('quarantine').where('shop', '=', shop).where('article_id', 'in', articleIds).execute();
}

/** What the run of this id, which looked at everything, did not meet again is well by now. */
export async function releaseOthers(db: Kysely<Tables>, shop: ShopDomain, runId: string): Promise<void> {
  await db.deleteFrom('quarantine').where('shop', '=', shop).where('run_id', '<>', runId).execute();
}

/** Fingerprints of what the store refused, by article. */
export async function loadRefusedInputs(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleIds: readonly string[],
): Promise<ReadonlyMap<string, {readonly inputHash: string; readonly reason: string}>> {
  if (articleIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('quarantine')
    .select(['article_id', 'input_hash', 'reason'])
    .where('shop', '=', shop)
    .where('input_hash', 'is not', null)
    .where('article_id', 'in', articleIds)
    .execute();
  return new Map(rows.map((row) => [row.article_id, {inputHash: row.input_hash ?? '', reason: row.reason}]));
}

export async function countQuarantined(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const row = await db
    .selectFrom('quarantine')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shop', '=', shop)
    .executeTakeFirstOrThrow();
  return row.count;
}
