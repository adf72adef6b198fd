// Decides what to do about a webhook that says the app was removed: `app/uninstalled`, or `shop/redact`, which requests erasure.
// Webhook headers are not signed, and a body can be replayed, so Shopify is asked first.

import {backOff, day, hour, minute} from '#domain/durations.ts';
import type {Failure} from '#domain/failure.ts';

/** Shopify's answer to a call with the stored token. */
export type StoreAnswer =
  /** 2xx: the app is installed. */
  | 'installed'
  /** The Admin API answered 401 to the stored token, and the token could not be renewed. */
  | 'refused'
  /** Shopify could not be asked: there is no stored token, it is unreadable, or it expired and was not renewed. */
  | 'no_token'
  /** 403 or 404: for example the source address is not on the app's IP allowlist. */
  | 'forbidden'
  /** 402: the store is frozen. */
  | 'frozen'
  /** 423: the store is locked. */
  | 'locked'
  /** Timeout, 429, 5xx, or an answer that says nothing about the installation, for example if Shopify refuses the app itself. */
  | 'none';

/** Why nothing is sent for a store that still counts as installed. */
export type StopReason = (typeof stopReasons)[number];
/** Shopify says the store is frozen or locked; it did not answer for a day; no token works; it answers 403 or 404. */
export const stopReasons = ['frozen', 'locked', 'no_answer', 'no_access', 'forbidden'] as const;

/** What was asked so far about one webhook. */
export type AskingProgress = {
  /** When Shopify was first asked about this delivery; null: not yet. */
  readonly firstAskedAt: Date | null;
  /** When Shopify first answered 2xx. A token may be revoked a while after the webhook was sent. */
  readonly refutedAt: Date | null;
  /** How often Shopify was asked before. */
  readonly asked: number;
};

/** The webhook that announces the removal, and what is known about the store's token before it. */
export type RemovalNotice = {
  readonly receivedAt: Date;
  /** Whether the signed body names the store. */
  readonly namesStore: boolean;
  /** When a token of the store was last granted or accepted; null: not known. */
  readonly acceptedAt: Date | null;
};

/** What to do: uninstall the shop, stop sending, ask Shopify again at a time, or nothing because the app is installed. */
export type UninstallVerdict =
  | {readonly kind: 'forget'}
  | {readonly kind: 'stop_sending'; readonly reason: StopReason}
  | {readonly kind: 'ask_again'; readonly at: Date; readonly firstAskedAt: Date; readonly refutedAt: Date | null}
  | {readonly kind: 'refuted'};

/** What to do about a request to erase a store: erase it, nothing, or ask Shopify again at a time. */
export type RedactionVerdict =
  | {readonly kind: 'erase'}
  /** The app is installed, or a token was accepted after the webhook came. */
  | {readonly kind: 'refuted'}
  /** `stop`: why nothing is sent meanwhile; null: as it was. */
  | {readonly kind: 'wait'; readonly at: Date; readonly stop: StopReason | null};

/** When Shopify is asked again, in milliseconds after it first answered 2xx. */
const askAgainAfterMs = [1 * minute, 10 * minute, 60 * minute] as const;
/** Without an answer for this long, sending stops. */
const noAnswerLimitMs = day;

/** A token accepted within this time was valid, because the nightly run uses it more often. */
const aliveForMs = 26 * hour;

/** How often Shopify is asked about a store whose sending is stopped. */
export const askStoppedEveryMs = day;

/** After this time an unconfirmed request to erase a store is carried out anyway. Shopify allows 30 days. */
export const unconfirmedWaitMs = 20 * day;

/**
 * What a failed call says about the installation (https://shopify.dev/docs/api/usage/response-codes). A refusal with status 200 is a GraphQL
 * error to an accepted token. Only the Admin API's 401 counts as refused, because a token's renewal can fail although the app is installed.
 */
