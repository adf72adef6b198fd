// The API of the page Import rules as functions, and its queries.
import type {Overview} from '#contract/overview.ts';
import type {Preview, RulesCount} from '#contract/preview.ts';
import type {Rules, Saved} from '#contract/settings.ts';
import {callApi} from './api.ts';
import {runQueryKey} from './questions.ts';
import type {RemoteQuery} from './remote.ts';

export const rulesApi = {
  load: (signal: AbortSignal) => callApi<Saved<Rules>>('GET', '/api/settings/rules', {signal}),
  count: ({choice}: Rules, signal: AbortSignal) =>
    callApi<RulesCount>('POST', '/api/rules/count', {body: {choice}, signal}),
  preview: ({choice}: Rules) => callApi<Preview>('POST', '/api/preview', {body: {choice}}),
  /** `version` names what the change is based on, `previewId` the preview that showed the merchant what the change does. */
  save: ({choice}: Rules, basis: {readonly version: string; readonly previewId?: string}) =>
    callApi<Saved<Rules>>('PUT', '/api/settings/rules', {body: {choice, ...basis}}),
};

export const rulesQuery: RemoteQuery<Saved<Rules>> = {key: ['rules'], load: rulesApi.load, waitMs: () => null};

/**
 * What rules do, counted while they are edited, and again when a run begins and ends. The rules are part of the key, so an older answer
 * never replaces a newer one.
 * @param rules null: something in the form cannot be read, so nothing is counted.
 */
export const rulesCountQuery = (rules: Rules | null, run: Overview['lastRun']): RemoteQuery<RulesCount> => ({
  key: [...runQueryKey('rules-count', run), JSON.stringify(rules)],
  load: (signal) => rulesApi.count(rules ?? {choice: []}, signal),
  waitMs: () => null,
  keepsPrevious: true,
  outdatesAtOnce: true,
  isOff: rules === null,
});
