// Collects a run's removals from products on sale. When everything is planned, a brake holds them if they are too large a share.

import {type RemovalKind, removalOf} from '#domain/catalogue/off-sale/plan-removal-brake.ts';
import {
  decideRemoval,
  noRemovals,
  noteRemoval,
  type PlannedRemovals,
} from '#domain/catalogue/off-sale/planned-removals.ts';
import type {SettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId} from '#domain/ids.ts';
import {countLiveListings} from '../../server/db/listings/listings-to-retire.ts';
import {forgetRemovals, loadHeldBrake} from '../../server/db/runs/brakes.ts';
import {setBrake} from './brakes.ts';
import {type Planned, type PlanScope, planListings} from './plan-listings.ts';
import {type RunWithStore, settingsPrint} from './run.ts';

/**
 * Passes plans that remove nothing from a product on sale. Of the others it keeps only the ids, decides when everything is
 * planned, and plans the permitted ones again.
 */
export async function* brakeRemovals(
  run: RunWithStore,
  scope: PlanScope,
  planned: AsyncIterable<readonly Planned[]> | readonly never[],
): AsyncGenerator<readonly Planned[]> {
  const removals = noRemovals();
  for await (const batch of planned) yield await separateRemovals(run, batch, removals);
  const {go, keepVariants, stay} = await decideRemovals(run, removals);
  run.report.count('unchanged', stay.size);
  const only = [...go, ...keepVariants];
  if (only.length === 0) return;
  yield* planListings(run, {...scope, only, keepVariants});
  // When the consumer requests another batch, it has applied the last one.
  if (run.kind !== 'preview') await run.write((to) => forgetRemovals(to, run.shop, [...go]));
}

/** Returns the plans of a batch that remove nothing from a product on sale; adds all others to `removals`. */
async function separateRemovals(
  run: RunWithStore,
  planned: readonly Planned[],
  removals: PlannedRemovals,
): Promise<readonly Planned[]> {
  let known: SettingsPrint | undefined;
  const print = () => (known ??= settingsPrint(run));
  const harmless = planned.filter(
    ({chosen, listing, plan}) => !noteRemoval(removals, {...chosen, listing, plan}, print),
  );
  const over = harmless.flatMap(({chosen, listing, plan}) =>
    chosen.loss !== null && removalOf(listing, plan) === null ? [chosen.id] : [],
  );
  if (over.length > 0 && run.kind !== 'preview') await run.write((to) => forgetRemovals(to, run.shop, over));
  return harmless;
}

type Decided = {
  /** Applied completely. */
  readonly go: ReadonlySet<ArticleId>;
  /** These keep their variants, except those taken off sale. Their other changes are applied, except a cost held by another brake. */
  readonly keepVariants: ReadonlySet<ArticleId>;
  /** These stay on sale unchanged. */
  readonly stay: ReadonlySet<ArticleId>;
};

async function decideRemovals(run: RunWithStore, removals: PlannedRemovals): Promise<Decided> {
  const variants = await brakeKind(run, 'variants', removals);
  const hold = await brakeKind(run, 'hold', removals);
  return {
    go: new Set([...removals.wanted, ...variants.go, ...hold.go]),
    keepVariants: new Set([...removals.kept.variants, ...variants.held]),
    stay: new Set([...removals.kept.hold, ...hold.held]),
  };
}

/** A run over named articles learns nothing about the whole shop: it leaves held changes alone and saves no brake. */
async function brakeKind(run: RunWithStore, kind: RemovalKind, removals: PlannedRemovals) {
  const {db} = run.deps;
  const before = run.only === null ? null : await loadHeldBrake(db, run.shop, kind);
  const liveListings = removals.counted[kind].length === 0 ? 0 : await countLiveListings(db, run.shop);
  const inHeld = new Set(before?.article_ids);
  const decided = decideRemoval(kind, removals, {liveListings, inHeld, isPartial: run.only !== null});
  const {reason, held} = decided;
  if (run.only === null) await setBrake(run, kind, reason === null ? null : {reason, articleIds: held});
  else if (reason !== null) run.report.note(reason);
  return decided;
}
