// Chooses the articles of a trial: reads the details of those that were proposed, and replaces those without colours, sizes or a price.
// Only `a=stock` says what is missing, and the page does not ask it when the merchant starts a trial.
import type {ArticleId} from '#domain/ids.ts';
import {trialSize} from '#domain/set-up/pick-trial.ts';
import {pickTrialArticles} from '../../../server/actions/ask-trial.ts';
import {loadListings} from '../../../server/db/listings/listings.ts';
import {saveTriedArticles} from '../../../server/db/set-up/trial-articles.ts';
import {settingAside} from '../article-trouble.ts';
import type {RunWithStore} from '../run.ts';
import {readDetails} from './read-details.ts';

/** How often other articles are looked for, at most ten at a time. Limits the requests for articles whose details lack something. */
const mostReplacements = 4;

/**
 * The run over the articles that are tried in the end; `a=stock` was asked for the details of each. Articles that have a product already
 * stay in the trial.
 */
export async function chooseTrial(run: RunWithStore): Promise<RunWithStore> {
  const {deps, shop, settings, store} = run;
  const readArticle = await settingAside(run);
  const read = new Set<ArticleId>();
  let ids = run.only ?? [];
  const listings = await loadListings(deps.db, shop, ids);
  const made = ids.filter((id) => listings.get(id)?.productGid != null);
  for (let replacements = 0; ; replacements += 1) {
    const unread = ids.filter((id) => !read.has(id));
    if (unread.length === 0) break;
    const answered = await readDetails({...run, only: unread}, readArticle);
    // One article may be bad. Several at once are the supplier's fault, and asking for others would set good ones aside.
    if (answered === 0 && unread.length > 1) {
      run.report.note(noAnswers(unread.length));
      break;
    }
    for (const id of unread) read.add(id);
    if (replacements === mostReplacements) break;
    const picked = await pickTrialArticles(deps.db, {shop, settings, store}, ids);
    if (picked.length > 0) ids = [...new Set([...made, ...picked])].slice(0, trialSize);
  }
  await run.write((to) => saveTriedArticles(to, run.id, ids));
  return {...run, only: ids};
}

const noAnswers = (asked: number): string =>
  `The supplier stated price, colours and sizes of none of the ${asked} articles it was asked for, so no others were tried. Run the trial again later.`;
