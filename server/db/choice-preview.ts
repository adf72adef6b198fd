// What a choice would make of the store, counted by the same code that chooses, before anything is written.
import {type Kysely, sql} from 'kysely';
import {asksForMargin} from '#domain/catalogue/choice-rule.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {ListingState} from './catalogue-tables.ts';
import {type ChoiceBasis, type ChoiceRow, chooserOf, loadRows} from './choice.ts';
import type {Tables} from './tables.ts';

export type ChoicePreview = {
  /** Articles chosen, one product each. */
  readonly products: number;
  /** Their variants, as far as known: where details were not read yet, the catalogue's colours stand for them. */
  readonly variants: number;
  /** Chosen articles whose details were not read yet: their sizes are not known. */
  readonly unread: number;
  readonly created: number;
  /** On sale now and not chosen any more. */
  readonly retired: number;
  /** Retired now and chosen again. */
  readonly restored: number;
};

type Facts = {readonly state: ListingState | null; readonly variants: number; readonly unread: boolean};

/** Only articles the supplier lists count: what is not listed is retired by every run, whatever is chosen. */
export async function previewChoice(db: Kysely<Tables>, shop: ShopDomain, basis: ChoiceBasis): Promise<ChoicePreview> {
  const sum = {products: 0, variants: 0, unread: 0, created: 0, retired: 0, restored: 0};
  const choiceOf = chooserOf(basis);
  for await (const batch of loadRows(db, shop, asksForMargin(basis.settings.choice))) {
    const facts = await loadFacts(db, shop, batch);
    for (const row of batch) {
      const known = facts.get(row.id);
      if (known !== undefined) count(sum, known, choiceOf(row).chosen);
    }
  }
  return sum;
}

function count(sum: {-readonly [name in keyof ChoicePreview]: number}, facts: Facts, chosen: boolean): void {
  const {state} = facts;
  if (!chosen) {
    if (state === 'active' || state === 'held') sum.retired += 1;
    return;
  }
  if (state === 'deleted_in_store') return;
  sum.products += 1;
  sum.variants += facts.variants;
  if (facts.unread) sum.unread += 1;
  if (state === null) sum.created += 1;
  if (state === 'retired') sum.restored += 1;
}

async function loadFacts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  batch: readonly ChoiceRow[],
): Promise<ReadonlyMap<string, Facts>> {
  const words = (from: string, key: string) => sql.raw(`greatest(1, jsonb_array_length(${from}->'${key}'))`);
  const {rows} = await sql<Facts & {id: string}>`
    select a.article_id as id, l.state, a.stock is null as unread,
      case when a.stock is null then ${words('a.data', 'colours')}
        else ${words('a.stock', 'colours')} * ${words('a.stock', 'sizes')} end as variants
    from articles a
    left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = ''
    where a.shop = ${shop} and a.listed and a.data is not null
      and a.article_id >= ${batch[0]?.id ?? ''} and a.article_id <= ${batch.at(-1)?.id ?? ''}
  `.execute(db);
  return new Map(rows.map(({id, ...facts}) => [id, facts]));
}
