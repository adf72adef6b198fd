// The options of one article in its answer: what the supplier states, what the merchant defined, and what is proposed.
import type {ShopDomain} from '#domain/ids.ts';
import {proposeOptions} from '#domain/options/check-options.ts';
import {type DefinedOptions, isOverruled, noDefinedOptions} from '#domain/options/defined-options.ts';
import type {loadArticle} from '../../../db/catalogue/articles.ts';
import {loadDefinedOptions} from '../../../db/catalogue/defined-options.ts';
import type {Deps} from '../../../deps.ts';
import type {ArticleDetail} from '../../contract/article.ts';
import {withVersion} from '../settings-version.ts';

type ArticleRow = NonNullable<Awaited<ReturnType<typeof loadArticle>>>;

/** Loads what the supplier states, what the merchant defined, and what is proposed for the article. */
export async function loadOptionsPart(
  {db, digest}: Pick<Deps, 'db' | 'digest'>,
  shop: ShopDomain,
  {article_id: id, data, stock}: ArticleRow,
): Promise<ArticleDetail['options']> {
  const stored = await loadDefinedOptions(db, shop, id);
  const defined = withVersion({digest}, toOptionLists(stored ?? noDefinedOptions));
  const stated = stock === null ? null : toOptionLists(stock);
  return {
    stated,
    defined,
    definedAt: stored?.definedAt.toISOString() ?? null,
    overruled: {
      colours: stated !== null && isOverruled('colours', stated, defined),
      sizes: stated !== null && isOverruled('sizes', stated, defined),
    },
    proposed: data === null || stated === null ? null : toOptionLists(proposeOptions(data, stated)),
  };
}

/** Colours and sizes as plain lists: the values from which a version of the options is calculated. */
export const toOptionLists = ({colours, sizes}: DefinedOptions) => ({colours: [...colours], sizes: [...sizes]});
