// The server's API about set-up as functions, and its queries.
import type {RulesCount} from '#contract/preview.ts';
import type {Run} from '#contract/runs.ts';
import type {SetUpClosed, Trial} from '#contract/set-up.ts';
import type {Importing, Saved, Template} from '#contract/settings.ts';
import {callApi} from './api.ts';
import {pollMs} from './polling.ts';
import {runningSince} from './questions.ts';
import type {RemoteQuery} from './remote.ts';
import {rulesApi} from './rules-api.ts';

export const setUpApi = {
  startTrial: () => callApi<Run>('POST', '/api/set-up/trial'),
  close: () => callApi<SetUpClosed>('POST', '/api/set-up/close'),
  /** Saves the standing words only: what is stored of the template itself may be older than what may be entered today. */
  saveStandingWords: ({template: _unchanged, ...words}: Saved<Template>) =>
    callApi<Saved<Template>>('PUT', '/api/settings/template', {body: words}),
  saveImporting: (importing: Saved<Importing>) =>
    callApi<Saved<Importing>>('PUT', '/api/settings/importing', {body: importing}),
};

/** The trial, loaded again while it goes on, because its articles change. @param run the newest trial as the overview knows it. */
export const trialQuery = (run: Run | null): RemoteQuery<Trial> => ({
  key: ['trial', run?.id, run?.state],
  load: (signal) => callApi<Trial>('GET', '/api/set-up/trial', {signal}),
  waitMs: (known) => pollMs(runningSince(known?.run ?? null), new Date()),
  keepsPrevious: true,
});

/** The part `template` of the settings, of which set-up changes the standing colour only. */
export const templateQuery: RemoteQuery<Saved<Template>> = {
  key: ['template'],
  load: (signal) => callApi<Saved<Template>>('GET', '/api/settings/template', {signal}),
  waitMs: () => null,
};

/** The part `importing` of the settings. */
export const importingQuery: RemoteQuery<Saved<Importing>> = {
  key: ['importing'],
  load: (signal) => callApi<Saved<Importing>>('GET', '/api/settings/importing', {signal}),
  waitMs: () => null,
};

/** What a run would make of the store with the saved choice, as counts. */
export const savedChoiceCountQuery: RemoteQuery<RulesCount> = {
  key: ['everything'],
  load: async (signal) => rulesApi.count(await rulesApi.load(signal), signal),
  waitMs: () => null,
};
