// Undoes what an earlier run changed, product by product: reads the product, and sets back only fields that are still as that run wrote
// them. It is a run itself, so no other run writes meanwhile, and it is resumed if its worker dies.
import pMap from 'p-map';
import {
  countArticlesToUndo,
  countUndoneArticles,
  loadArticlesToUndo,
  loadChangesToUndo,
  loadLaterUndoneValues,
} from '../../../server/db/runs/undo-changes.ts';
import {enterStep} from '../heartbeat.ts';
import {readStore} from '../read/read-store.ts';
import type {Run, RunWithStore} from '../run.ts';
import {type ProductToUndo, undoProduct} from './undo-product.ts';

/** How many products are loaded at once. */
const batchSize = 200;
/** How many products are handled at once; the shop's rate limiter decides how fast calls are sent. */
const undoConcurrency = 8;

/** Carries out a run of kind `undo`: undoes the run that `undoes` names. */
export async function undoRun(opened: Run): Promise<void> {
  const {undoes} = opened;
  if (undoes === null) throw new Error('a run to undo another names none');
  const run = await readStore(opened);
  const {db} = run.deps;
  await enterStep(run, 'undoing');
  await countSettledChanges(run);
  const undone = {runId: undoes, undoId: run.id};
  run.report.measure(true);
  for (let after = 0; ; ) {
    const {articleIds, last} = await loadArticlesToUndo(db, run.shop, undone, {after, limit: batchSize});
    if (last === null) return;
    after = last;
    const changes = await loadChangesToUndo(db, run.shop, undone, articleIds);
    const since = await loadLaterUndoneValues(db, run.shop, undoes, articleIds);
    await undoProducts(
      run,
      [...changes].map(([articleId, ofArticle]) => ({
        articleId,
        changes: ofArticle,
        undone: since.get(articleId) ?? new Map(),
      })),
    );
  }
}

/** Undoes several products at once. Throws the first failure only when the others are finished too. */
async function undoProducts(run: RunWithStore, products: readonly ProductToUndo[]): Promise<void> {
  const failures: unknown[] = [];
  const undoOne = async (product: ProductToUndo): Promise<void> => {
    if (failures.length > 0) return;
    try {
      await undoProduct(run, product);
    } catch (error) {
      failures.push(error);
    }
  };
  await pMap(products, undoOne, {concurrency: undoConcurrency});
  if (failures.length > 0) throw failures[0];
}

/** Counts the changes that an interrupted attempt of this undo settled. */
async function countSettledChanges({deps: {db}, shop, id, undoes, report}: Run): Promise<void> {
  if (undoes === null) return;
  const {setBack, left} = await countUndoneArticles(db, shop, id);
  report.count('chosen', await countArticlesToUndo(db, shop, {runId: undoes, undoId: id}));
  report.count('updated', setBack);
  report.count('unchanged', left);
}
