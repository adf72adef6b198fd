// Collects what a run would take off sale. When everything is planned, it waits for the merchant if it is too large a share.

import {type OffSaleKind, offSaleOf} from '#domain/catalogue/off-sale/plan-off-sale-brake.ts';
import {
  decideOffSale,
  noteOffSale,
  nothingOffSale,
  type PlannedOffSale,
} from '#domain/catalogue/off-sale/planned-off-sale.ts';
import type {SettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId} from '#domain/ids.ts';
import {countLiveListings} from '../../server/db/listings/listings-to-retire.ts';
import {forgetLosses, loadWaitingBrake} from '../../server/db/runs/brakes.ts';
import {setBrake} from './brakes.ts';
import {type Planned, type PlanScope, planListings} from './plan-listings.ts';
import {type RunWithStore, settingsPrint} from './run.ts';

/**
 * Passes plans that take nothing off sale. Of the others it keeps only the ids, decides when everything is
 * planned, and plans the permitted ones again.
 */
export async function* brakeOffSale(
  run: RunWithStore,
  scope: PlanScope,
  planned: AsyncIterable<readonly Planned[]> | readonly never[],
): AsyncGenerator<readonly Planned[]> {
  const offSale = nothingOffSale();
  for await (const batch of planned) yield await separateOffSale(run, batch, offSale);
  const {go, keepVariants, stay} = await decideAll(run, offSale);
  run.report.count('unchanged', stay.size);
  const only = [...go, ...keepVariants];
  if (only.length === 0) return;
  yield* planListings(run, {...scope, only, keepVariants});
  // When the consumer requests another batch, it has applied the last one.
  if (run.kind !== 'preview') await run.write((to) => forgetLosses(to, run.shop, [...go]));
}

/** Returns the plans of a batch that take nothing off sale; adds all others to `offSale`. */
async function separateOffSale(
  run: RunWithStore,
  planned: readonly Planned[],
  offSale: PlannedOffSale,
): Promise<readonly Planned[]> {
  let known: SettingsPrint | undefined;
  const print = () => (known ??= settingsPrint(run));
  const harmless = planned.filter(
    ({chosen, listing, plan}) => !noteOffSale(offSale, {...chosen, listing, plan}, print),
  );
  const over = harmless.flatMap(({chosen, listing, plan}) =>
    chosen.loss !== null && offSaleOf(listing, plan) === null ? [chosen.id] : [],
  );
  if (over.length > 0 && run.kind !== 'preview') await run.write((to) => forgetLosses(to, run.shop, over));
  return harmless;
}

type Decided = {
  /** Applied completely. */
  readonly go: ReadonlySet<ArticleId>;
  /** These keep their variants, except those taken off sale. Their other changes are applied, except a cost that waits for another brake. */
  readonly keepVariants: ReadonlySet<ArticleId>;
  /** These stay on sale unchanged. */
  readonly stay: ReadonlySet<ArticleId>;
};

async function decideAll(run: RunWithStore, offSale: PlannedOffSale): Promise<Decided> {
  const variants = await brakeKind(run, 'variants', offSale);
  const drafts = await brakeKind(run, 'hold', offSale);
  return {
    go: new Set([...offSale.wanted, ...variants.go, ...drafts.go]),
    keepVariants: new Set([...offSale.kept.variants, ...variants.waiting]),
    stay: new Set([...offSale.kept.hold, ...drafts.waiting]),
  };
}

/** A run over named articles learns nothing about the whole shop: what waits, waits on, and no brake is saved. */
async function brakeKind(run: RunWithStore, kind: OffSaleKind, offSale: PlannedOffSale) {
  const {db} = run.deps;
  const before = run.only === null ? null : await loadWaitingBrake(db, run.shop, kind);
  const liveListings = offSale.counted[kind].length === 0 ? 0 : await countLiveListings(db, run.shop);
  const inBrake = new Set(before?.article_ids);
  const decided = decideOffSale(kind, offSale, {liveListings, inBrake, isPartial: run.only !== null});
  const {reason, waiting} = decided;
  if (run.only === null) await setBrake(run, kind, reason === null ? null : {reason, articleIds: waiting});
  else if (reason !== null) run.report.note(reason);
  return decided;
}
