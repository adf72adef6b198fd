// What a run would take from products on sale is set apart until everything is planned, and braked where it is too much.
import {decideLoss, type Losses, noLosses, noteLoss} from '#domain/catalogue/losses.ts';
import {type LossKind, lossOf} from '#domain/catalogue/plan-loss-brake.ts';
import {loadShelf} from '../../server/db/listings/listings-to-retire.ts';
import {forgetLosses, loadHeldBrake} from '../../server/db/runs/brakes.ts';
import {setBrake} from './brakes.ts';
import {type Planned, type PlanScope, planListings} from './plan-listings.ts';
import {type RunWithStore, settingsPrint} from './run.ts';

/**
 * Lets through what takes nothing from a product on sale. Of the rest it keeps the ids alone, decides when everything is planned,
 * and has what may go planned once more.
 */
export async function* brakeRemovals(
  run: RunWithStore,
  scope: PlanScope,
  planned: AsyncIterable<readonly Planned[]> | readonly never[],
): AsyncGenerator<readonly Planned[]> {
  const losses = noLosses();
  for await (const batch of planned) yield await separateRemovals(run, batch, losses);
  const {go, keepVariants, stay} = await decideRemovals(run, losses);
  run.report.count('unchanged', stay.size);
  const only = [...go, ...keepVariants];
  if (only.length === 0) return;
  yield* planListings(run, {...scope, only, keepVariants});
  // Whoever takes the batches has carried out the last one when it asks for another.
  if (run.kind !== 'preview') await run.write((to) => forgetLosses(to, run.shop, [...go]));
}

/** What of a batch takes nothing from a product on sale; everything else is written into `losses`. */
async function separateRemovals(
  run: RunWithStore,
  planned: readonly Planned[],
  losses: Losses,
): Promise<readonly Planned[]> {
  let known: string | undefined;
  const print = () => (known ??= settingsPrint(run));
  const harmless = planned.filter(({chosen, listing, plan}) => !noteLoss(losses, {...chosen, listing, plan}, print));
  const over = harmless.flatMap(({chosen, listing, plan}) =>
    chosen.loss !== null && lossOf(listing, plan) === null ? [chosen.id] : [],
  );
  if (over.length > 0 && run.kind !== 'preview') await run.write((to) => forgetLosses(to, run.shop, over));
  return harmless;
}

type Decided = {
  /** Carried out whole. */
  readonly go: ReadonlySet<string>;
  /** These keep their variants; everything else of them is carried out. */
  readonly keepVariants: ReadonlySet<string>;
  /** These stay on sale as they are. */
  readonly stay: ReadonlySet<string>;
};

async function decideRemovals(run: RunWithStore, losses: Losses): Promise<Decided> {
  const variants = await brakeLosses(run, 'variants', losses);
  const hold = await brakeLosses(run, 'hold', losses);
  return {
    go: new Set([...losses.wanted, ...variants.go, ...hold.go]),
    keepVariants: new Set([...losses.kept.variants, ...variants.held]),
    stay: new Set([...losses.kept.hold, ...hold.held]),
  };
}

/** A run over named articles finds nothing new about the whole shop: it lets be what is held, and saves no brake. */
async function brakeLosses(run: RunWithStore, kind: LossKind, losses: Losses) {
  const {db} = run.deps;
  const before = run.only === null ? null : await loadHeldBrake(db, run.shop, kind);
  const onShelf = losses.counted[kind].length === 0 ? 0 : (await loadShelf(db, run.shop)).size;
  const inHeld = new Set(before?.article_ids);
  const decided = decideLoss(kind, losses, {onShelf, inHeld, isPartial: run.only !== null});
  const {reason, held} = decided;
  if (run.only === null) await setBrake(run, kind, reason === null ? null : {reason, articleIds: held});
  else if (reason !== null) run.report.note(reason);
  return decided;
}
