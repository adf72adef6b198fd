// Finds products of the store that may be one of our articles although they do not have our metafields: made by hand, by another app, or
// by this app before its metafields were lost. Only the merchant can say whether such a product is the article.

import type {ProductTemplate} from '#domain/catalogue/template/product-template.ts';
import {type NamedArticle, toTags, toVendor} from '#domain/catalogue/to-product.ts';
import type {ArticleId} from '#domain/ids.ts';
import {wordKey} from '#domain/words/same-word.ts';

/** A product of the store that no listing has. `skus`: those of its variants. */
export type UnlinkedProduct = {
  readonly vendor: string;
  readonly tags: readonly string[];
  readonly skus: readonly string[];
};

/** The article that a product may be, and what shows it. */
export type ProductMatch = {readonly articleId: ArticleId; readonly foundBy: 'sku' | 'tag'};

/** Finds the article that a product may be; null: none matches, or several do. */
export type FindMatch = (product: UnlinkedProduct) => ProductMatch | null;

export type Matcher = {
  /** Articles are added in batches, so that a large catalogue is never in memory as a whole. */
  readonly add: (articles: readonly NamedArticle[]) => void;
  /** Searches among all articles added so far. */
  readonly find: FindMatch;
};

/**
 * A product matches by a tag that the template gives to one article alone, or by SKU and vendor. An SKU alone is not enough: articles of
 * another supplier may have the same numbers.
 */
export function createMatcher(template: ProductTemplate): Matcher {
  /** Article by SKU and vendor; null: several articles have the same. */
  const bySku = new Map<string, ArticleId | null>();
  const byTag = new Map<string, ArticleId | null>();
  const note = (known: Map<string, ArticleId | null>, mark: string, id: ArticleId) =>
    known.set(mark, (known.get(mark) ?? id) === id && known.get(mark) !== null ? id : null);
  const find: FindMatch = ({vendor, tags, skus}) => {
    const tagged = new Set(tags.flatMap((tag) => byTag.get(wordKey(tag)) ?? []));
    const [byOwnTag] = tagged;
    if (byOwnTag !== undefined) return tagged.size === 1 ? {articleId: byOwnTag, foundBy: 'tag'} : null;
    const found = skus.map((sku) => bySku.get(toSkuKey(vendor, sku)));
    const [articleId, ...others] = new Set(found.filter((id) => id !== undefined));
    return articleId == null || others.length > 0 ? null : {articleId, foundBy: 'sku'};
  };
  return {
    add(articles) {
      for (const article of articles) {
        if (wordKey(article.sku) !== '') note(bySku, toSkuKey(toVendor(article, template), article.sku), article.id);
        for (const tag of toTags(article, template)) note(byTag, wordKey(tag), article.id);
      }
    },
    find,
  };
}

/** A key that is equal for the same SKU of the same vendor. */
const toSkuKey = (vendor: string, sku: string): string => JSON.stringify([wordKey(vendor), wordKey(sku)]);
