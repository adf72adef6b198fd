// Finds the articles that a run has to plan. The database selects them, so unchanged articles are only counted.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {PlanInputs, SettingsFingerprint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {hasLastPlan, lastPlannedFor} from '../listings/last-plan.ts';
import {ownPriceColumn} from '../own-prices/own-prices.ts';
import type {Tables} from '../tables/tables.ts';
import {articleInputColumn, definedOptionsColumn, merchantJoins} from './defined-options.ts';

/** After this many failures with the same input, runs no longer plan an article until the input changes. */
export const failuresBeforeRest = 3;

/** An article that a run has to plan, with the inputs of the plan. */
export type Candidate = {
  readonly id: ArticleId;
  readonly article: Article;
  /** The last reading of `a=stock`; null: none yet. */
  readonly stock: StockReading | null;
  /** Colours and sizes the merchant defined for the article; null: none. */
  readonly defined: DefinedOptions | null;
  /** The price the merchant set for the article; null: none. */
  readonly ownPrice: OwnPrice | null;
  /** The supplier was asked again after `stock` was read, and gave no new reading. */
  readonly unanswered: boolean;
  /** The inputs of a plan made now, stored with its outcome. */
  readonly plannedFor: PlanInputs;
  /** The inputs of the last plan; null where there was none, or it was cleared. */
  readonly lastPlannedFor: PlanInputs | null;
  /** Whether only `a=stock` was read again since the last plan (`isSampled`). */
  readonly sampled: boolean;
  /** The merchant's decision about what the product would lose: accept the loss, or keep the product as it is; null: none. */
  readonly loss: 'accept' | 'keep' | null;
};

/** Which articles of a shop a run plans. */
export type CandidateScope = {
  readonly shop: ShopDomain;
  /** Fingerprint of all settings and store facts that a plan depends on. */
  readonly settingsPrint: SettingsFingerprint;
  /** Only these of the chosen articles; absent: all of them. */
  readonly only?: readonly string[];
  /** Only articles that have a listing: for the others the merchant has not asked yet. */
  readonly onlyListed?: boolean;
};

/** SQL value: the inputs of a plan made now. */
const plannedForColumn = (print: SettingsFingerprint): RawBuilder<PlanInputs> => sql<PlanInputs>`jsonb_build_object(
  'article', ${articleInputColumn}, 'listPrice', a.list_price,
  'stockReadAt', round(extract(epoch from a.stock_read_at) * 1000), 'settings', ${JSON.stringify(print)}::jsonb)`;

/**
 * Whether only `a=stock` was read again since the last plan, while catalogue and list, which every night reads, are unchanged. Such an
 * article was mostly read on its scheduled night, so it counts as a sample of the others. Needs `merchantJoins`.
 */
export const isSampled = sql<boolean>`(${hasLastPlan}
  and (l.planned_article, l.planned_list_price) is not distinct from (${articleInputColumn}, a.list_price)
  and l.planned_stock_read_at is distinct from a.stock_read_at)`;

/** SQL condition: the article is chosen, listed, and known by more than its id. */
export const isPlannable = ({
  shop,
  only,
  onlyListed = false,
}: Omit<CandidateScope, 'settingsPrint'>): RawBuilder<boolean> => sql<boolean>`
  a.shop = ${shop} and a.listed and a.chosen and a.data is not null
  and (${only ?? null}::text[] is null or a.article_id = any(${only ?? null}::text[]))
  ${onlyListed ? sql`and exists (select 1 from listings e where e.shop = a.shop and e.article_id = a.article_id)` : sql``}`;

/** SQL condition: the article failed often enough with its present input to be skipped. */
export const isResting = (print: SettingsFingerprint): RawBuilder<boolean> => sql<boolean>`
  (q.article_id is not null and q.failures >= ${failuresBeforeRest} and q.input_hash = ${plannedForColumn(print)}::text)`;

/** SQL condition: the article has inputs that were not planned yet, or is to be published. Never true for a deleted product. */
export const needsPlan = (print: SettingsFingerprint): RawBuilder<boolean> => sql<boolean>`
  (l.article_id is null or (
    l.state <> 'deleted_in_store'
    and (not ${hasLastPlan} or l.own_draft is not distinct from 'publish' or
      (l.planned_article, l.planned_list_price, l.planned_stock_read_at, l.planned_settings)
      is distinct from (${articleInputColumn}, a.list_price, a.stock_read_at, ${JSON.stringify(print)}::jsonb))
  ))`;

/** `l` is the listing of article `a`, `q` its entry in quarantine, `o` and `op` what the merchant set for it. */
export const candidateJoins = sql`
  left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = ''
  left join quarantine q on q.shop = a.shop and q.article_id = a.article_id
  ${merchantJoins}`;

/** Yields the articles to plan, in batches ordered by id. Articles planned in the meantime are not returned again. */
export async function* loadCandidates(
  db: Kysely<Tables>,
  planning: CandidateScope,
  batch = 200,
): AsyncGenerator<readonly Candidate[]> {
  const print = planning.settingsPrint;
  let after = '';
  for (;;) {
    const {rows} = await sql<Candidate>`
      select a.article_id as id, a.data as article, a.stock, ${definedOptionsColumn} as defined, ${ownPriceColumn} as "ownPrice",
        (a.stock is not null and a.stock_read_for is null) as unanswered, ${plannedForColumn(print)} as "plannedFor",
        ${lastPlannedFor} as "lastPlannedFor", l.loss, ${isSampled} as sampled
      from articles a ${candidateJoins}
      where ${isPlannable(planning)} and a.article_id > ${after}
        and ${needsPlan(print)} and not coalesce(${isResting(print)}, false)
      order by a.article_id limit ${batch}
    `.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/** Numbers of chosen articles: all; those that need no plan, by the reason; and those whose cost moved. */
export type StandingCounts = {
  /** All chosen articles. */
  readonly chosen: number;
  /** Articles whose inputs did not change since their last plan, without drafts. */
  readonly unchanged: number;
  /** Drafts (stored as `held`) whose inputs did not change since their last plan. */
  readonly held: number;
  /** Quarantined articles that failed too often with the same input. */
  readonly resting: number;
  /** Articles whose cost is another one than that from which their price was calculated. */
  readonly moved: number;
};

/** Counts the chosen articles in one pass over the tables, because with many articles each pass takes most of the step's time. */
export async function countStanding(db: Kysely<Tables>, planning: CandidateScope): Promise<StandingCounts> {
  const print = planning.settingsPrint;
  const {rows} = await sql<StandingCounts>`
    select count(*)::int as chosen,
      (count(*) filter (where not rests and not needs and state is distinct from 'held'))::int as unchanged,
      (count(*) filter (where not rests and not needs and state = 'held'))::int as held,
      (count(*) filter (where rests and needs))::int as resting,
      (count(*) filter (where cost_now <> cost_before))::int as moved
    from (
      select l.state, a.stock_price as cost_now, l.cost as cost_before,
        ${needsPlan(print)} as needs, coalesce(${isResting(print)}, false) as rests
      from articles a ${candidateJoins}
      where ${isPlannable(planning)}
    ) as standing
  `.execute(db);
  return rows[0] ?? {chosen: 0, unchanged: 0, held: 0, resting: 0, moved: 0};
}
