// Step one: `a=list`, the authority on what can be bought singly.
import {loadListedArticles, saveListed, saveUnlisted} from '../../server/db/article-list.ts';
import {saveListRead} from '../../server/db/shops.ts';
import {fetchDropshipList} from '../../server/supplier/dropship.ts';
import type {Run} from './open-run.ts';

export type ListReading = {readonly complete: boolean};

/** Only a complete list takes articles off; an incomplete one may still add and change. */
export async function readList(run: Run): Promise<ListReading> {
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
  await inPortions([...fresh.values()], (listed) => run.write((to) => saveListed(to, run.shop, listed, now())));
  if (list.complete) {
    await inPortions(gone, (ids) => run.write((to) => saveUnlisted(to, run.shop, ids, now())));
    await run.write((to) => saveListRead(to, run.shop, now()));
  } else {
    run.notes.push(
      `The supplier's list was not complete (${list.incompleteBecause ?? 'no reason given'}), so nothing was retired.`,
    );
  }
  run.deps.checkpoint('list-read');
  return {complete: list.complete};
}

/** So that no transaction is long: the embedded database has one connection for everybody. */
async function inPortions<T>(all: readonly T[], save: (portion: readonly T[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 1_000) await save(all.slice(at, at + 1_000));
}
