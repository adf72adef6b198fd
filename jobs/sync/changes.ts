// What a plan changes, in the words of the history and of the preview.
import type {RunChange} from '../../server/db/run-changes.ts';
import type {Planned} from './apply-listings.ts';

/** Nothing where the plan leaves everything as it is. */
export function toRunChanges({chosen, listing, plan}: Planned): readonly RunChange[] {
  const articleId = chosen.id;
  switch (plan.kind) {
    case 'create':
      return plan.changes.map((change) => ({articleId, kind: 'create', ...change}));
    case 'update': {
      const kind = plan.restore && listing?.state === 'retired' ? 'restore' : 'update';
      return plan.changes.map((change) => ({articleId, kind, ...change}));
    }
    case 'hold': {
      if (plan.changes.length > 0) return plan.changes.map((change) => ({articleId, kind: 'hold', ...change}));
      const isNews = listing?.state !== 'held' || listing.reason !== plan.reason;
      return isNews ? [toHeld(articleId, listing?.state ?? null, plan.reason)] : [];
    }
    case 'unchanged':
    case 'leave':
    case 'quarantine':
      return [];
  }
}

const toHeld = (articleId: string, before: string | null, why: string): RunChange => ({
  articleId,
  kind: 'hold',
  field: 'state',
  before,
  after: 'held',
  why,
});

export const toQuarantined = (articleId: string, why: string): RunChange => ({
  articleId,
  kind: 'quarantine',
  field: 'state',
  before: null,
  after: 'quarantined',
  why,
});
