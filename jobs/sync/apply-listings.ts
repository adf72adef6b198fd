// Step five: plans what each chosen article's listing needs now and applies it in the store.
import {countStanding, type Planning} from '../../server/db/catalogue/candidates.ts';
import {chooseAtNewCosts} from '../../server/db/catalogue/choose-again.ts';
import {loadPublishDue, savePublished} from '../../server/db/listings/publish-due.ts';
import {publishLater} from '../../server/shopify/products/publish.ts';
import {applyPlans} from './apply-plans.ts';
import {brakeMovedCosts} from './brakes.ts';
import {enterStep} from './heartbeat.ts';
import {brakeOffSale} from './off-sale-guard.ts';
import {planListings} from './plan-listings.ts';
import {type Run, type RunWithStore, settingsPrint} from './run.ts';

/**
 * Plan, brake, apply, one batch at a time: products are written while others are still being planned. What would take products off
 * sale waits in the brake until everything is planned.
 */
export async function applyListings(run: RunWithStore): Promise<void> {
  await enterStep(run, 'applying');
  const {only, createsNew} = run;
  const articles: Planning = {
    shop: run.shop,
    settingsPrint: settingsPrint(run),
    onlyListed: !createsNew,
    ...(only === null ? {} : {only}),
  };
  const keepPrices = await brakeMovedCosts(run);
  await run.write((to) => chooseAtNewCosts(to, run.shop, {kept: keepPrices, only}));
  const isPlanDue = await countWhatStands(run, articles);
  run.report.measure(true);
  const scope = {...articles, keepPrices};
  const planned = isPlanDue ? planListings(run, scope) : [];
  const released = brakeOffSale(run, scope, planned);
  await applyPlans(run, released);
  if (run.kind !== 'preview') await publishDue(run);
}

/** Articles the database found unchanged need no plan and are only counted. Returns whether others are left. */
async function countWhatStands({deps, report}: RunWithStore, articles: Planning): Promise<boolean> {
  const {chosen, unchanged, held, resting} = await countStanding(deps.db, articles);
  report.count('chosen', chosen);
  report.count('unchanged', unchanged);
  report.count('held', held);
  report.count('quarantined', resting);
  return chosen !== unchanged + held + resting;
}

/** Products that were created but not published to the Online Store: retried, and reported, by each run that applies their listings. */
async function publishDue(run: Run): Promise<void> {
  const due = await loadPublishDue(run.deps.db, run.shop, run.only);
  const reasons: string[] = [];
  const hindrance = await publishLater(
    run.admin,
    run.shop,
    due,
    async (product, published) => {
      const {unpublished, writes} = published;
      run.report.count('writes', writes);
      await run.write((to) => savePublished(to, run.shop, product, published));
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
