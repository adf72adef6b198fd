// The merchant's standing answers for an article or a category: which colour and size to order where the sold variant has none. The
// first one that fits is used.
import type {ArticleId} from '#domain/ids.ts';

export type StandingAnswer = {
  readonly articleId: string | null;
  readonly category: string | null;
  readonly colour: string | null;
  readonly size: string | null;
};

/** Null: keeps what was remembered before. */
export type WordsToRemember = Pick<StandingAnswer, 'colour' | 'size'>;

/** One answer for the article, before all others; a word that is not given keeps its former answer. */
export function rememberForArticle(
  answers: readonly StandingAnswer[],
  articleId: ArticleId,
  words: WordsToRemember,
): StandingAnswer[] {
  const former = answers.filter((answer) => answer.articleId === articleId);
  const others = answers.filter((answer) => answer.articleId !== articleId);
  const colour = words.colour ?? former.find((answer) => answer.colour !== null)?.colour ?? null;
  const size = words.size ?? former.find((answer) => answer.size !== null)?.size ?? null;
  return [{articleId, category: null, colour, size}, ...others];
}

type Named = Pick<StandingAnswer, 'articleId' | 'category'>;

/** Without the answers for exactly this article and category. */
export const forget = (answers: readonly StandingAnswer[], {articleId, category}: Named): StandingAnswer[] =>
  answers.filter((answer) => answer.articleId !== articleId || answer.category !== category);
