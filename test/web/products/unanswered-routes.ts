// The part of the page's server about articles that state no size or no colour: how many there are, answers for them, and proposals.
import express from 'express';
import type {ApiError} from '#contract/error.ts';
import type {Answered, AnswersInput, Proposals, ProposalsInput, Unanswered} from '#contract/options/unanswered.ts';

export type UnansweredAnswers = {
  /** Of either option. */
  unanswered: Unanswered;
  answerOptions: (input: AnswersInput) => Answered | ApiError;
  propose: (input: ProposalsInput) => Proposals | ApiError;
};

export function unansweredRoutes(answers: UnansweredAnswers, clicked: {path: string; body: unknown}[]): express.Router {
  const router = express.Router();
  const answer = (response: express.Response, content: object) =>
    void response.status('error' in content ? 409 : 200).json(content);
  router.get('/options/unanswered', (_request, response) => answer(response, answers.unanswered));
  router.post('/options/answers', ({path, body}, response) => {
    clicked.push({path, body});
    answer(response, answers.answerOptions(body));
  });
  router.post('/options/proposals', ({path, body}, response) => {
    clicked.push({path, body});
    answer(response, answers.propose(body));
  });
  return router;
}

/** A category about whose articles the catalogue says nothing. */
export const aSilentCategory = (category: string, articles = 1): Unanswered['categories'][number] => ({
  category,
  articles,
  texts: [{text: '', articles}],
  moreTexts: 0,
  several: null,
});
