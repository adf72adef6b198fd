import type {Article} from './article.ts';
import {articleAt, type CatalogueState, findIndex, idAt, putArticle, sketchOf} from './catalogue-state.ts';

export type StockChange = {colours?: readonly string[]; sizes?: readonly string[]; price?: number};

export type Changes = {
  change: (id: string, patch: Partial<Omit<Article, 'id'>>) => Article;
  /** At the front, as the newest. What is not given is drawn: a fresh id, `added_at` now, and so on. Throws when the id is taken. */
  add: (article?: Partial<Article>) => Article;
  /** Gone from the catalogue and from a=list. */
  remove: (id: string) => void;
  /** Gone from a=list only. */
  withdraw: (id: string) => void;
  /** Back in a=list. */
  restore: (id: string) => void;
  /** What a=stock says, against what the listing says. The price is in EUR and shows in a=list as well. */
  setStock: (id: string, change: StockChange) => void;
  removeNewest: (count: number) => void;
};

/** What a test does to the catalogue between two requests. Each throws for an article that is not there. */
export function openChanges(state: CatalogueState, now: () => number): Changes {
  const mustFind = (id: string): number => {
    const index = findIndex(state, id);
    if (index === undefined) throw new Error(`The catalogue has no article ${id}.`);
    return index;
  };
  const remove = (id: string): void => {
    const index = mustFind(id);
    state.gone.add(index);
    state.added.delete(id);
    state.order = state.order.filter((other) => other !== index);
    state.version++;
  };
  return {
    remove,
    removeNewest: (count) => state.order.slice(0, count).forEach((index) => remove(idAt(state, index))),
    add: (article = {}) => addArticle(state, article, now()),
    change(id, patch) {
      const index = mustFind(id);
      const {article, stated} = articleAt(state, index);
      const next = {...article, ...patch};
      putArticle(state, index, {article: next, stated});
      return next;
    },
    withdraw(id) {
      state.withdrawn.add(mustFind(id));
      state.version++;
    },
    restore(id) {
      state.withdrawn.delete(mustFind(id));
      state.version++;
    },
    setStock: (id, change) => setStock(state, mustFind(id), change),
  };
}

function addArticle(state: CatalogueState, given: Partial<Article>, now: number): Article {
  const index = state.columns.size();
  const drawn = state.generator.generate(index);
  const article = {...drawn.article, added_at: new Date(now).toISOString(), ...given};
  if (findIndex(state, article.id) !== undefined)
    throw new Error(`The catalogue has an article ${article.id} already.`);
  state.added.set(article.id, index);
  putArticle(state, index, {article, stated: {...drawn.stated, colours: article.colours}});
  state.order = [index, ...state.order];
  return article;
}

function setStock(state: CatalogueState, index: number, {colours, sizes, price}: StockChange): void {
  const {article, stated} = articleAt(state, index);
  if (price !== undefined) {
    state.pricedByHand.add(index);
    state.columns.write(index, sketchOf(article, Math.round(price * 100)));
  }
  putArticle(state, index, {article, stated: {colours: colours ?? stated.colours, sizes: sizes ?? stated.sizes}});
}
