// What a run would take from products on sale is set apart until everything is planned, and braked where it is too much.
import {decideLoss, type Losses, noteLoss} from '#domain/catalogue/losses.ts';
import {type LossKind, lossOf} from '#domain/catalogue/plan-loss-brake.ts';
import {loadShelf} from '../../server/db/listings/listings-to-retire.ts';
import {forgetLosses, liftBrake, loadHeldBrake, saveBrake} from '../../server/db/runs/brakes.ts';
import type {Planned} from './plan-batch.ts';
import {type Run, settingsPrint} from './run.ts';
import {saveForeseenBrake} from './save-preview.ts';

/** What of a batch takes nothing from a product on sale; everything else is written into `losses`. */
export async function separateRemovals(
  run: Run,
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

export type Decided = {
  /** Carried out whole. */
  readonly go: ReadonlySet<string>;
  /** These keep their variants; everything else of them is carried out. */
  readonly keepVariants: ReadonlySet<string>;
  /** These stay on sale as they are. */
  readonly stay: ReadonlySet<string>;
};

export async function decideRemovals(run: Run, losses: Losses): Promise<Decided> {
  const variants = await brakeLosses(run, 'variants', losses);
  const hold = await brakeLosses(run, 'hold', losses);
  return {
    go: new Set([...losses.wanted, ...variants.go, ...hold.go]),
    keepVariants: new Set([...losses.kept.variants, ...variants.held]),
    stay: new Set([...losses.kept.hold, ...hold.held]),
  };
}

/** A run over named articles finds nothing new about the whole shop: it lets be what is held, and saves no brake. */
async function brakeLosses(run: Run, kind: LossKind, losses: Losses) {
  const {db, newId, now} = run.deps;
  const before = run.only === null ? null : await loadHeldBrake(db, run.shop, kind);
  const onShelf = losses.counted[kind].length === 0 ? 0 : (await loadShelf(db, run.shop)).size;
  const inHeld = new Set(before?.article_ids);
  const decided = decideLoss(kind, losses, {onShelf, inHeld, isPartial: run.only !== null});
  const {reason, held} = decided;
  const saves = run.only === null && run.kind !== 'preview';
  if (reason === null) {
    if (saves) await run.write((to) => liftBrake(to, run.shop, kind, now()));
    return decided;
  }
  run.notes.push(reason);
  const row = {id: newId(), shop: run.shop, run_id: run.id, kind, reason, article_ids: held};
  if (saves) await run.write((to) => saveBrake(to, row, now()));
  if (run.kind === 'preview') await saveForeseenBrake(run, kind, reason, held);
  return decided;
}
