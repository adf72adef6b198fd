// Step one: `a=list`, the authority on what can be bought singly.
import {ArticleId} from '#domain/ids.ts';
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
  const {db, now} = run.deps;
  const {complete, incompleteBecause, listed} = await fetchList(run);
  await run.beat();
  run.counts.listed = listed.size;
  const gone: string[] = [];
  for await (const batch of loadListedArticles(db, run.shop)) {
    for (const known of batch) {
      const price = listed.get(known.article_id);
      if (price === undefined) gone.push(known.article_id);
      else if (price === known.list_price) listed.delete(known.article_id);
    }
  }
  await saveFresh(run, listed);
  if (complete) {
    for (let at = 0; at < gone.length; at += 1_000) {
      const portion = gone.slice(at, at + 1_000);
      await run.write((transaction) => saveUnlisted(transaction, run.shop, portion, now()));
    }
    await run.write((transaction) => saveListRead(transaction, run.shop, now()));
    await run.write((transaction) => forgetAbsences(transaction, run.shop));
  } else {
    run.notes.push(
      `The supplier's list was not complete (${incompleteBecause ?? 'no reason given'}), so nothing was retired.`,
    );
  }
  run.deps.checkpoint('list-read');
  return {complete};
}

/** Prices by article id, and nothing else of a list that may name a hundred thousand articles. */
async function fetchList(run: Run) {
  const list = await fetchDropshipList(run.deps.supplier, run.keys.dropship, run.signal);
  const listed = new Map<string, number | null>();
  for (const {id, price} of list.articles) listed.set(id, price);
  const {unreadable} = list;
  if (unreadable.length > 0) {
    const first = unreadable.slice(0, 20).map(({id, reason}) => ({article: id, reason}));
    run.log.warn({entries: unreadable.length, first}, 'entries of the list that cannot be read as they are');
  }
  return {complete: list.complete, incompleteBecause: list.incompleteBecause, listed};
}

/** New in the list, or at another price, which rules may go by. */
async function saveFresh(run: Run, fresh: ReadonlyMap<string, number | null>): Promise<void> {
  const {now} = run.deps;
  const ids = [...fresh.keys()];
  for (let at = 0; at < ids.length; at += 1_000) {
    const portion = ids.slice(at, at + 1_000);
    const listed = portion.map((id) => ({id: ArticleId.parse(id), price: fresh.get(id) ?? null}));
    await run.write(async (transaction) => {
      await saveListed(transaction, run.shop, listed, now());
      await recomputeChosenOf(transaction, run.shop, basisOf(run), portion);
    });
    await run.beat();
  }
}
