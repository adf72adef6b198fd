// Sets and lifts the brakes of a run: mass changes wait for the merchant. A preview only saves what would wait.
import {articlesKeptBraked} from '#domain/catalogue/off-sale/divide-brake.ts';
import type {ArticleId} from '#domain/ids.ts';
import {hasCostMoved, planCostBrake} from '#domain/pricing/plan-cost-brake.ts';
import {
  type Brake,
  liftBrake,
  loadCostChanges,
  loadUndecidedCosts,
  loadWaitingBrake,
  saveBrake,
} from '../../server/db/runs/brakes.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import type {Run} from './run.ts';

/** Changes that a brake stops until the merchant decides. `reason`: a sentence for the merchant. */
export type BrakedChanges = {
  readonly reason: string;
  readonly articleIds: readonly ArticleId[];
  /** For a cost brake: the new cost of each article. */
  readonly costs?: Readonly<Record<ArticleId, number>>;
};

/**
 * Sets the shop's brake of this kind for the changes that wait; null: there are none, so a brake of this kind is lifted. A preview only
 * saves what would wait. The kind `hold` is the brake on drafts.
 */
export async function setBrake(run: Run, kind: Brake['kind'], waiting: BrakedChanges | null): Promise<void> {
  const {newId, now} = run.deps;
  if (waiting === null) {
    if (run.kind !== 'preview') await run.write((to) => liftBrake(to, run.shop, kind, now()));
    return;
  }
  const {reason, articleIds, costs = null} = waiting;
  run.report.note(reason);
  if (run.kind === 'preview') return saveForeseenBrake(run, kind, waiting);
  const row = {id: newId(), shop: run.shop, run_id: run.id, kind, reason, article_ids: articleIds, costs};
  await run.write((to) => saveBrake(to, row, now()));
}

/** Saves the changes that a brake would stop, for the preview: `field` is "brake", `after` the brake's kind. */
async function saveForeseenBrake(run: Run, kind: Brake['kind'], {reason, articleIds}: BrakedChanges): Promise<void> {
  const changeKind = kind === 'retire' ? 'retire' : kind === 'hold' ? 'hold' : 'update';
  const changes = articleIds.map((articleId) => {
    const change = {articleId, kind: changeKind, field: 'brake', before: null, after: kind, why: reason} as const;
    return change;
  });
  await run.write((transaction) => saveRunChanges(transaction, run, changes, run.deps.now()));
}

/**
 * Sets the cost brake if too many costs moved too far. Returns the articles that keep their prices until the merchant decides. A run over
 * named articles sets no brake: if it reads another cost than the merchant decided on, the price stays until a run over all articles.
 * @param hasMoved whether any product's cost is another one than it is priced on (`countStanding`).
 */
export async function brakeMovedCosts(run: Run, hasMoved: boolean): Promise<ReadonlySet<string>> {
  const {db} = run.deps;
  if (run.only !== null) {
    const before = await loadWaitingBrake(db, run.shop, 'cost');
    const others = (await loadUndecidedCosts(db, run.shop, run.only)).filter(hasCostMoved);
    return new Set([...(before?.article_ids ?? []), ...others.map(({articleId}) => articleId)]);
  }
  const kept = articlesKeptBraked(await loadWaitingBrake(db, run.shop, 'cost'));
  const brake = planCostBrake(hasMoved ? await loadCostChanges(db, run.shop) : [], kept);
  const waiting = brake.kind === 'go' ? null : brake;
  await setBrake(run, 'cost', waiting);
  return new Set(waiting?.articleIds);
}
