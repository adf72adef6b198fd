// The inputs of a listing's last plan: how they are stored, compared and read. In these fragments `l` is the listing.
import {type RawBuilder, sql} from 'kysely';
import type {PlanInputs} from '#domain/catalogue/settings-print.ts';

/**
 * Value of `planned_for` where the columns `planned_…` count. The previous release knows `planned_for` alone: when it plans a listing, or
 * schedules it for planning, it stores another value, and the next run plans the listing again. To be dropped a release later; then
 * `planned_settings` is set to null where `planned_for` is today.
 */
const storedInColumns = 'in columns';

/** SQL condition on listing `l`: it was planned, and that plan was not cleared. */
export const hasLastPlan: RawBuilder<boolean> = sql<boolean>`(l.planned_for is not distinct from ${sql.lit(storedInColumns)})`;

/** SQL value: the inputs of the last plan of listing `l`; null if it was never planned, or the plan was cleared. */
export const lastPlannedFor: RawBuilder<PlanInputs | null> = sql<PlanInputs | null>`
  case when ${hasLastPlan} then jsonb_build_object(
    'article', l.planned_article, 'listPrice', l.planned_list_price,
    'stockReadAt', round(extract(epoch from l.planned_stock_read_at) * 1000), 'settings', l.planned_settings
  ) end`;

/** The columns that store the inputs of a plan. Null clears them: the next run plans the listing again. */
export const toPlanColumns = (plannedFor: PlanInputs | null) => ({
  planned_for: plannedFor === null ? null : storedInColumns,
  planned_article: plannedFor?.article ?? null,
  planned_list_price: plannedFor?.listPrice ?? null,
  planned_stock_read_at: typeof plannedFor?.stockReadAt === 'number' ? new Date(plannedFor.stockReadAt) : null,
  planned_settings: plannedFor === null ? null : JSON.stringify(plannedFor.settings),
});