export function toStoreAnswer(failure: Failure): StoreAnswer {
  if (failure.kind === 'unauthorised') return failure.status === 401 ? 'refused' : 'no_token';
  if (failure.kind !== 'refused') return 'none';
  return answersByStatus.get(failure.status) ?? 'none';
}

/** What a refusal with this HTTP status says about the installation. */
const answersByStatus: ReadonlyMap<number | undefined, StoreAnswer> = new Map([
  [200, 'installed'],
  [402, 'frozen'],
  [403, 'forbidden'],
  [404, 'forbidden'],
  [423, 'locked'],
]);

/**
 * Whether it is certain that the app was removed: Shopify refuses a token that it accepted shortly before the webhook came, and the signed
 * body is about this store. A token that was invalid before proves nothing, because whoever replays a webhook could choose that time.
 */
function isRemovalConfirmed(answer: StoreAnswer, {receivedAt, namesStore, acceptedAt}: RemovalNotice): boolean {
  if (answer !== 'refused' || !namesStore || acceptedAt === null) return false;
  return receivedAt.getTime() - acceptedAt.getTime() <= aliveForMs;
}

/** Why sending stops after this answer; null: it does not. */
export function toStopReason(answer: StoreAnswer): StopReason | null {
  switch (answer) {
    case 'refused':
    case 'no_token':
      return 'no_access';
    case 'forbidden':
    case 'frozen':
    case 'locked':
      return answer;
    case 'installed':
    case 'none':
      return null;
  }
}

/** Decides on a webhook that the app was removed, by Shopify's answer. */
export function decideUninstall(
  answer: StoreAnswer,
  announcement: RemovalNotice,
  asking: AskingProgress,
  now: Date,
): UninstallVerdict {
  if (isRemovalConfirmed(answer, announcement)) return {kind: 'forget'};
  const stop = toStopReason(answer);
  if (stop !== null) return {kind: 'stop_sending', reason: stop};
  const firstAskedAt = asking.firstAskedAt ?? now;
  if (answer === 'installed') {
    const refutedAt = asking.refutedAt ?? now;
    const next = askAgainAfterMs.map((ms) => new Date(refutedAt.getTime() + ms)).find((at) => at > now);
    return next === undefined ? {kind: 'refuted'} : {kind: 'ask_again', at: next, firstAskedAt, refutedAt};
  }
  const isOver = now.getTime() - firstAskedAt.getTime() >= noAnswerLimitMs;
  if (isOver) return {kind: 'stop_sending', reason: 'no_answer'};
  return {kind: 'ask_again', at: askAgainAt(asking.asked, now), firstAskedAt, refutedAt: asking.refutedAt};
}

/**
 * Decides on a request to erase a store whose removal was not confirmed before. While Shopify reports the store as frozen or locked, or
 * does not answer, it is asked again without a limit.
 * @param asked how often it was asked before.
 */
export function decideRedaction(
  answer: StoreAnswer,
  announcement: RemovalNotice,
  asked: number,
  now: Date,
): RedactionVerdict {
  const {acceptedAt, receivedAt} = announcement;
  if (answer === 'installed' || (acceptedAt !== null && acceptedAt > receivedAt)) return {kind: 'refuted'};
  if (isRemovalConfirmed(answer, announcement)) return {kind: 'erase'};
  if (answer === 'none') return {kind: 'wait', at: askAgainAt(asked, now), stop: null};
  const stop = toStopReason(answer);
  const isUnclear = stop === 'no_access' || stop === 'forbidden';
  if (isUnclear && now.getTime() - receivedAt.getTime() >= unconfirmedWaitMs) return {kind: 'erase'};
  return {kind: 'wait', at: new Date(now.getTime() + askStoppedEveryMs), stop};
}

/** When to ask again: after one minute, then two, four and so on up to an hour. @param asked how often Shopify was asked before. */
export function askAgainAt(asked: number, now: Date): Date {
  return new Date(now.getTime() + backOff(asked + 1, {first: minute, longest: 60 * minute}));
}
