// Routes about colours and sizes that the supplier does not state: how many chosen articles would ask, answers for many of them at once,
// and proposals from the catalogue's texts, taken over after their preview.
import {Router} from 'express';
import {z} from 'zod';
import {toProductOptions} from '#domain/catalogue/options.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {areSameWords, findOptionProblems} from '#domain/options/check-options.ts';
import {
  type DefinedOptions,
  noDefinedOptions,
  type OptionName,
  withDefinedOptions,
} from '#domain/options/defined-options.ts';
import {maxStandingAnswers} from '#domain/settings/settings.ts';
import {defineManyOptions} from '../../../actions/define-options.ts';
import {answerOptions} from '../../../actions/options/answer-options.ts';
import {loadDefinedOptionsOf} from '../../../db/catalogue/defined-options.ts';
import {
  answerOptionOf,
  countChosen,
  countUnanswered,
  countUnansweredTexts,
  countUnread,
  loadUnanswered,
  type UnansweredArticle,
} from '../../../db/catalogue/unanswered.ts';
import {countLiveVariants, loadArticleNames} from '../../../db/listings/listing-facts.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {
  type Answered,
  AnswersInput,
  type Proposals,
  ProposalsInput,
  type Unanswered,
  UnansweredQuery,
} from '../../contract/options/unanswered.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {askerOf, shopOf} from '../../session.ts';
import {type Asker, type RunRequestDeps, startSelectedRun} from '../ask-run.ts';
import {wakeOrders} from '../orders/wake-orders.ts';
import {openPreview, sealPreview} from '../preview-id.ts';
import {toCategories} from './by-category.ts';
import {toOptionLists} from './options-part.ts';
import {optionText, toProposal} from './to-proposal.ts';

type UnansweredDeps = RunRequestDeps & Pick<Deps, 'digest' | 'sealer'>;

export function unansweredRoutes(deps: UnansweredDeps): Router {
  const {db} = deps;
  const router = Router();
  router.get('/options/unanswered', async (req, res) => {
    const shop = shopOf(res);
    const {option} = parseInput(UnansweredQuery, req.query);
    const {settings} = await loadStoredSettings(db, shop);
    const counts = await countUnansweredTexts(db, shop, {option, answers: settings.orders});
    const categories = toCategories(counts, option);
    const answer: Unanswered = {
      chosen: await countChosen(db, shop),
      unread: await countUnread(db, shop),
      count: categories.reduce((sum, {articles}) => sum + articles, 0),
      categories: categories.slice(0, mostCategories),
    };
    res.json(answer);
  });
  router.post('/options/answers', async (req, res) => {
    const {option, word, articleIds = [], categories = []} = parseInput(AnswersInput, req.body);
    const {shop, actor} = askerOf(res);
    await requireArticles(deps, shop, articleIds);
    const given = {option: answerOptionOf(option), word, articleIds, categories};
    if (!(await answerOptions(db, {shop, actor, now: deps.now()}, given))) throw tooManyAnswers();
    await wakeOrders(deps, shop, ['dropship']);
    const {settings} = await loadStoredSettings(db, shop);
    const left = await countUnanswered(db, shop, {option, answers: settings.orders});
    res.json({left} satisfies Answered);
  });
  router.post('/options/proposals', async (req, res) => {
    const {option, articleIds, previewId, seenWords, applyNow} = parseInput(ProposalsInput, req.body);
    const {shop} = askerOf(res);
    const found = await findProposals(deps, shop, {option, ids: articleIds ?? null, seenWords: seenWords ?? null});
    const seen = {option, digest: deps.digest(JSON.stringify(found.sure.map(({id, given}) => [id, given])))};
    if (previewId === undefined && seenWords === undefined) {
      res.json(toAnswer(found, option, {previewId: sealPreview(deps, shop, seen), runId: null}));
      return;
    }
    if (previewId === undefined) {
      // What is looked at and neither unclear nor sure makes too many variants.
      if (found.sure.length === 0) throw found.without > 0 ? tooManyVariants() : proposalsChanged();
    } else {
      const shown = openPreview(deps, shop, previewId, SeenProposals);
      if (shown === null || shown.option !== option || shown.digest !== seen.digest) throw proposalsChanged();
    }
    const saved = await takeOver(deps, askerOf(res), option, found.sure);
    if (saved.length > 0) await wakeOrders(deps, shop, ['dropship']);
    const run = applyNow && saved.length > 0 ? await startSelectedRun(deps, askerOf(res), saved) : null;
    // What was answered meanwhile was not taken over.
    res.json({...toAnswer(found, option, {previewId: null, runId: run?.id ?? null}), accepted: saved.length});
  });
  return router;
}

