// A run's mass changes wait for the merchant. A preview only saves what would wait.
import type {ArticleId} from '#domain/ids.ts';
import {hasMoved, planCostBrake} from '#domain/pricing/plan-cost-brake.ts';
import {
  type Brake,
  liftBrake,
  loadCostMoves,
  loadOtherCosts,
  loadWaitingBrake,
  saveBrake,
} from '../../server/db/runs/brakes.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import type {Run} from './run.ts';

export type Waiting = {
  readonly reason: string;
  readonly articleIds: readonly ArticleId[];
  /** Of a cost brake: the costs in question. */
  readonly costs?: Readonly<Record<ArticleId, number>>;
};

/** Sets the brake when a run over all articles finds too many changes; lifts it when none wait any more. */
export async function setBrake(run: Run, kind: Brake['kind'], waiting: Waiting | null): Promise<void> {
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

/** A preview lists products that a brake would stop: `field` is "brake", `after` its kind. */
async function saveForeseenBrake(run: Run, kind: Brake['kind'], {reason, articleIds}: Waiting): Promise<void> {
  const changeKind = kind === 'retire' ? 'retire' : kind === 'hold' ? 'hold' : 'update';
  const changes = articleIds.map((articleId) => {
    const change = {articleId, kind: changeKind, field: 'brake', before: null, after: kind, why: reason} as const;
    return change;
  });
  await run.write((transaction) => saveRunChanges(transaction, run, changes, run.deps.now()));
}

/**
 * If too many costs moved too far at once, those products keep their prices until the merchant decides. Returns their articles. A run over
 * named articles sets no brake: if it reads another cost than the merchant decided on, the price stays until a run over all articles.
 */
export async function brakeMovedCosts(run: Run): Promise<ReadonlySet<string>> {
  const {db} = run.deps;
  if (run.only !== null) {
    const before = await loadWaitingBrake(db, run.shop, 'cost');
    const others = (await loadOtherCosts(db, run.shop, run.only)).filter(hasMoved);
    return new Set([...(before?.article_ids ?? []), ...others.map(({articleId}) => articleId)]);
  }
  const brake = planCostBrake(await loadCostMoves(db, run.shop));
  const waiting = brake.kind === 'go' ? null : brake;
  await setBrake(run, 'cost', waiting);
  return new Set(waiting?.articleIds);
}
