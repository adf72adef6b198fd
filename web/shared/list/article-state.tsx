import {type ArticleStateInput, articleBadge, nextRunNote} from './article-badge.ts';

/** The state of an article in the store, why it is not on sale, and what the merchant decided about it. */
export function ArticleState({article}: {article: ArticleStateInput}) {
  const {state, hand, edited, quarantine, listed} = article;
  const word = articleBadge(article);
  const reason = quarantine ?? (state === 'active' ? null : article.reason);
  const notes = [
    hand === 'picked' ? 'Always included' : hand === 'left_out' ? 'Always left out' : null,
    edited ? 'Some fields are yours' : null,
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
