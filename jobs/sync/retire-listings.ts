// Step five, only after everything else went well: what the list or the choice no longer holds leaves the shelves.

import type {OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {planRetirement, type Retirement} from '#domain/catalogue/plan-retirement.ts';
import {ArticleId} from '#domain/ids.ts';
import {
  loadListedStates,
  loadListings,
  type StoredListing,
  saveListing,
  saveProductDeleted,
} from '../../server/db/listings.ts';
import {applyOperations} from '../../server/shopify/apply.ts';
import {rememberLowering} from './lowering.ts';
import type {Run} from './open-run.ts';
import type {ListReading} from './read-list.ts';

export async function retireListings(run: Run, list: ListReading): Promise<void> {
  if (!list.complete) return;
  const states = await loadListedStates(run.deps.db, run.shop, run.settings.choice);
  const plan = planRetirement(states);
  if (plan.kind === 'brake') run.notes.push(plan.reason);
  for (let at = 0; at < plan.retire.length; at += 200) {
    await retireBatch(run, plan.retire.slice(at, at + 200));
    await run.beat();
  }
}

type Leaving = Retirement & {readonly listing: StoredListing};

async function retireBatch(run: Run, batch: readonly Retirement[]): Promise<void> {
  const ids = batch.map(({articleId}) => ArticleId.parse(articleId));
  const listings = await loadListings(run.deps.db, run.shop, ids);
  const leaving = batch.flatMap((retirement): Leaving[] => {
    const listing = listings.get(retirement.articleId);
    return listing === undefined ? [] : [{...retirement, listing}];
  });
  const byKey = new Map(leaving.map((entry) => [entry.articleId, entry]));
  for (const entry of leaving)
    if (entry.listing.productGid === null) await saveRetired(run, entry, entry.listing.lowered);
  const operations = leaving.flatMap(({articleId, listing: {productGid}}): ProductOperation[] =>
    productGid === null ? [] : [{kind: 'lower', key: articleId, productGid}],
  );
  await rememberLowering(run, operations);
  await applyOperations(
    run.admin,
    run.shop,
    operations,
    async (key, result) => {
      const entry = byKey.get(key);
      if (entry) await saveLowered(run, entry, result);
      run.deps.checkpoint('retired');
      await run.beat();
    },
    run.signal,
  );
}

async function saveLowered(run: Run, entry: Leaving, result: OperationResult): Promise<void> {
  const {lowered, productGid} = entry.listing;
  if (result.kind === 'done') {
    run.counts.writes += result.writes;
    await saveRetired(run, entry, result.lowered || lowered);
  }
  if (result.kind === 'missing' && productGid !== null) {
    await run.write((to) => saveProductDeleted(to, run.shop, productGid, run.deps.now()));
  }
  if (result.kind === 'refused') run.notes.push(`A product could not be taken off sale: ${result.reason}`);
}

async function saveRetired(run: Run, {articleId, reason, listing}: Leaving, lowered: boolean): Promise<void> {
  const {productGid} = listing;
  const change = {articleId, productGid, state: 'retired', reason, fingerprint: null, lowered} as const;
  await run.write((to) => saveListing(to, run.shop, change, run.deps.now()));
  run.counts.retired += 1;
}
