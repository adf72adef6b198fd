// Describes a plan's changes for the history and the preview.

import type {Article} from '#domain/catalogue/article.ts';
import type {Retirement} from '#domain/catalogue/off-sale/plan-retirement.ts';
import type {OnSale} from '#domain/catalogue/operation.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {RunChange} from '../../server/db/runs/run-changes.ts';
import type {Planned} from './plan-listings.ts';

/** Empty if the plan changes nothing. */
export function toRunChanges({chosen, listing, plan}: Planned): readonly RunChange[] {
  const articleId = chosen.id;
  switch (plan.kind) {
    case 'create':
      return plan.changes.map((change) => ({articleId, kind: 'create', ...change}));
    case 'update': {
      const kind = plan.restore && listing?.state === 'retired' ? 'restore' : 'update';
      const changes = plan.changes.map((change): RunChange => ({articleId, kind, ...change}));
      const isSilent = plan.restore && !plan.changes.some(({field}) => field === 'status');
      return isSilent
        ? [{articleId, kind, ...toState(listing?.state ?? null, 'active'), why: stillOff}, ...changes]
        : changes;
    }
    case 'draft': {
      if (plan.changes.length > 0) return plan.changes.map((change) => ({articleId, kind: 'hold', ...change}));
      const isNews = listing?.state !== 'held' || listing.reason !== plan.reason;
      return isNews ? [toDrafted(articleId, listing?.state ?? null, plan.reason)] : [];
    }
    case 'unchanged':
    case 'keep':
    case 'quarantine':
      return [];
  }
}

const stillOff =
  'What kept it back is over. In the store it stays off sale: only what the app took off sale does it put back.';

const toState = (before: string | null, after: 'active' | 'held' | 'retired') => ({field: 'state', before, after});

const toDrafted = (articleId: ArticleId, before: string | null, why: string): RunChange => ({
  articleId,
  // The stored name of a draft.
  kind: 'hold',
  ...toState(before, 'held'),
  why,
});

/** The product's actual state in the store, which may differ from what the plan assumed. */
export type Found = {readonly wasOnSale: OnSale | false; readonly isRaised: boolean};

/** Corrects planned changes by the product's actual status. If that does not change, the change is recorded for the listing's state. */
export function asFound(changes: readonly RunChange[], {listing}: Pick<Planned, 'listing'>, found: Found): RunChange[] {
  const before = listing?.state ?? null;
  return changes.map((change) => {
    if (change.field !== 'status' || change.kind === 'create') return change;
    if (change.kind === 'hold') {
      return found.wasOnSale === false ? {...change, ...toState(before, 'held')} : {...change, before: found.wasOnSale};
    }
    return found.isRaised ? change : {...change, ...toState(before, 'active'), why: stillOff};
  });
}

export function toRetired(
  {articleId, reason}: Retirement,
  listing: Planned['listing'],
  {wasOnSale, to}: {readonly wasOnSale: OnSale | false; readonly to: 'draft' | 'archive'},
): RunChange {
  const change = {articleId, kind: 'retire', why: reason} as const;
  if (wasOnSale === false) return {...change, ...toState(listing?.state ?? null, 'retired')};
  return {...change, field: 'status', before: wasOnSale, after: to === 'archive' ? 'ARCHIVED' : 'DRAFT'};
}

export const toQuarantined = (articleId: ArticleId, why: string): RunChange => ({
  articleId,
  kind: 'quarantine',
  field: 'state',
  before: null,
  after: 'quarantined',
  why,
});

/** One change for each catalogue image that was left out. */
export const toDroppedImages = ({id, droppedImages = []}: Article): readonly RunChange[] =>
  droppedImages.map(({url, reason}) => ({
    articleId: id,
    kind: 'quarantine',
    field: 'images',
    before: url === '' ? null : url,
    after: null,
    why: reason,
  }));
