// The server's API about set-up as functions, and its questions.
import type {RulesCount} from '#contract/preview.ts';
import type {Run} from '#contract/runs.ts';
import type {SetUpClosed, Trial} from '#contract/set-up.ts';
import type {Importing, Template} from '#contract/settings.ts';
import {ask} from './api.ts';
import {pollMs} from './polling.ts';
import {runningSince} from './questions.ts';
import type {Question} from './remote.ts';
import {rulesApi} from './rules-api.ts';

export type Stored<Part> = Part & {readonly version: string; readonly unreadable?: readonly string[]};

export const setUpApi = {
  startTrial: () => ask<Run>('POST', '/api/set-up/trial'),
  close: () => ask<SetUpClosed>('POST', '/api/set-up/close'),
  saveTemplate: ({unreadable: _unreadable, ...template}: Stored<Template>) =>
    ask<Stored<Template>>('PUT', '/api/template', {body: template}),
  saveImporting: ({unreadable: _unreadable, ...importing}: Stored<Importing>) =>
    ask<Stored<Importing>>('PUT', '/api/importing', {body: importing}),
};

/** While the trial goes on, its articles change. @param run the newest trial as the overview knows it. */
export const trialQuestion = (run: Run | null): Question<Trial> => ({
  key: ['trial', run?.id, run?.state],
  load: (signal) => ask<Trial>('GET', '/api/set-up/trial', {signal}),
  waitMs: (known) => pollMs(runningSince(known?.run ?? null), new Date()),
  keepsPrevious: true,
});

export const templateQuestion: Question<Stored<Template>> = {
  key: ['template'],
  load: (signal) => ask<Stored<Template>>('GET', '/api/template', {signal}),
  waitMs: () => null,
};

export const importingQuestion: Question<Stored<Importing>> = {
  key: ['importing'],
  load: (signal) => ask<Stored<Importing>>('GET', '/api/importing', {signal}),
  waitMs: () => null,
};

/** What the saved choice makes of the store. */
export const everythingQuestion: Question<RulesCount> = {
  key: ['everything'],
  load: async (signal) => rulesApi.count(await rulesApi.load(signal), signal),
  waitMs: () => null,
};
