// Step four: reads price, colours and sizes from `a=stock`, for named articles always, for others when due (`loadDueDetails`): chosen
// articles, and those that a rule may have left out because of their price.

import pMap from 'p-map';
import {asksForCost} from '#domain/catalogue/choice-rule.ts';
import type {ArticleId} from '#domain/ids.ts';
import {type FreshReading, saveStockReadings, saveUnanswered} from '../../../server/db/catalogue/articles.ts';
import {chooseRepriced} from '../../../server/db/catalogue/choose-again.ts';
import {
  countRefusedDetails,
  type DueDetail,
  loadDueDetails,
  saveRefusedDetails,
} from '../../../server/db/catalogue/due-details.ts';
import {releaseCause} from '../../../server/db/catalogue/quarantine.ts';
import {fetchDropshipStock} from '../../../server/supplier/dropship.ts';
import {passingOver, type ReadArticle, setAside, settingAside} from '../article-trouble.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run, RunWithStore} from '../run.ts';

/** Equal to the number of connections to the supplier. */
const concurrency = 32;
const savedAtOnce = 100;

/**
 * @param given counts the failures of earlier calls of the same run as well; without it, each call counts from zero.
 * @returns how many articles the supplier answered about.
 */
export async function readDetails(run: RunWithStore, given?: ReadArticle): Promise<number> {
  await enterStep(run, 'details');
  const {db, now, supplier} = run.deps;
  const readArticle = given ?? (await settingAside(run));
  const readLeftOut = passingOver(run);
  let answered = 0;
  const fresh: FreshReading[] = [];
  const scope = run.only === null ? {leftOutToo: asksForCost(run.settings.choice)} : {only: run.only};
  const due = loadDueDetails(db, {shop: run.shop, ...scope}, now());
  if (run.only === null) run.report.count('quarantined', await countRefusedDetails(db, run.shop, now()));
  const unanswered: ArticleId[] = [];
  const unknown: ArticleId[] = [];
  const unknownLeftOut: ArticleId[] = [];
  const save = async () => {
    await saveReadings(run, fresh.splice(0));
    await saveUnknown(run, unknownLeftOut.splice(0));
    await saveGaps(run, unanswered.splice(0), unknown.splice(0));
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
    if (fresh.length + unanswered.length >= savedAtOnce) await save();
  };
  try {
    await pMap(due, readOne, {concurrency, signal: run.signal});
  } finally {
    await save();
  }
  run.deps.checkpoint('details-read');
  return answered;
}

/**
 * An older reading stays valid, and products on sale stay on sale. Articles that could not be read are read again by every run,
 * articles unknown to the supplier every night. The merchant is shown the unknown ones, unless the rules left them out.
 */
async function saveGaps(run: Run, unanswered: readonly ArticleId[], unknown: readonly ArticleId[]): Promise<void> {
  if (unanswered.length > 0) await run.write((to) => saveUnanswered(to, run.shop, unanswered));
  await saveUnknown(run, unknown);
  const reason =
    "The supplier's list names it, but the supplier answers nothing about its price, colours and sizes. What is on sale stays on sale as it is; it is asked for again every night.";
  await setAside(
    run,
    unknown.map((id) => ({id, reason})),
  );
}

async function saveUnknown(run: Run, ids: readonly ArticleId[]): Promise<void> {
  if (ids.length > 0) await run.write((to) => saveRefusedDetails(to, run.shop, ids, run.deps.now()));
}

/**
 * Where a rule asks for the cost, an article whose cost has changed is chosen or left out by the new one before this run plans it. For
 * one on sale whose cost changed a lot, the old cost counts until the brake on costs has decided (`chooseRepriced`).
 */
async function saveReadings(run: Run, readings: readonly FreshReading[]): Promise<void> {
  if (readings.length === 0) return;
  const articleIds = readings.map(({id}) => id);
  await run.write(async (to) => {
    const repriced = await saveStockReadings(to, run.shop, readings, run.deps.now());
    await chooseRepriced(to, run.shop, repriced);
    await releaseCause(to, run.shop, {articleIds, cause: 'reading', runId: run.id});
  });
  run.deps.checkpoint('detail-saved');
}
