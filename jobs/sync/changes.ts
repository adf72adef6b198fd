// Makes the entries for the history and the preview from a plan's changes.

import type {Article} from '#domain/catalogue/article.ts';
import type {Retirement} from '#domain/catalogue/off-sale/plan-retirement.ts';
import type {OnSaleStatus} from '#domain/catalogue/operation.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {RunChange} from '../../server/db/runs/run-changes.ts';
import type {PlannedListing} from './plan-listings.ts';

/** The entries of one plan; empty if it changes nothing. */
export function toRunChanges({chosen, listing, plan}: PlannedListing): readonly RunChange[] {
  const articleId = chosen.id;
  switch (plan.kind) {
    case 'create':
      return plan.changes.map((change) => ({articleId, kind: 'create', ...change}));
    case 'update': {
      const kind = plan.restore && listing?.state === 'retired' ? 'restore' : 'update';
      const changes = plan.changes.map((change): RunChange => ({articleId, kind, ...change}));
      const isSilent = plan.restore && !plan.changes.some(({field}) => field === 'status');
      return isSilent
        ? [{articleId, kind, ...toStateChange(listing?.state ?? null, 'active'), why: staysOffSaleText}, ...changes]
        : changes;
    }
    case 'draft': {
      if (plan.changes.length > 0) return plan.changes.map((change) => ({articleId, kind: 'hold', ...change}));
      const isNews = listing?.state !== 'held' || listing.reason !== plan.reason;
      return isNews ? [toDraftedChange(articleId, listing?.state ?? null, plan.reason)] : [];
    }
    case 'unchanged':
    case 'keep':
    case 'quarantine':
      return [];
  }
}

/** Why a product stays off sale although its article may be sold again. */
const staysOffSaleText =
  'What kept it back is over. In the store it stays off sale: only what the app took off sale does it put back.';

/**
 * A change of the listing's own state, for when the product's status in the store does not change. `held` is the stored name of a draft.
 */
const toStateChange = (before: string | null, after: 'active' | 'held' | 'retired') => ({
  field: 'state',
  before,
  after,
});

/** The entry that the listing became a draft although its product was not on sale. */
const toDraftedChange = (articleId: ArticleId, before: string | null, why: string): RunChange => ({
  articleId,
  // The stored name of a draft.
  kind: 'hold',
  ...toStateChange(before, 'held'),
  why,
});

/**
 * The product's actual status in the store, which may differ from what the plan assumed. `wasOnSale`: the status in which it could be
 * bought, or false. `isRaised`: whether the run puts the product on sale again.
 */
export type ActualStatus = {readonly wasOnSale: OnSaleStatus | false; readonly isRaised: boolean};

/** Corrects planned changes by the product's actual status. If the status does not change, the entry is about the listing's state. */
export function correctByStatus(
  changes: readonly RunChange[],
  {listing}: Pick<PlannedListing, 'listing'>,
  found: ActualStatus,
): RunChange[] {
  const before = listing?.state ?? null;
  return changes.map((change) => {
    if (change.field !== 'status' || change.kind === 'create') return change;
    if (change.kind === 'hold') {
      return found.wasOnSale === false
        ? {...change, ...toStateChange(before, 'held')}
        : {...change, before: found.wasOnSale};
    }
    return found.isRaised ? change : {...change, ...toStateChange(before, 'active'), why: staysOffSaleText};
  });
}

/** The entry for a retired listing: about the product's status if it was on sale, else about the listing's state. */
export function toRetiredChange(
  {articleId, reason}: Retirement,
  listing: PlannedListing['listing'],
  {wasOnSale, to}: {readonly wasOnSale: OnSaleStatus | false; readonly to: 'draft' | 'archive'},
): RunChange {
  const change = {articleId, kind: 'retire', why: reason} as const;
  if (wasOnSale === false) return {...change, ...toStateChange(listing?.state ?? null, 'retired')};
  return {...change, field: 'status', before: wasOnSale, after: to === 'archive' ? 'ARCHIVED' : 'DRAFT'};
}

/** The entry for an article that was quarantined. `why`: a sentence. */
export const toQuarantinedChange = (articleId: ArticleId, why: string): RunChange => ({
  articleId,
  kind: 'quarantine',
  field: 'state',
  before: null,
  after: 'quarantined',
  why,
});

/** One entry for each catalogue image that is not used. */
export const toDroppedImageChanges = ({id, droppedImages = []}: Article): readonly RunChange[] =>
  droppedImages.map(({url, reason}) => ({
    articleId: id,
    kind: 'quarantine',
    field: 'images',
    before: url === '' ? null : url,
    after: null,
    why: reason,
  }));
