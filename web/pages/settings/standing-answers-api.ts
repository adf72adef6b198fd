// The API of what is remembered for orders as functions.
import type {StandingAnswers} from '#contract/order-settings.ts';
import {callApi} from '../../shared/api/api.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';

type StandingAnswer = StandingAnswers['answers'][number];
type PropertyAnswer = StandingAnswers['properties'][number];

export const standingAnswersQuery: RemoteQuery<StandingAnswers> = {
  key: ['standing-answers'],
  load: (signal) => callApi<StandingAnswers>('GET', '/api/standing-answers', {signal}),
  waitMs: () => null,
};

export const forgetAnswer = ({articleId, category}: StandingAnswer) =>
  callApi<StandingAnswers>('POST', '/api/standing-answers/forget', {body: {articleId, category}});

export const forgetProperty = ({name}: PropertyAnswer) =>
  callApi<StandingAnswers>('POST', '/api/standing-answers/forget-property', {body: {name}});
