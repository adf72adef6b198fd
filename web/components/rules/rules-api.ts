// The API of the page Import rules as functions.
import type {Preview, RulesCount} from '#contract/preview.ts';
import type {Rules, StoredRules} from '#contract/settings.ts';
import {ask} from '../../api.ts';

export const rulesApi = {
  load: (signal: AbortSignal) => ask<StoredRules>('GET', '/api/rules', {signal}),
  count: ({choice}: Rules, signal: AbortSignal) =>
    ask<RulesCount>('POST', '/api/rules/count', {body: {choice}, signal}),
  preview: ({choice}: Rules) => ask<Preview>('POST', '/api/preview', {body: {choice}}),
  /** `version` names what the change is based on, `previewId` the preview that showed the merchant what it does. */
  save: ({choice}: Rules, basis: {readonly version: string; readonly previewId?: string}) =>
    ask<Omit<StoredRules, 'unreadable'>>('PUT', '/api/rules', {body: {choice, ...basis}}),
};
