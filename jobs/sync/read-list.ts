// Step one: `a=list`, the authority on what can be bought singly.
import {loadListedArticles, saveListed, saveUnlisted} from '../../server/db/article-list.ts';
import {forgetAbsences} from '../../server/db/brakes.ts';
import {recomputeChosenOf} from '../../server/db/choice.ts';
import {saveListRead} from '../../server/db/shops.ts';
import {fetchDropshipList} from '../../server/supplier/dropship.ts';
import {enterStep} from './heartbeat.ts';
import {basisOf, type Run} from './open-run.ts';

export type ListReading = {readonly complete: boolean};

/** Only a complete list takes articles off; an incomplete one may still add and change. */
export async function readList(run: Run): Promise<ListReading> {
  await enterStep(run, 'list');
  const {db, now, supplier} = run.deps;
  const list = await fetchDropshipList(supplier, run.keys.dropship, run.signal);
  await run.beat();
  const fresh = new Map(list.articles.map((article) => [article.id as string, article]));
  run.counts.listed = fresh.size;
  const gone: string[] = [];
  for await (const batch of loadListedArticles(db, run.shop)) {
    for (const known of batch) {
      const article = fresh.get(known.article_id);
      if (article === undefined) gone.push(known.article_id);
      else if (article.price === known.list_price) fresh.delete(known.article_id);
    }
  }
  await saveFresh(run, [...fresh.values()]);
  if (list.complete) {
    for (let at = 0; at < gone.length; at += 1_000) {
      const portion = gone.slice(at, at + 1_000);
      await run.write((transaction) => saveUnlisted(transaction, run.shop, portion, now()));
    }
    await run.write((transaction) => saveListRead(transaction, run.shop, now()));
    await run.write((transaction) => forgetAbsences(transaction, run.shop));
  } else {
    run.notes.push(
      `The supplier's list was not complete (${list.incompleteBecause ?? 'no reason given'}), so nothing was retired.`,
    );
  }
  run.deps.checkpoint('list-read');
  return {complete: list.complete};
}

/** New in the list, or at another price, which rules may go by. */
async function saveFresh(run: Run, fresh: Parameters<typeof saveListed>[2]): Promise<void> {
  const {now} = run.deps;
  for (let at = 0; at < fresh.length; at += 1_000) {
    const portion = fresh.slice(at, at + 1_000);
    await run.write(async (transaction) => {
      await saveListed(transaction, run.shop, portion, now());
      const ids = portion.map(({id}) => id);
      await recomputeChosenOf(transaction, run.shop, basisOf(run), ids);
    });
    await run.beat();
  }
}
