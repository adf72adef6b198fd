// Takes back what an earlier run changed, product by product: reads the product, compares, and writes only what is still as that run wrote
// it. A run of its own, so it has the shop to itself and is resumed after its worker died.
import pMap from 'p-map';
import {
  countArticlesToUndo,
  countSettled,
  loadArticlesToUndo,
  loadChangesToUndo,
  loadUndoneSince,
} from '../../../server/db/runs/undo-changes.ts';
import {enterStep} from '../heartbeat.ts';
import {readStore} from '../read/read-store.ts';
import type {Run, RunWithStore} from '../run.ts';
import {type ProductToUndo, undoProduct} from './undo-product.ts';

const batchSize = 200;
/** Products at once; the shop's rate limiter decides how fast calls are sent. */
const atOnce = 8;

export async function undoRun(opened: Run): Promise<void> {
  const {undoes} = opened;
  if (undoes === null) throw new Error('a run to undo another names none');
  const run = await readStore(opened);
  const {db} = run.deps;
  await enterStep(run, 'undoing');
  await countWhatIsDone(run);
  const undone = {runId: undoes, undoId: run.id};
  run.report.measure(true);
  for (let after = 0; ; ) {
    const {articleIds, last} = await loadArticlesToUndo(db, run.shop, undone, {after, limit: batchSize});
    if (last === null) return;
    after = last;
    const changes = await loadChangesToUndo(db, run.shop, undone, articleIds);
    const since = await loadUndoneSince(db, run.shop, undoes, articleIds);
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

/** No mapping rejects, so nothing is being written any more when the first failure is thrown. */
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
  await pMap(products, undoOne, {concurrency: atOnce});
  if (failures.length > 0) throw failures[0];
}

/** What an interrupted attempt settled counts too. */
async function countWhatIsDone({deps: {db}, shop, id, undoes, report}: Run): Promise<void> {
  if (undoes === null) return;
  const {setBack, left} = await countSettled(db, shop, id);
  report.count('chosen', await countArticlesToUndo(db, shop, {runId: undoes, undoId: id}));
  report.count('updated', setBack);
  report.count('unchanged', left);
}
