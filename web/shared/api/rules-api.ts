// The API of the page Import rules as functions, and its queries.
import type {Preview, RulesCount} from '#contract/preview.ts';
import type {Rules, StoredRules} from '#contract/settings.ts';
import {ask} from './api.ts';
import type {Question} from './remote.ts';

export const rulesApi = {
  load: (signal: AbortSignal) => ask<StoredRules>('GET', '/api/rules', {signal}),
  count: ({choice}: Rules, signal: AbortSignal) =>
    ask<RulesCount>('POST', '/api/rules/count', {body: {choice}, signal}),
  preview: ({choice}: Rules) => ask<Preview>('POST', '/api/preview', {body: {choice}}),
  /** `version` names what the change is based on, `previewId` the preview that showed the merchant what it does. */
  save: ({choice}: Rules, basis: {readonly version: string; readonly previewId?: string}) =>
    ask<Omit<StoredRules, 'unreadable'>>('PUT', '/api/rules', {body: {choice, ...basis}}),
};

export const rulesQuestion: Question<StoredRules> = {key: ['rules'], load: rulesApi.load, waitMs: () => null};

/**
 * What rules do, counted while they are edited. Answers are kept by the rules they belong to, so an older one never takes the place of a
 * newer one. @param rules null: something in the form cannot be read, so nothing is counted.
 */
export const rulesCountQuestion = (rules: Rules | null): Question<RulesCount> => ({
  key: ['rules-count', JSON.stringify(rules)],
  load: (signal) => rulesApi.count(rules ?? {choice: []}, signal),
  waitMs: () => null,
  keepsPrevious: true,
  outdatesAtOnce: true,
  isOff: rules === null,
});
