// Step five, only after everything else went well: what the list or the choice no longer holds leaves the shelves.

import type {ProductOperation} from '#domain/catalogue/operation.ts';
import {planRetirement} from '#domain/catalogue/plan-retirement.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadListedStates, loadListings, saveListing, saveProductDeleted} from '../../server/db/listings.ts';
import {applyOperations} from '../../server/shopify/apply.ts';
import type {Run} from './open-run.ts';
import type {ListReading} from './read-list.ts';

export async function retireListings(run: Run, list: ListReading): Promise<void> {
  if (!list.complete) return;
  const {db} = run.deps;
  const states = await loadListedStates(db, run.shop, run.settings.choice);
  const plan = planRetirement(states);
  if (plan.kind === 'brake') run.notes.push(plan.reason);
  for (let at = 0; at < plan.retire.length; at += 200) {
    await retireBatch(run, plan.retire.slice(at, at + 200));
    await run.beat();
  }
}

async function retireBatch(run: Run, batch: readonly {articleId: string; reason: string}[]): Promise<void> {
  const {admin, db, now} = run.deps;
  const ids = batch.map(({articleId}) => ArticleId.parse(articleId));
  const listings = await loadListings(db, run.shop, ids);
  const reasons = new Map(batch.map(({articleId, reason}) => [articleId, reason]));
  const operations = ids.flatMap((key): ProductOperation[] => {
    const productGid = listings.get(key)?.productGid ?? null;
    return productGid === null ? [] : [{kind: 'lower', key, productGid}];
  });
  const retire = async (articleId: string, lowered: boolean) => {
    const listing = listings.get(articleId);
    run.counts.retired += 1;
    await saveListing(
      db,
      run.shop,
      {
        articleId,
        productGid: listing?.productGid ?? null,
        state: 'retired',
        reason: reasons.get(articleId) ?? null,
        fingerprint: null,
        lowered: lowered || (listing?.lowered ?? false),
      },
      now(),
    );
  };
  for (const id of ids) if (listings.get(id)?.productGid == null) await retire(id, false);
  await applyOperations(admin, run.shop, operations, async (key, result) => {
    if (result.kind === 'done') {
      run.counts.writes += result.writes;
      await retire(key, result.lowered);
      return;
    }
    const productGid = listings.get(key)?.productGid;
    if (result.kind === 'missing' && productGid) await saveProductDeleted(db, run.shop, productGid, now());
    if (result.kind === 'refused') run.notes.push(`A product could not be taken off sale: ${result.reason}`);
  });
}
