// Which articles a run has to look at. The database picks them, so unchanged articles are only counted.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {PlannedFor, SettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import {hasLastPlan, lastPlannedFor} from '../listings/last-plan.ts';
import type {Tables} from '../tables/tables.ts';
import {articleInput, definedColumn, definedJoin} from './defined-options.ts';

/** Failures with the same input before an article rests. */
export const failuresBeforeRest = 3;

export type Candidate = {
  readonly id: ArticleId;
  readonly article: Article;
  readonly stock: StockReading | null;
  /** What the merchant defined for it; null: nothing. */
  readonly defined: DefinedOptions | null;
  /** The supplier was asked again after `stock` was read, and gave no new reading. */
  readonly unanswered: boolean;
  /** The inputs of a plan made now, stored with its outcome. */
  readonly plannedFor: PlannedFor;
  /** The inputs of the last plan; null where there was none, or it was cleared. */
  readonly lastPlannedFor: PlannedFor | null;
  /** See `sampled`. */
  readonly sampled: boolean;
  /** The merchant's decision about what the product would lose. */
  readonly loss: 'accept' | 'keep' | null;
};

export type Planning = {
  readonly shop: ShopDomain;
  /** Fingerprint of all settings and store facts that a plan depends on. */
  readonly settingsPrint: SettingsPrint;
  /** Only these of the chosen articles; absent: all of them. */
  readonly only?: readonly string[];
  /** Only articles that have a listing: the merchant has not asked for the others yet. */
  readonly onlyListed?: boolean;
};

const plannedFor = (print: SettingsPrint): RawBuilder<PlannedFor> => sql<PlannedFor>`jsonb_build_object(
  'article', ${articleInput}, 'listPrice', a.list_price,
  'stockReadAt', round(extract(epoch from a.stock_read_at) * 1000), 'settings', ${JSON.stringify(print)}::jsonb)`;

/**
 * Whether only `a=stock` was read again since the last plan, while catalogue and list, which every night reads, are unchanged. Such an
 * article was mostly read on its scheduled night, so it counts as a sample of the others. Needs `definedJoin`.
 */
export const sampled = sql<boolean>`(${hasLastPlan}
  and (l.planned_article, l.planned_list_price) is not distinct from (${articleInput}, a.list_price)
  and l.planned_stock_read_at is distinct from a.stock_read_at)`;

/** Chosen, listed, and known by more than its id. */
export const selectable = ({
  shop,
  only,
  onlyListed = false,
}: Omit<Planning, 'settingsPrint'>): RawBuilder<boolean> => sql<boolean>`
  a.shop = ${shop} and a.listed and a.chosen and a.data is not null
  and (${only ?? null}::text[] is null or a.article_id = any(${only ?? null}::text[]))
  ${onlyListed ? sql`and exists (select 1 from listings e where e.shop = a.shop and e.article_id = a.article_id)` : sql``}`;

export const resting = (print: SettingsPrint): RawBuilder<boolean> => sql<boolean>`
  (q.article_id is not null and q.failures >= ${failuresBeforeRest} and q.input_hash = ${plannedFor(print)}::text)`;

/** Whether there is anything to plan. Never for a deleted product. */
export const needsPlan = (print: SettingsPrint): RawBuilder<boolean> => sql<boolean>`
  (l.article_id is null or (
    l.state <> 'deleted_in_store'
    and (not ${hasLastPlan} or
      (l.planned_article, l.planned_list_price, l.planned_stock_read_at, l.planned_settings)
      is distinct from (${articleInput}, a.list_price, a.stock_read_at, ${JSON.stringify(print)}::jsonb))
  ))`;

/** `l` is the listing of article `a`, `q` its entry in quarantine, `o` its defined options. */
export const candidateJoins = sql`
  left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = ''
  left join quarantine q on q.shop = a.shop and q.article_id = a.article_id
  ${definedJoin}`;

/** In batches ordered by id. Articles planned in the meantime are not returned again. */
export async function* loadCandidates(
  db: Kysely<Tables>,
  planning: Planning,
  batch = 200,
): AsyncGenerator<readonly Candidate[]> {
  const print = planning.settingsPrint;
  let after = '';
  for (;;) {
    const {rows} = await sql<Candidate>`
      select a.article_id as id, a.data as article, a.stock, ${definedColumn} as defined,
        (a.stock is not null and a.stock_read_for is null) as unanswered, ${plannedFor(print)} as "plannedFor",
        ${lastPlannedFor} as "lastPlannedFor", l.loss, ${sampled} as sampled
      from articles a ${candidateJoins}
      where ${selectable(planning)} and a.article_id > ${after}
        and ${needsPlan(print)} and not coalesce(${resting(print)}, false)
      order by a.article_id limit ${batch}
    `.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

export type Standing = {
  readonly chosen: number;
  readonly unchanged: number;
  readonly held: number;
  readonly resting: number;
};

/** How many articles are chosen, and how many of them need no plan. */
export async function countStanding(db: Kysely<Tables>, planning: Planning): Promise<Standing> {
  const print = planning.settingsPrint;
  const {rows} = await sql<Standing>`
    select count(*)::int as chosen,
      (count(*) filter (where not rests and not needs and state is distinct from 'held'))::int as unchanged,
      (count(*) filter (where not rests and not needs and state = 'held'))::int as held,
      (count(*) filter (where rests and needs))::int as resting
    from (
      select l.state, ${needsPlan(print)} as needs, coalesce(${resting(print)}, false) as rests
      from articles a ${candidateJoins}
      where ${selectable(planning)}
    ) as standing
  `.execute(db);
  return rows[0] ?? {chosen: 0, unchanged: 0, held: 0, resting: 0};
}
