// Of a trial: reads the details of the articles it was asked for, and puts others in the place of those that lack colours, sizes or a price.
// Only `a=stock` says what they lack, and HTTP does not ask it.
import type {ArticleId} from '#domain/ids.ts';
import {trialSize} from '#domain/set-up/pick-trial.ts';
import {pickTrialArticles} from '../../../server/actions/ask-trial.ts';
import {loadListings} from '../../../server/db/listings/listings.ts';
import {saveTriedArticles} from '../../../server/db/set-up/trial-articles.ts';
import type {RunWithStore} from '../run.ts';
import {readDetails} from './read-details.ts';

/** Each round reads at most ten articles more. */
const mostRounds = 4;

/** The run over the articles that are tried in the end. Those that have a product already stay in it. */
export async function chooseTrial(run: RunWithStore): Promise<RunWithStore> {
  const {deps, shop, settings, store} = run;
  const read = new Set<ArticleId>();
  let ids = run.only ?? [];
  const listings = await loadListings(deps.db, shop, ids);
  const made = ids.filter((id) => listings.get(id)?.productGid != null);
  for (let round = 0; round < mostRounds; round += 1) {
    const unread = ids.filter((id) => !read.has(id));
    if (unread.length === 0) break;
    await readDetails({...run, only: unread});
    for (const id of unread) read.add(id);
    const picked = await pickTrialArticles(deps.db, {shop, settings, store}, ids);
    if (picked.length > 0) ids = [...new Set([...made, ...picked])].slice(0, trialSize);
  }
  await run.write((to) => saveTriedArticles(to, run.id, ids));
  return {...run, only: ids};
}
