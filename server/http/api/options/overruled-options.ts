// Definitions of options that are not used, because the supplier states its own now: listed together, and removed.
import {Router} from 'express';
import {z} from 'zod';
import {isOverruled} from '#domain/options/defined-options.ts';
import {removeOverruled} from '../../../actions/define-options.ts';
import {loadOverruledOptions, type OverruledOptions as Stored} from '../../../db/catalogue/defined-options.ts';
import type {Deps} from '../../../deps.ts';
import {
  type OverruledArticle,
  type OverruledOptions,
  type OverruledRemoved,
  RemoveOverruledInput,
} from '../../contract/defined-options.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {askerOf, shopOf} from '../../session.ts';
import type {Asker} from '../ask-run.ts';
import {CursorText, readCursor, writeCursor} from '../cursor.ts';
import {wakeOrders} from '../orders/wake-orders.ts';
import {refuseIfChanged, withVersion} from '../settings-version.ts';
import {toOptionLists} from './options-part.ts';

type OverruledDeps = Pick<Deps, 'db' | 'digest' | 'log' | 'now' | 'queues'>;

const pageSize = 50;
const CursorQuery = z.object({cursor: z.string().max(1_000).optional()});
/** The cursor of a page: the id of the last article of the page before. */
const ArticleCursor = z.tuple([CursorText]);

export function overruledOptionsRoutes(deps: OverruledDeps): Router {
  const {db} = deps;
  const router = Router();
  router.get('/options/overruled', async (req, res) => {
    const [after] = readCursor(ArticleCursor, parseInput(CursorQuery, req.query).cursor) ?? [''];
    const found = await loadOverruledOptions(db, shopOf(res), {after, limit: pageSize + 1});
    const page = found.slice(0, pageSize);
    const last = found.length > pageSize ? page.at(-1) : undefined;
    const answer: OverruledOptions = {
      articles: page.map((one) => toOverruledArticle(deps, one)),
      nextCursor: last === undefined ? null : writeCursor([last.articleId]),
    };
    res.json(answer);
  });
  router.post('/options/overruled/remove', async (req, res) => {
    const asker = askerOf(res);
    const {articles} = parseInput(RemoveOverruledInput, req.body ?? {});
    const results: OverruledRemoved['results'] = [];
    for (const seen of articles) {
      results.push({articleId: seen.articleId, error: await removeOverruledLists(deps, asker, seen)});
    }
    if (results.some(({error}) => error === null)) await wakeOrders(deps, asker.shop, ['dropship']);
    res.json({results} satisfies OverruledRemoved);
  });
  return router;
}

const toOverruledArticle = (deps: OverruledDeps, {articleId, name, stated, defined}: Stored): OverruledArticle => ({
  articleId,
  name,
  stated: toOptionLists(stated),
  defined: withVersion(deps, toOptionLists(defined)),
  overruled: {
    colours: isOverruled('colours', stated, defined),
    sizes: isOverruled('sizes', stated, defined),
  },
});

/** Removes those lists of one article that the supplier's own words overrule. Null: removed; otherwise a sentence that says why not. */
async function removeOverruledLists(
  deps: OverruledDeps,
  {shop, actor}: Asker,
  {articleId, version, lists}: z.infer<typeof RemoveOverruledInput>['articles'][number],
): Promise<string | null> {
  try {
    const isDone = await removeOverruled(deps.db, {shop, actor, now: deps.now()}, articleId, lists, (saved, left) =>
      refuseIfChanged(deps, {version}, toOptionLists(saved), toOptionLists(left), 'These options were'),
    );
    return isDone ? null : 'Nothing of it is overruled any more, so nothing was removed.';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
