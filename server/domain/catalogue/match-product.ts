// Which product of the store may be an article already, although it does not carry our metafields: made by hand, by another app, or by
// this one before its metafields were lost. Only the merchant can say whether it is.

import type {Article} from '#domain/catalogue/article.ts';
import type {ProductTemplate} from '#domain/catalogue/product-template.ts';
import {toProductText} from '#domain/catalogue/to-product.ts';
import type {ArticleId} from '#domain/ids.ts';

export type Stranger = {
  readonly vendor: string;
  readonly tags: readonly string[];
  readonly skus: readonly string[];
};

export type ProductMatch = {readonly articleId: ArticleId; readonly foundBy: 'sku' | 'tag'};

/** Finds the article of a product; null: none, or several could be it. */
export type FindMatch = (product: Stranger) => ProductMatch | null;

type Known = {readonly id: ArticleId; readonly vendor: string};

/**
 * A product matches by a tag that the template gives to one article alone, or by SKU and vendor. An SKU alone may repeat: the next supplier
 * numbers its articles from one as well.
 */
export function toFindMatch(articles: readonly Article[], template: ProductTemplate): FindMatch {
  const bySku = new Map<string, Known[]>();
  const byTag = new Map<string, ArticleId | null>();
  for (const article of articles) {
    const {vendor, tags} = toProductText({...article, description: ''}, template);
    const sku = folded(article.sku);
    if (sku !== '') bySku.set(sku, [...(bySku.get(sku) ?? []), {id: article.id, vendor: folded(vendor)}]);
    for (const tag of tags.map(folded)) byTag.set(tag, byTag.has(tag) ? null : article.id);
  }
  return ({vendor, tags, skus}) => {
    const tagged = new Set(tags.flatMap((tag) => byTag.get(folded(tag)) ?? []));
    const [byOwnTag] = tagged;
    if (byOwnTag !== undefined) return tagged.size === 1 ? {articleId: byOwnTag, foundBy: 'tag'} : null;
    const same = skus.flatMap((sku) => bySku.get(folded(sku)) ?? []).filter((known) => known.vendor === folded(vendor));
    const [articleId, ...others] = new Set(same.map(({id}) => id));
    return articleId === undefined || others.length > 0 ? null : {articleId, foundBy: 'sku'};
  };
}

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase();
