// The options of one article in its answer: what the supplier states, what the merchant defined, and what is proposed.
import type {ShopDomain} from '#domain/ids.ts';
import {proposeOptions} from '#domain/options/check-options.ts';
import {type DefinedOptions, isOverruled, nothingDefined} from '#domain/options/defined-options.ts';
import type {loadArticle} from '../../../db/catalogue/articles.ts';
import {loadDefinedOptions} from '../../../db/catalogue/defined-options.ts';
import type {Deps} from '../../../deps.ts';
import type {ArticleDetail} from '../../contract/article.ts';
import {withVersion} from '../settings-version.ts';

type ArticleRow = NonNullable<Awaited<ReturnType<typeof loadArticle>>>;

export async function loadOptionsPart(
  {db, digest}: Pick<Deps, 'db' | 'digest'>,
  shop: ShopDomain,
  {article_id: id, data, stock}: ArticleRow,
): Promise<ArticleDetail['options']> {
  const stored = await loadDefinedOptions(db, shop, id);
  const defined = withVersion({digest}, toForm(stored ?? nothingDefined));
  const stated = stock === null ? null : toForm(stock);
  return {
    stated,
    defined,
    definedAt: stored?.definedAt.toISOString() ?? null,
    overruled: {
      colours: stated !== null && isOverruled('colours', stated, defined),
      sizes: stated !== null && isOverruled('sizes', stated, defined),
    },
    proposed: data === null || stated === null ? null : toForm(proposeOptions(data, stated)),
  };
}

/** The values that a version is calculated from. */
export const toForm = ({colours, sizes}: DefinedOptions) => ({colours: [...colours], sizes: [...sizes]});
