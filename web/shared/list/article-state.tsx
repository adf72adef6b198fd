import type {ArticleRow} from '#contract/articles.ts';
import type {Tone} from '../../text/words.ts';

type ArticleStateInput = Pick<ArticleRow, 'state' | 'chosen' | 'listed' | 'hand' | 'reason' | 'quarantine' | 'edited'> &
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
function articleBadge({state, chosen, listed, quarantine, isOwnDraft}: ArticleStateInput): BadgeText {
  if (quarantine !== null) return {label: 'Could not be used', tone: 'warning'};
  if (isOwnDraft === true) return {label: 'Draft in your store', tone: 'info'};
  if (state !== null) return listingStateBadges[state];
  if (!listed) return {label: 'No longer at the supplier', tone: 'neutral'};
  return chosen ? {label: 'Waits for the next update', tone: 'info'} : {label: 'Not chosen', tone: 'neutral'};
}

/** What the next run does to a listing that no longer fits the choice; null if it does nothing. */
function nextRunNote({state, chosen, listed, hand, quarantine}: ArticleStateInput): string | null {
  if (quarantine !== null || !listed) return null;
  const isIn = state === 'active' || state === 'held';
  if (isIn && !chosen) return 'The next update takes it off sale';
  return (state === 'retired' || (state === 'deleted_in_store' && hand === 'picked')) && chosen
    ? 'The next update puts it into your store again'
    : null;
}

/** The state of an article in the store, why it is not on sale, and what the merchant decided about it. */
export function ArticleState({article}: {article: ArticleStateInput}) {
  const {state, hand, edited, quarantine, listed} = article;
  const word = articleBadge(article);
  const reason = quarantine ?? (state === 'active' ? null : article.reason);
  const notes = [
    hand === 'picked' ? 'Always included' : hand === 'left_out' ? 'Always left out' : null,
    edited ? 'Edited by you' : null,
    state !== null && !listed ? 'No longer at the supplier' : null,
    nextRunNote(article),
  ].filter((note) => note !== null);
  return (
    <s-stack gap="small-500">
      <s-stack direction="inline">
        <s-badge tone={word.tone}>{word.label}</s-badge>
      </s-stack>
      {reason !== null && <s-text>{reason}</s-text>}
      {notes.map((note) => (
        <s-text key={note} color="subdued">
          {note}
        </s-text>
      ))}
    </s-stack>
  );
}
