// Routes for the options a merchant defines for one article.
import {type Response, Router} from 'express';
import type {z} from 'zod';
import type {ArticleId} from '#domain/ids.ts';
import {findOptionProblems} from '#domain/options/check-options.ts';
import {type DefinedOptions, noDefinedOptions} from '#domain/options/defined-options.ts';
import {defineOptions} from '../../../actions/define-options.ts';
import type {loadArticle} from '../../../db/catalogue/articles.ts';
import type {Deps} from '../../../deps.ts';
import {OptionsInput} from '../../contract/defined-options.ts';
import {BasedOn} from '../../contract/settings.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {askerOf, shopOf} from '../../session.ts';
import {loadArticleDetail} from '../article-detail.ts';
import {wakeOrders} from '../orders/wake-orders.ts';
import {requireArticle} from '../require-article.ts';
import {refuseIfChanged} from '../settings-version.ts';
import {toOptionLists} from './options-part.ts';

type OptionsDeps = Pick<Deps, 'db' | 'digest' | 'log' | 'now' | 'queues'>;
type ArticleRow = NonNullable<Awaited<ReturnType<typeof loadArticle>>>;

export function definedOptionsRoutes(deps: OptionsDeps): Router {
  const router = Router();
  router.put('/articles/:id/options', async (req, res) => {
    const {id, row} = await requireArticle(deps, shopOf(res), req.params.id);
    const given = parseInput(OptionsInput, req.body);
    const based = parseInput(BasedOn, req.body);
    await saveOptions(deps, res, {id, row}, given, based);
  });
  router.delete('/articles/:id/options', async (req, res) => {
    const {id, row} = await requireArticle(deps, shopOf(res), req.params.id);
    await saveOptions(deps, res, {id, row}, noDefinedOptions, parseInput(BasedOn, req.query));
  });
  return router;
}

/**
 * Saves the options of one article and answers the article with what the next run, which changes the product, would do. Also makes the
 * workers try waiting orders again.
 */
async function saveOptions(
  deps: OptionsDeps,
  res: Response,
  {id, row}: {readonly id: ArticleId; readonly row: ArticleRow},
  {colours, sizes}: DefinedOptions,
  based: z.infer<typeof BasedOn>,
): Promise<void> {
  const {shop, actor} = askerOf(res);
  const given = {colours, sizes};
  const isChanged = await defineOptions(deps.db, {shop, actor, now: deps.now()}, id, given, (saved) => {
    refuseIfChanged(deps, based, toOptionLists(saved), given, 'These options were');
    refuseInvalidOptions(given, row, saved);
  });
  if (isChanged) await wakeOrders(deps, shop, ['dropship']);
  res.json(await loadArticleDetail(deps, shop, id));
}

/**
 * Throws a 409 if the supplier was not asked yet which options the article has, or a 422 for options that may not be defined. Empty
 * lists are always allowed.
 */
function refuseInvalidOptions(given: DefinedOptions, {stock}: ArticleRow, saved: DefinedOptions): void {
  const isNothing = given.colours.length === 0 && given.sizes.length === 0;
  if (isNothing) return;
  if (stock === null) throw new Refusal(409, 'not_read', notReadMessage);
  const problems = findOptionProblems(given, stock, saved);
  const [first] = problems;
  if (first === undefined) return;
  throw new Refusal(422, 'invalid_input', first.message, first.path, undefined, problems);
}

const notReadMessage =
  'The supplier was not asked yet which colours and sizes this article has. Nothing can be defined before that.';
