// Adds and removes the merchant's standing answers for an article or a category: which colour and size to order if the sold variant has
// none. The first answer that fits is used.
import type {ArticleId} from '#domain/ids.ts';
import {isSameWord} from '#domain/words/same-word.ts';

/** What an answer decides: the colour or the size. */
export const answerOptions = ['colour', 'size'] as const;
export type AnswerOption = (typeof answerOptions)[number];

/** Which colour and size to order for one article or one category; null: not for that one, or no word. */
export type StandingAnswer = {
  readonly articleId: string | null;
  readonly category: string | null;
  readonly colour: string | null;
  readonly size: string | null;
  /** What each order asks for, whatever is answered for all; its word is null. Left out: nothing. */
  readonly asks?: AnswerOption[] | undefined;
};

/** The first answer that says what to do about the option: of those for the article, else of those for its category. */
export function findAnswer(
  answers: readonly StandingAnswer[],
  option: AnswerOption,
  {articleId, category}: AnswerTarget,
): StandingAnswer | undefined {
  const about = answers.filter((answer) => isAnswerAbout(option, answer));
  const isOfCategory = (answer: StandingAnswer): boolean =>
    answer.articleId === null && category !== null && isSameWord(answer.category ?? '', category);
  return about.find((answer) => answer.articleId === articleId) ?? about.find(isOfCategory);
}

/** The words to remember, and what to ask each time; a null that is not asked keeps what was remembered before. */
export type WordsToRemember = Pick<StandingAnswer, 'colour' | 'size' | 'asks'>;

/** Whether the answer says what to do about the option: order a word, or ask. */
export const isAnswerAbout = (option: AnswerOption, answer: WordsToRemember): boolean =>
  answer[option] !== null || (answer.asks?.includes(option) ?? false);

/** Puts one answer for the article before all others. A word that is null keeps its former answer. */
export const rememberForArticle = (
  answers: readonly StandingAnswer[],
  articleId: ArticleId,
  words: WordsToRemember,
): StandingAnswer[] =>
  remember(answers, {articleId, category: null}, words, (answer) => answer.articleId === articleId);

/** Puts one answer for the category before all others. Names that differ only in case are one category. */
export const rememberForCategory = (
  answers: readonly StandingAnswer[],
  category: string,
  words: WordsToRemember,
): StandingAnswer[] =>
  remember(
    answers,
    {articleId: null, category},
    words,
    (answer) => answer.articleId === null && isSameWord(answer.category ?? '', category),
  );

/** Replaces the former answers for this article or category by one. A word that is null keeps its former answer. */
function remember(
  answers: readonly StandingAnswer[],
  named: AnswerTarget,
  words: WordsToRemember,
  isFormer: (answer: StandingAnswer) => boolean,
): StandingAnswer[] {
  const former = answers.filter(isFormer);
  const findDecision = (option: AnswerOption) => [words, ...former].find((answer) => isAnswerAbout(option, answer));
  const isAsked = (option: AnswerOption) => findDecision(option)?.asks?.includes(option) ?? false;
  const wordOf = (option: AnswerOption) => (isAsked(option) ? null : (findDecision(option)?.[option] ?? null));
  const asks = answerOptions.filter(isAsked);
  const kept = {...named, colour: wordOf('colour'), size: wordOf('size'), ...(asks.length > 0 ? {asks} : {})};
  return [kept, ...answers.filter((answer) => !isFormer(answer))];
}

/** The article or the category that an answer is for; the other is null. */
type AnswerTarget = Pick<StandingAnswer, 'articleId' | 'category'>;

/** Removes the answers for exactly this article and category. */
export const forgetAnswer = (
  answers: readonly StandingAnswer[],
  {articleId, category}: AnswerTarget,
): StandingAnswer[] => answers.filter((answer) => answer.articleId !== articleId || answer.category !== category);
