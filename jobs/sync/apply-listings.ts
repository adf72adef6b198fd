// Step five of a run: plans what each chosen article's listing needs and applies it in the store.
import {type CandidateScope, countStanding, type StandingCounts} from '../../server/db/catalogue/candidates.ts';
import {chooseAtNewCosts} from '../../server/db/catalogue/choose-again.ts';
import {loadProductsToPublish, savePublishResult} from '../../server/db/listings/publish-due.ts';
import {publishPending} from '../../server/shopify/products/publish.ts';
import {applyPlans} from './apply-plans.ts';
import {brakeMovedCosts} from './brakes.ts';
import {enterStep} from './heartbeat.ts';
import {brakeOffSale} from './off-sale-guard.ts';
import {planListings} from './plan-listings.ts';
import {type Run, type RunWithStore, settingsFingerprintOf} from './run.ts';

/**
 * Plans, brakes and applies one batch at a time, so products are written while others are still being planned. Plans that would take
 * products off sale wait until everything is planned.
 */
export async function applyListings(run: RunWithStore): Promise<void> {
  await enterStep(run, 'applying');
  const {only, createsNew} = run;
  const articles: CandidateScope = {
    shop: run.shop,
    settingsPrint: settingsFingerprintOf(run),
    onlyListed: !createsNew,
    ...(only === null ? {} : {only}),
  };
  const {db} = run.deps;
  const before = await countStanding(db, articles);
  const hasMoved = before.moved > 0;
  const keepPrices = await brakeMovedCosts(run, hasMoved);
  await run.write((to) => chooseAtNewCosts(to, run.shop, {kept: keepPrices, only}));
  // On most nights no cost moved, so the choice is as it was counted.
  const isPlanDue = reportStanding(run, hasMoved ? await countStanding(db, articles) : before);
  run.report.measure(true);
  const scope = {...articles, keepPrices};
  const planned = isPlanDue ? planListings(run, scope) : [];
  const released = brakeOffSale(run, scope, planned);
  await applyPlans(run, released);
  if (run.kind !== 'preview') await publishPendingProducts(run);
}

/** Reports the articles that need no plan. Returns whether others are left. */
function reportStanding({report}: Run, {chosen, unchanged, held, resting}: StandingCounts): boolean {
  report.count('chosen', chosen);
  report.count('unchanged', unchanged);
  report.count('held', held);
  report.count('quarantined', resting);
  return chosen !== unchanged + held + resting;
}

/** Tries again to publish products that were created but not published to the Online Store, and reports failures. */
async function publishPendingProducts(run: Run): Promise<void> {
  const due = await loadProductsToPublish(run.deps.db, run.shop, run.only);
  const reasons: string[] = [];
  const hindrance = await publishPending(
    run.admin,
    run.shop,
    due,
    async (product, published) => {
      const {unpublished, writes} = published;
      run.report.count('writes', writes);
      await run.write((to) => savePublishResult(to, run.shop, product, published));
      if (unpublished !== null) reasons.push(unpublished);
      await run.beat();
    },
    run.signal,
  );
  const first = hindrance ?? reasons[0];
  if (first === undefined) return;
  const count = hindrance === null ? reasons.length : due.length;
  const what = count === 1 ? '1 product is' : `${count} products are`;
  run.report.note(`${what} in the store but could not be put into the Online Store: ${first} It is tried again.`);
}
