// What the state of an article is called: its badge, and what the next update does to it.
import type {ArticleRow} from '#contract/articles.ts';
import type {Tone} from '../../text/words.ts';

export type ArticleStateInput = Pick<
  ArticleRow,
  'state' | 'chosen' | 'listed' | 'hand' | 'reason' | 'quarantine' | 'edited'
> &
  Partial<Pick<ArticleRow, 'isOwnDraft'>>;

type BadgeText = {readonly label: string; readonly tone: Tone};

/** The badge of a listing by its state. */
export const listingStateBadges: Readonly<Record<NonNullable<ArticleRow['state']>, BadgeText>> = {
  active: {label: 'In your store', tone: 'success'},
  held: {label: 'Not on sale', tone: 'warning'},
  retired: {label: 'Taken off sale', tone: 'neutral'},
  deleted_in_store: {label: 'Deleted in your store', tone: 'neutral'},
};

/** The badge of an article: set aside, else the state of its product, else why it has no product. */
export function articleBadge({state, chosen, listed, quarantine, isOwnDraft}: ArticleStateInput): BadgeText {
  if (quarantine !== null) return {label: 'Could not be used', tone: 'warning'};
  if (isOwnDraft === true) return {label: 'Draft in your store', tone: 'info'};
  if (state !== null) return listingStateBadges[state];
  if (!listed) return {label: 'No longer at the supplier', tone: 'neutral'};
  return chosen ? {label: 'Waits for the next update', tone: 'info'} : {label: 'Not chosen', tone: 'neutral'};
}

/** What the next run does to a listing that no longer fits the choice; null if it does nothing. */
export function nextRunNote({state, chosen, listed, hand, quarantine}: ArticleStateInput): string | null {
  if (quarantine !== null || !listed) return null;
  const isIn = state === 'active' || state === 'held';
  if (isIn && !chosen) return 'The next update takes it off sale';
  return (state === 'retired' || (state === 'deleted_in_store' && hand === 'picked')) && chosen
    ? 'The next update puts it into your store again'
    : null;
}
