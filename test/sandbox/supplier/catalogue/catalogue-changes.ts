import type {Article} from './article.ts';
import {articleAt, findIndex, idAt, putArticle, type Shelf, sketchOf} from './catalogue-shelf.ts';

export type StockChange = {colours?: readonly string[]; sizes?: readonly string[]; price?: number};

export type Changes = {
  change: (id: string, patch: Partial<Omit<Article, 'id'>>) => Article;
  /** At the front, as the newest. What is not said is drawn: a fresh id, `added_at` now, and so on. Throws when the id is taken. */
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
export function openChanges(shelf: Shelf, now: () => number): Changes {
  const mustFind = (id: string): number => {
    const index = findIndex(shelf, id);
    if (index === undefined) throw new Error(`The catalogue has no article ${id}.`);
    return index;
  };
  const remove = (id: string): void => {
    const index = mustFind(id);
    shelf.gone.add(index);
    shelf.added.delete(id);
    shelf.order = shelf.order.filter((other) => other !== index);
    shelf.version++;
  };
  return {
    remove,
    removeNewest: (count) => shelf.order.slice(0, count).forEach((index) => remove(idAt(shelf, index))),
    add: (article = {}) => addArticle(shelf, article, now()),
    change(id, patch) {
      const index = mustFind(id);
      const {article, stated} = articleAt(shelf, index);
      const next = {...article, ...patch};
      putArticle(shelf, index, {article: next, stated});
      return next;
    },
    withdraw(id) {
      shelf.withdrawn.add(mustFind(id));
      shelf.version++;
    },
    restore(id) {
      shelf.withdrawn.delete(mustFind(id));
      shelf.version++;
    },
    setStock: (id, change) => setStock(shelf, mustFind(id), change),
  };
}

function addArticle(shelf: Shelf, said: Partial<Article>, now: number): Article {
  const index = shelf.columns.size();
  const drawn = shelf.generator.generate(index);
  const article = {...drawn.article, added_at: new Date(now).toISOString(), ...said};
  if (findIndex(shelf, article.id) !== undefined)
    throw new Error(`The catalogue has an article ${article.id} already.`);
  shelf.added.set(article.id, index);
  putArticle(shelf, index, {article, stated: {...drawn.stated, colours: article.colours}});
  shelf.order = [index, ...shelf.order];
  return article;
}

function setStock(shelf: Shelf, index: number, {colours, sizes, price}: StockChange): void {
  const {article, stated} = articleAt(shelf, index);
  if (price !== undefined) {
    shelf.pricedByHand.add(index);
    shelf.columns.write(index, sketchOf(article, Math.round(price * 100)));
  }
  putArticle(shelf, index, {article, stated: {colours: colours ?? stated.colours, sizes: sizes ?? stated.sizes}});
}
