import {type Article, dropshipCents} from './article.ts';
import {type Columns, openColumns} from './catalogue-columns.ts';
import type {Generated, Generator, Sketch} from './catalogue-generator.ts';

/** The catalogue's state: the generated articles, drawn on demand, under whatever was done to them since. */
export type CatalogueState = {
  generator: Generator;
  columns: Columns;
  /** Articles that differ from what the generator draws, and those it never drew. */
  changed: Map<number, Generated>;
  added: Map<string, number>;
  gone: Set<number>;
  withdrawn: Set<number>;
  pricedByHand: Set<number>;
  /** Newest first. */
  order: number[];
  /** Goes up with every change, so that what was computed from the catalogue can be kept until then. */
  version: number;
};

export function openCatalogueState(generator: Generator): CatalogueState {
  const columns = openColumns();
  const order: number[] = [];
  for (let index = 0; index < generator.count; index++) {
    columns.write(index, generator.sketch(index));
    order.push(index);
  }
  return {
    generator,
    columns,
    changed: new Map(),
    added: new Map(),
    gone: new Set(),
    withdrawn: new Set(),
    pricedByHand: new Set(),
    order,
    version: 0,
  };
}

export function findIndex({added, generator, gone}: CatalogueState, id: string): number | undefined {
  const index = added.get(id) ?? generator.indexOf(id);
  return index === undefined || gone.has(index) ? undefined : index;
}

export function articleAt({changed, generator}: CatalogueState, index: number): Generated {
  return changed.get(index) ?? generator.generate(index);
}

export function idAt({changed, generator}: CatalogueState, index: number): string {
  return changed.get(index)?.article.id ?? generator.idOf(index);
}

/** A price set by hand stays; otherwise the price follows the tiers. */
export function putArticle(state: CatalogueState, index: number, entry: Generated): void {
  const {columns, changed, pricedByHand} = state;
  const {article} = entry;
  changed.set(index, entry);
  const cents = pricedByHand.has(index) ? columns.dropshipCents(index) : dropshipCents(article.price_tiers);
  columns.write(index, sketchOf(article, cents));
  state.version++;
}

export function sketchOf({brand, category, added_at}: Article, cents: number | undefined): Sketch {
  const addedAt = Date.parse(added_at);
  return {brand, category, addedAt: Number.isNaN(addedAt) ? undefined : addedAt, dropshipCents: cents};
}
