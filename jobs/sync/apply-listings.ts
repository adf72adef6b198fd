// Step five: plans what each chosen article's listing needs now and applies it in the store.
import {countStanding, type Planning} from '../../server/db/catalogue/candidates.ts';
import {applyPlans} from './apply-plans.ts';
import {brakeMovedCosts} from './brakes.ts';
import {enterStep} from './heartbeat.ts';
import {planListings} from './plan-listings.ts';
import {publishDue} from './publish-due.ts';
import {brakeRemovals} from './removal-guard.ts';
import {type RunWithStore, settingsPrint} from './run.ts';

/**
 * Plan, brake, apply, one batch at a time: products are written while others are still being planned. Removals from products on
 * sale wait in the brake until everything is planned.
 */
export async function applyListings(run: RunWithStore): Promise<void> {
  await enterStep(run, 'applying');
  const {only} = run;
  const articles: Planning = {shop: run.shop, settingsPrint: settingsPrint(run), ...(only === null ? {} : {only})};
  const isPlanDue = await countWhatStands(run, articles);
  const scope = {...articles, keepPrices: await brakeMovedCosts(run)};
  const planned = isPlanDue ? planListings(run, scope) : [];
  const released = brakeRemovals(run, scope, planned);
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
