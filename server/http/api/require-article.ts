// The article an address names, if it is one of the shop's.
import {ArticleId, type ShopDomain} from '#domain/ids.ts';
import {loadArticle} from '../../db/catalogue/articles.ts';
import type {Deps} from '../../deps.ts';
import {isPlain} from '../plain-text.ts';
import {Refusal} from '../refusal.ts';

type Row = NonNullable<Awaited<ReturnType<typeof loadArticle>>>;

/** As an address names it: what no column holds is no article's. */
export const NamedArticle = ArticleId.refine(isPlain);

/** Refuses with 404 what the shop has no article for: another shop's are not there. */
export async function requireArticle(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  given: unknown,
): Promise<{readonly id: ArticleId; readonly row: Row}> {
  const id = NamedArticle.safeParse(given);
  const row = id.success ? await loadArticle(db, shop, id.data) : null;
  if (!id.success || row === null) throw new Refusal(404, 'not_found', 'There is no such article.');
  return {id: id.data, row};
}
