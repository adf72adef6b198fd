import type {Article} from './article.ts';
import {type Changes, openChanges} from './catalogue-changes.ts';
import type {Filter} from './catalogue-columns.ts';
import {type Generator, openGenerator, type Stated} from './catalogue-generator.ts';
import {articleAt, type CatalogueState, findIndex, idAt, openCatalogueState} from './catalogue-state.ts';
import type {ImageBase} from './listing-text.ts';

export type Excluded = {brands: readonly string[]; category: string};

/** The catalogue as it stands, newest first, so that additions and removals shift every page behind them. */
export type Catalogue = ReturnType<typeof openReading> & Changes;

type Supply = {seed: number; count: number; excluded: Excluded; now: () => number; imageBase: ImageBase | undefined};

export function openCatalogue({seed, count, excluded, now, imageBase}: Supply): Catalogue {
  const generator: Generator = openGenerator(seed, count, imageBase);
  const state = openCatalogueState(generator);
  return {...openReading(state, excluded), ...openChanges(state, now)};
}

function openReading(state: CatalogueState, excluded: Excluded) {
  const {columns} = state;
  const excludedBrands = new Set(excluded.brands.map((brand) => brand.toLowerCase()));
  const excludedCategory = excluded.category.toLowerCase();
  const isListedAt = (index: number): boolean =>
    columns.dropshipCents(index) !== undefined &&
    !state.withdrawn.has(index) &&
    !excludedBrands.has(columns.brandKey(index)) &&
    columns.categoryKey(index) !== excludedCategory;

  return {
    version: (): number => state.version,
    size: (): number => state.order.length,
    /** Every article, generated at each call: hundreds of megabytes for a catalogue of 200,000. */
    all: (): Article[] => state.order.map((index) => articleAt(state, index).article),
    ids: (): string[] => state.order.map((index) => idAt(state, index)),
    get(id: string): Article | undefined {
      const index = findIndex(state, id);
      return index === undefined ? undefined : articleAt(state, index).article;
    },
    /** The words a=stock states for the article. */
    stated(id: string): Stated | undefined {
      const index = findIndex(state, id);
      return index === undefined ? undefined : articleAt(state, index).stated;
    },
    /** The dropship price of one unit in cents; undefined for an article without one, listed or not. */
    priceOf(id: string): number | undefined {
      const index = findIndex(state, id);
      return index === undefined ? undefined : columns.dropshipCents(index);
    },
    isListed(id: string): boolean {
      const index = findIndex(state, id);
      return index !== undefined && isListedAt(index);
    },
    /** What a=list holds: everything buyable, with its price in cents. */
    listed: (): {id: string; cents: number}[] =>
      state.order
        .filter(isListedAt)
        .map((index) => ({id: idAt(state, index), cents: columns.dropshipCents(index) ?? 0})),
    /** One page of the matching articles, and how many match in all. */
    page(filter: Filter, from: number, count: number): {total: number; articles: Article[]} {
      const matching = columns.matching(state.order, filter);
      const articles = matching.slice(from, from + count).map((index) => articleAt(state, index).article);
      return {total: matching.length, articles};
    },
    brandCounts: (): {name: string; count: number}[] => columns.brandCounts(state.order),
  };
}
