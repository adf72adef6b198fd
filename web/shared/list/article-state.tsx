import type {ArticleRow} from '#contract/articles.ts';
import type {Tone} from '../../text/words.ts';

type StateFacts = Pick<ArticleRow, 'state' | 'chosen' | 'listed' | 'hand' | 'reason' | 'quarantine' | 'edited'>;

type Word = {readonly label: string; readonly tone: Tone};

/** Of a product's listing, by its state. */
export const listingWords: Readonly<Record<NonNullable<ArticleRow['state']>, Word>> = {
  active: {label: 'In your store', tone: 'success'},
  held: {label: 'Not on sale', tone: 'warning'},
  retired: {label: 'Retired', tone: 'neutral'},
  deleted_in_store: {label: 'Deleted in your store', tone: 'neutral'},
};

function stateWord({state, chosen, listed, quarantine}: StateFacts): Word {
  if (quarantine !== null) return {label: 'Set aside', tone: 'warning'};
  if (state !== null) return listingWords[state];
  if (!listed) return {label: 'No longer at the supplier', tone: 'neutral'};
  return chosen ? {label: 'Waits for the next run', tone: 'info'} : {label: 'Not chosen', tone: 'neutral'};
}

/** What the next run does to a listing that no longer fits the choice; null: there is nothing to add. */
function toCome({state, chosen, listed, hand, quarantine}: StateFacts): string | null {
  if (quarantine !== null || !listed) return null;
  const isIn = state === 'active' || state === 'held';
  if (isIn && !chosen) return 'The next run takes it off sale';
  return (state === 'retired' || (state === 'deleted_in_store' && hand === 'picked')) && chosen
    ? 'The next run puts it into your store again'
    : null;
}

/** The state of an article in the store, why it is not on sale, and what the merchant decided about it. */
export function ArticleState({article}: {article: StateFacts}) {
  const {state, hand, edited, quarantine, listed} = article;
  const word = stateWord(article);
  const reason = quarantine ?? (state === 'active' ? null : article.reason);
  const notes = [
    hand === 'picked' ? 'Chosen by hand' : hand === 'left_out' ? 'Left out by hand' : null,
    edited ? 'Edited by you' : null,
    state !== null && !listed ? 'No longer at the supplier' : null,
    toCome(article),
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
