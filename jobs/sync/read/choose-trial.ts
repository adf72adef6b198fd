// Chooses the articles of a trial: reads the details of those that were proposed, and replaces those without colours, sizes or a price.
// Only `a=stock` says what is missing, and the page does not ask it when the merchant starts a trial.
import type {ArticleId} from '#domain/ids.ts';
import {trialSize} from '#domain/set-up/pick-trial.ts';
import {pickTrialArticles} from '../../../server/actions/ask-trial.ts';
import {loadListings} from '../../../server/db/listings/listings.ts';
import {saveTriedArticles} from '../../../server/db/set-up/trial-articles.ts';
import {createQuarantiningReader} from '../article-trouble.ts';
import type {RunWithStore} from '../run.ts';
import {readDetails} from './read-details.ts';

/** How often unsuitable articles are replaced by others, at most ten at a time; this limits the requests to the supplier. */
const maxReplacements = 4;

/**
 * Returns the run, limited to the articles that are tried in the end, whose details were just read. Articles that have a product already
 * stay in the trial.
 */
export async function chooseTrial(run: RunWithStore): Promise<RunWithStore> {
  const {deps, shop, settings, store} = run;
  const readArticle = await createQuarantiningReader(run);
  const read = new Set<ArticleId>();
  let ids = run.only ?? [];
  const listings = await loadListings(deps.db, shop, ids);
  const made = ids.filter((id) => listings.get(id)?.productGid != null);
  for (let replacements = 0; ; replacements += 1) {
    const unread = ids.filter((id) => !read.has(id));
    if (unread.length === 0) break;
    const answered = await readDetails({...run, only: unread}, readArticle);
    // If none of several articles was answered, the supplier is at fault, and reading others would quarantine good articles.
    if (answered === 0 && unread.length > 1) {
      run.report.note(noAnswersText(unread.length));
      break;
    }
    for (const id of unread) read.add(id);
    if (replacements === maxReplacements) break;
    const picked = await pickTrialArticles(deps.db, {shop, settings, store}, ids);
    if (picked.length > 0) ids = [...new Set([...made, ...picked])].slice(0, trialSize);
  }
  await run.write((to) => saveTriedArticles(to, run.id, ids));
  return {...run, only: ids};
}

/** The sentence for the merchant if the supplier answered about none of the articles. */
const noAnswersText = (asked: number): string =>
  `The supplier stated price, colours and sizes of none of the ${asked} articles it was asked for, so no others were tried. Start the trial again later.`;
