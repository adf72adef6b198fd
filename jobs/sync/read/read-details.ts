// Step four of a run: reads price, colours and sizes from `a=stock`, always for named articles, for others when due (`loadDueDetails`):
// chosen articles, and those that a rule may have left out because of their price.

import pMap from 'p-map';
import {rulesUseCost} from '#domain/catalogue/choice-rule.ts';
import type {ArticleId} from '#domain/ids.ts';
import {markUnanswered, type NewStockReading, saveStockReadings} from '../../../server/db/catalogue/articles.ts';
import {chooseRepriced} from '../../../server/db/catalogue/choose-again.ts';
import {
  countRefusedDetails,
  type DueDetail,
  loadDueDetails,
  saveRefusedDetails,
} from '../../../server/db/catalogue/due-details.ts';
import {releaseByCause} from '../../../server/db/catalogue/quarantine.ts';
import {fetchDropshipStock} from '../../../server/supplier/dropship.ts';
import {
  createQuarantiningReader,
  createSkippingReader,
  quarantineArticles,
  type TryReadArticle,
} from '../article-trouble.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run, RunWithStore} from '../run.ts';

/** Equal to the number of connections to the supplier. */
const detailConcurrency = 32;
/** How many answers are saved in one transaction. */
const saveBatchSize = 100;

/**
 * Reads and saves the details that are due, or those of the articles to which the run is limited.
 * @param given a reader that has counted failures of earlier calls in the same run; left out: failures count from zero.
 * @returns how many articles the supplier answered about.
 */
export async function readDetails(run: RunWithStore, given?: TryReadArticle): Promise<number> {
  await enterStep(run, 'details');
  const {db, now, supplier} = run.deps;
  const readArticle = given ?? (await createQuarantiningReader(run));
  const readLeftOut = createSkippingReader(run);
  let answered = 0;
  const fresh: NewStockReading[] = [];
  const scope = run.only === null ? {leftOutToo: rulesUseCost(run.settings.choice)} : {only: run.only};
  const due = loadDueDetails(db, {shop: run.shop, ...scope}, now());
  if (run.only === null) run.report.count('quarantined', await countRefusedDetails(db, run.shop, now()));
  const unanswered: ArticleId[] = [];
  const unknown: ArticleId[] = [];
  const unknownLeftOut: ArticleId[] = [];
  const save = async () => {
    await saveReadings(run, fresh.splice(0));
    await saveRefused(run, unknownLeftOut.splice(0));
    await saveUnread(run, unanswered.splice(0), unknown.splice(0));
  };
  const readOne = async ({id, readFor, isLeftOut}: DueDetail) => {
    await run.beat();
    let wasAsked = false;
    const ask = async () => {
      wasAsked = true;
      const stock = await fetchDropshipStock(supplier, run.keys.dropship, id, run.signal);
      if (stock === null) (isLeftOut ? unknownLeftOut : unknown).push(id);
      return stock;
    };
    const stock = await (isLeftOut ? readLeftOut : readArticle)(id, ask);
    if (stock === null && wasAsked) unanswered.push(id);
    else if (stock !== null) {
      fresh.push({id, stock, readFor});
      answered += 1;
    }
    if (fresh.length + unanswered.length >= saveBatchSize) await save();
  };
  try {
    await pMap(due, readOne, {concurrency: detailConcurrency, signal: run.signal});
  } finally {
    await save();
  }
  run.deps.checkpoint('details-read');
  return answered;
}

/**
 * Saves which articles could not be read; their older readings stay valid. `unanswered` ones are read again by every run, those `unknown`
 * to the supplier every night. The unknown ones are quarantined, so that the merchant sees them.
 */
async function saveUnread(run: Run, unanswered: readonly ArticleId[], unknown: readonly ArticleId[]): Promise<void> {
  if (unanswered.length > 0) await run.write((to) => markUnanswered(to, run.shop, unanswered));
  await saveRefused(run, unknown);
  const reason =
    "The supplier's list names it, but the supplier answers nothing about its price, colours and sizes. What is on sale stays on sale as it is; it is asked for again every night.";
  await quarantineArticles(
    run,
    unknown.map((id) => ({id, reason})),
  );
}

/**
 * Counts for each of these articles a request in which the supplier did not know its details. Such articles are read again only at night.
 */
async function saveRefused(run: Run, ids: readonly ArticleId[]): Promise<void> {
  if (ids.length > 0) await run.write((to) => saveRefusedDetails(to, run.shop, ids, run.deps.now()));
}

/**
 * Saves readings. If a rule uses the cost, articles whose cost changed are chosen again by the new cost before this run plans them. For one
 * on sale whose cost moved far, the old cost counts until the cost brake has decided (`chooseRepriced`).
 */
async function saveReadings(run: Run, readings: readonly NewStockReading[]): Promise<void> {
  if (readings.length === 0) return;
  const articleIds = readings.map(({id}) => id);
  await run.write(async (to) => {
    const repriced = await saveStockReadings(to, run.shop, readings, run.deps.now());
    await chooseRepriced(to, run.shop, repriced);
    await releaseByCause(to, run.shop, {articleIds, cause: 'reading', runId: run.id});
  });
  run.deps.checkpoint('detail-saved');
}
