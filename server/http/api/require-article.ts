// Finds the article named in the URL, if the shop has it.
import {ArticleId, type ShopDomain} from '#domain/ids.ts';
import {loadArticle} from '../../db/catalogue/articles.ts';
import type {Deps} from '../../deps.ts';
import {isStorableText} from '../plain-text.ts';
import {Refusal} from '../refusal.ts';

type ArticleRow = NonNullable<Awaited<ReturnType<typeof loadArticle>>>;

/** The schema of an article id in a request. It refuses text that no column can hold, because that is no article's id. */
export const RequestedArticleId = ArticleId.refine(isStorableText);

/** Answers 404 if the shop has no such article, also if another shop has it. */
export async function requireArticle(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  given: unknown,
): Promise<{readonly id: ArticleId; readonly row: ArticleRow}> {
  const id = RequestedArticleId.safeParse(given);
  const row = id.success ? await loadArticle(db, shop, id.data) : null;
  if (!id.success || row === null) throw new Refusal(404, 'not_found', 'There is no such article.');
  return {id: id.data, row};
}