/** The page names at most this many categories; the others follow when these are answered. */
const mostCategories = 100;
/** At most this many articles are looked at in one request. */
const mostProposals = 500;
const sampleSize = 20;

/** What a preview of proposals showed. */
const SeenProposals = z.object({option: z.string(), digest: z.string()});

const proposalsChanged = () =>
  new Refusal(
    409,
    'preview_expired',
    'These proposals have changed, or were shown long ago. Look at them again.',
    'previewId',
  );

const tooManyVariants = () =>
  new Refusal(
    422,
    'too_many_variants',
    'With these a product would have more variants than Shopify takes. Open the article and enter fewer.',
    'seenWords',
  );

const tooManyAnswers = () =>
  new Refusal(
    422,
    'too_many_answers',
    `At most ${maxStandingAnswers} answers are kept. Answer by category, or forget some under Settings first.`,
  );

/** Throws a 404 if the shop does not have all of these articles. */
async function requireArticles({db}: Pick<Deps, 'db'>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  const known = await loadArticleNames(db, shop, ids);
  if (!ids.every((id) => known.has(id))) throw new Refusal(404, 'not_found', 'One of these articles does not exist.');
}

/** An article whose text has one meaning, and the options that it would get. */
type SureProposal = UnansweredArticle & {readonly given: DefinedOptions};

type FoundProposals = Pick<Proposals, 'unclear' | 'without' | 'isMore' | 'variantsNow' | 'variants'> & {
  readonly sure: readonly SureProposal[];
};

type ProposalsAsked = {
  readonly option: OptionName;
  readonly ids: readonly ArticleId[] | null;
  /** Only exactly these words count, which the merchant has seen, so that they may mean two things; null: all that mean one. */
  readonly seenWords: readonly string[] | null;
};

/** Looks at the unanswered articles among `ids`, or at all of them. */
async function findProposals(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  {option, ids, seenWords}: ProposalsAsked,
): Promise<FoundProposals> {
  const {settings} = await loadStoredSettings(db, shop);
  const asked = {option, answers: settings.orders};
  const rows = await loadUnanswered(db, shop, asked, ids, {after: '', limit: mostProposals + 1});
  const looked = rows.slice(0, mostProposals);
  const defined = await loadDefinedOptionsOf(
    db,
    shop,
    looked.map(({id}) => id),
  );
  const [sure, unclear]: [SureProposal[], string[]] = [[], []];
  let variants = 0;
  for (const row of looked) {
    const proposal = toProposal(row, option);
    if (proposal === null) continue;
    if (seenWords === null ? !proposal.isSure : !areSameWords(proposal.words, seenWords)) {
      unclear.push(row.id);
      continue;
    }
    const saved = toOptionLists(defined.get(row.id) ?? noDefinedOptions);
    const given = {...saved, [option]: [...proposal.words]};
    const options = toProductOptions(withDefinedOptions(row.stock, given));
    if (options.kind !== 'variants' || findOptionProblems(given, row.stock, saved).length > 0) continue;
    sure.push({...row, given});
    variants += options.variants.length;
  }
  const variantsNow = await countLiveVariants(
    db,
    shop,
    sure.map(({id}) => id),
  );
  const without = looked.length - sure.length - unclear.length;
  return {sure, unclear: unclear.length, without, isMore: rows.length > looked.length, variants, variantsNow};
}

/** Defines the proposed options; an article that was answered meanwhile stays. Returns the articles that have them now. */
const takeOver = (
  {db, now}: UnansweredDeps,
  {shop, actor}: Asker,
  option: OptionName,
  sure: readonly SureProposal[],
): Promise<readonly ArticleId[]> =>
  defineManyOptions(
    db,
    {shop, actor, now: now()},
    sure.map(({id, stock, given}) => ({
      articleId: id,
      options: given,
      isFree: (saved) => saved[option].length === 0 && findOptionProblems(given, stock, saved).length === 0,
    })),
  );

const toAnswer = (
  {sure, ...counts}: FoundProposals,
  option: OptionName,
  outcome: Pick<Proposals, 'previewId' | 'runId'>,
): Proposals => ({
  ...counts,
  ...outcome,
  accepted: sure.length,
  sample: sure
    .slice(0, sampleSize)
    .map((one) => ({articleId: one.id, name: one.name, text: optionText(one, option), words: [...one.given[option]]})),
});
