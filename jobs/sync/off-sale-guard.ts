// Keeps the plans of a run that would take products off sale until all is planned; if they are too many, they wait for the merchant.

import {articlesKeptBraked} from '#domain/catalogue/off-sale/divide-brake.ts';
import {findOffSaleKind, type OffSaleKind} from '#domain/catalogue/off-sale/plan-off-sale-brake.ts';
import {
  decideOffSale,
  emptyPlannedOffSale,
  noteOffSale,
  type PlannedOffSale,
} from '#domain/catalogue/off-sale/planned-off-sale.ts';
import type {SettingsFingerprint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId} from '#domain/ids.ts';
import {countLiveListings} from '../../server/db/listings/listings-to-retire.ts';
import {clearLossDecisions, loadWaitingBrake} from '../../server/db/runs/brakes.ts';
import {setBrake} from './brakes.ts';
import {type PlannedListing, type PlanScope, planListings} from './plan-listings.ts';
import {type RunWithStore, settingsFingerprintOf} from './run.ts';

/**
 * Yields plans that take nothing off sale at once. Of the others it keeps only the ids, decides when everything is planned, and plans the
 * permitted ones again.
 */
export async function* brakeOffSale(
  run: RunWithStore,
  scope: PlanScope,
  planned: AsyncIterable<readonly PlannedListing[]> | readonly never[],
): AsyncGenerator<readonly PlannedListing[]> {
  const offSale = emptyPlannedOffSale();
  for await (const batch of planned) yield await separateOffSale(run, batch, offSale);
  const {go, keepVariants, stay} = await decideOffSaleOfRun(run, offSale);
  run.report.count('unchanged', stay.size);
  const only = [...go, ...keepVariants];
  if (only.length === 0) return;
  yield* planListings(run, {...scope, only, keepVariants});
  // The consumer has asked for another batch, so it has applied the last one.
  if (run.kind !== 'preview') await run.write((to) => clearLossDecisions(to, run.shop, [...go]));
}

/** Returns the plans of a batch that take nothing off sale; adds all others to `offSale`. */
async function separateOffSale(
  run: RunWithStore,
  planned: readonly PlannedListing[],
  offSale: PlannedOffSale,
): Promise<readonly PlannedListing[]> {
  let known: SettingsFingerprint | undefined;
  const print = () => (known ??= settingsFingerprintOf(run));
  const harmless = planned.filter(
    ({chosen, listing, plan}) => !noteOffSale(offSale, {...chosen, listing, plan}, print),
  );
  const over = harmless.flatMap(({chosen, listing, plan}) =>
    chosen.loss !== null && findOffSaleKind(listing, plan) === null ? [chosen.id] : [],
  );
  if (over.length > 0 && run.kind !== 'preview') await run.write((to) => clearLossDecisions(to, run.shop, over));
  return harmless;
}

/** What becomes of the plans that take something off sale. */
type OffSaleDecision = {
  /** Articles whose plans are applied completely. */
  readonly go: ReadonlySet<ArticleId>;
  /** Articles that keep their variants, except those taken off sale. Other changes are applied, except a cost that waits for a brake. */
  readonly keepVariants: ReadonlySet<ArticleId>;
  /** Articles whose products stay on sale unchanged. */
  readonly stay: ReadonlySet<ArticleId>;
};

/** Decides on all withdrawals and all drafts of the run, and sets or lifts the brake of each. */
async function decideOffSaleOfRun(run: RunWithStore, offSale: PlannedOffSale): Promise<OffSaleDecision> {
  const variants = await decideAndSetBrake(run, 'variants', offSale);
  const drafts = await decideAndSetBrake(run, 'hold', offSale);
  return {
    go: new Set([...offSale.wanted, ...variants.go, ...drafts.go]),
    keepVariants: new Set([...offSale.kept.variants, ...variants.waiting]),
    stay: new Set([...offSale.kept.hold, ...drafts.waiting]),
  };
}

/**
 * Decides on one kind of loss and sets its brake. A run over named articles sets none, and what waits for an earlier brake keeps waiting;
 * in any run, what the merchant kept back of a brake does.
 */
async function decideAndSetBrake(run: RunWithStore, kind: OffSaleKind, offSale: PlannedOffSale) {
  const {db} = run.deps;
  const before = await loadWaitingBrake(db, run.shop, kind);
  const liveListings = offSale.counted[kind].length === 0 ? 0 : await countLiveListings(db, run.shop);
  const inBrake = run.only === null ? articlesKeptBraked(before) : new Set(before?.article_ids);
  const decided = decideOffSale(kind, offSale, {liveListings, inBrake, isPartial: run.only !== null});
  const {reason, waiting} = decided;
  if (run.only === null) await setBrake(run, kind, reason === null ? null : {reason, articleIds: waiting});
  else if (reason !== null) run.report.note(reason);
  return decided;
}
