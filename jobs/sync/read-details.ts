// Step three: price, colours and sizes from `a=stock`, for chosen articles only, and only when the last reading has grown old.
import pMap from 'p-map';
import {type ChosenArticle, loadChosenArticles, saveStockReading} from '../../server/db/articles.ts';
import {fetchDropshipStock} from '../../server/supplier/dropship.ts';
import {settingAside} from './article-trouble.ts';
import type {Run} from './open-run.ts';

const concurrency = 8;
const dayMs = 24 * 3_600_000;
const longestDays = 7;

export async function readDetails(run: Run): Promise<void> {
  const {db, digest, now, supplier} = run.deps;
  const readArticle = settingAside(run);
  for await (const batch of loadChosenArticles(db, run.shop, run.settings.choice)) {
    run.counts.chosen += batch.length;
    const due = batch.filter((chosen) => isDue(chosen, now(), digest));
    await pMap(
      due,
      async (chosen) => {
        await run.beat();
        const ask = () => fetchDropshipStock(supplier, run.keys.dropship, chosen.id, run.signal);
        const reading = await readArticle(chosen.id, ask);
        if (reading === null) return;
        await run.write((to) => saveStockReading(to, run.shop, chosen.id, reading, readFor(chosen), now()));
        run.deps.checkpoint('detail-saved');
      },
      {concurrency, signal: run.signal},
    );
    run.deps.checkpoint('details-read');
  }
}

/** A reading holds for what the catalogue and the list said when it was made. */
const readFor = ({hash, listPrice}: ChosenArticle) => `${hash}|${listPrice ?? ''}`;

/** Changed since, or older than seven days; which of the seven nights is an article's own, so that they spread. */
function isDue(chosen: ChosenArticle, now: Date, digest: (text: string) => string): boolean {
  if (chosen.stockReadAt === null || chosen.stockReadFor !== readFor(chosen)) return true;
  const age = now.getTime() - chosen.stockReadAt.getTime();
  if (age >= longestDays * dayMs) return true;
  const night = Number.parseInt(digest(chosen.id).slice(0, 6), 16) % longestDays;
  return age >= dayMs && Math.floor(now.getTime() / dayMs) % longestDays === night;
}
