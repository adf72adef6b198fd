// The requests about colours and sizes that the supplier does not state: counts as a query, answers and proposals as functions.
import type {Answered, AnswersInput, Proposals, ProposalsInput, Unanswered} from '#contract/options/unanswered.ts';
import type {Overview} from '#contract/overview.ts';
import type {OptionName} from '#domain/options/defined-options.ts';
import {callApi} from '../api/api.ts';
import {idleMs} from '../api/polling.ts';
import {runQueryKey} from '../api/questions.ts';
import type {RemoteQuery} from '../api/remote.ts';

export const unansweredApi = {
  answer: (body: AnswersInput) => callApi<Answered>('POST', '/api/options/answers', {body}),
  /** Without `previewId` it changes nothing and answers what would be taken over. */
  proposals: (body: ProposalsInput) => callApi<Proposals>('POST', '/api/options/proposals', {body}),
};

/** How many chosen articles would ask for the option, by category. It is loaded again when a run begins and ends. */
export const unansweredQuery = (option: OptionName, run: Overview['lastRun']): RemoteQuery<Unanswered> => ({
  key: [...runQueryKey('unanswered', run), option],
  load: (signal) => callApi<Unanswered>('GET', `/api/options/unanswered?option=${option}`, {signal}),
  waitMs: () => idleMs,
  keepsPrevious: true,
});
