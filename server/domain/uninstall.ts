// Decides what an `app/uninstalled` webhook leads to. Its headers are not signed, so Shopify is asked first.

import {backOff, day, minute} from '#domain/durations.ts';
import type {Failure} from '#domain/failure.ts';

/** Shopify's answer to a call with the stored token. */
export type StoreAnswer =
  /** 2xx: the app is installed. */
  | 'installed'
  /** 401, 403, 404 or a refused refresh: the app is not installed, or no longer. */
  | 'removed'
  /** 402. */
  | 'frozen'
  /** 423. */
  | 'locked'
  /** Timeout, 429, 5xx, or an answer that says nothing about the installation, for example if Shopify refuses the app itself. */
  | 'none';

/** Why nothing is sent for a store that still counts as installed. */
export type StopReason = 'frozen' | 'locked' | 'no_answer';

export type Asking = {
  /** When Shopify was first asked about this delivery; null: not yet. */
  readonly firstAskedAt: Date | null;
  /** When Shopify first answered 2xx. A token may be revoked a while after the webhook was sent. */
  readonly refutedAt: Date | null;
  /** How often Shopify was asked before. */
  readonly asked: number;
};

export type UninstallVerdict =
  | {readonly kind: 'forget'}
  | {readonly kind: 'stop_sending'; readonly reason: StopReason}
  | {readonly kind: 'ask_again'; readonly at: Date; readonly firstAskedAt: Date; readonly refutedAt: Date | null}
  | {readonly kind: 'refuted'};

/** Milliseconds after the first 2xx. */
const askAgainAfterMs = [1 * minute, 10 * minute, 60 * minute] as const;
/** Without an answer for this long, sending stops. */
const noAnswerLimitMs = day;

/** A store whose sending is stopped is asked this often. */
export const askStoppedEveryMs = day;

/**
 * https://shopify.dev/docs/api/usage/response-codes. A GraphQL error that is a refusal has status 200: the token was accepted.
 */
export function toStoreAnswer(failure: Failure): StoreAnswer {
  if (failure.kind === 'unauthorised') return 'removed';
  if (failure.kind !== 'refused') return 'none';
  return refusals.get(failure.status) ?? 'none';
}

const refusals: ReadonlyMap<number | undefined, StoreAnswer> = new Map([
  [200, 'installed'],
  [402, 'frozen'],
  [403, 'removed'],
  [404, 'removed'],
  [423, 'locked'],
]);

export function decideUninstall(answer: StoreAnswer, asking: Asking, now: Date): UninstallVerdict {
  const firstAskedAt = asking.firstAskedAt ?? now;
  switch (answer) {
    case 'removed':
      return {kind: 'forget'};
    case 'frozen':
    case 'locked':
      return {kind: 'stop_sending', reason: answer};
    case 'installed': {
      const refutedAt = asking.refutedAt ?? now;
      const next = askAgainAfterMs.map((ms) => new Date(refutedAt.getTime() + ms)).find((at) => at > now);
      return next === undefined ? {kind: 'refuted'} : {kind: 'ask_again', at: next, firstAskedAt, refutedAt};
    }
    case 'none': {
      const isOver = now.getTime() - firstAskedAt.getTime() >= noAnswerLimitMs;
      if (isOver) return {kind: 'stop_sending', reason: 'no_answer'};
      return {kind: 'ask_again', at: retryAt(asking.asked, now), firstAskedAt, refutedAt: asking.refutedAt};
    }
  }
}

/** After one minute, then two, four and so on up to an hour. @param asked how often it was asked before. */
export function retryAt(asked: number, now: Date): Date {
  return new Date(now.getTime() + backOff(asked + 1, {first: minute, longest: 60 * minute}));
}
