// The API of the page Import rules as functions, and the query of its form.
import type {Preview, RulesCount} from '#contract/preview.ts';
import type {Rules, Saved} from '#contract/settings.ts';
import {callApi} from './api.ts';
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
