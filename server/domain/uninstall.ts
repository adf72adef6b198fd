// Decides what a webhook leads to that says the app was removed: `app/uninstalled`, or `shop/redact`, which asks for the store's erasure.
// Their headers are not signed, and a body can be replayed, so Shopify is asked first.

import {backOff, day, hour, minute} from '#domain/durations.ts';
import type {Failure} from '#domain/failure.ts';

/** Shopify's answer to a call with the stored token. */
export type StoreAnswer =
  /** 2xx: the app is installed. */
  | 'installed'
  /** 401 from the Admin API to the stored token, and no new one for it. */
  | 'refused'
  /** Nothing to ask with: no stored token, an unreadable one, or one that ended and was not renewed. */
  | 'no_token'
  /** 403 or 404: for example the source address is not on the app's IP allowlist. */
  | 'forbidden'
  /** 402. */
  | 'frozen'
  /** 423. */
  | 'locked'
  /** Timeout, 429, 5xx, or an answer that says nothing about the installation, for example if Shopify refuses the app itself. */
  | 'none';

/** Why nothing is sent for a store that still counts as installed. */
export type StopReason = (typeof stopReasons)[number];
export const stopReasons = ['frozen', 'locked', 'no_answer', 'no_access', 'forbidden'] as const;

export type Asking = {
  /** When Shopify was first asked about this delivery; null: not yet. */
  readonly firstAskedAt: Date | null;
  /** When Shopify first answered 2xx. A token may be revoked a while after the webhook was sent. */
  readonly refutedAt: Date | null;
  /** How often Shopify was asked before. */
  readonly asked: number;
};

/** What is known about the webhook, and about the store's token before it. */
export type Announcement = {
  readonly receivedAt: Date;
  /** Whether the signed body names the store. */
  readonly namesStore: boolean;
  /** When a token of the store was last granted or accepted; null: not known. */
  readonly acceptedAt: Date | null;
};

export type UninstallVerdict =
  | {readonly kind: 'forget'}
  | {readonly kind: 'stop_sending'; readonly reason: StopReason}
  | {readonly kind: 'ask_again'; readonly at: Date; readonly firstAskedAt: Date; readonly refutedAt: Date | null}
  | {readonly kind: 'refuted'};

export type RedactionVerdict =
  | {readonly kind: 'erase'}
  /** The app is installed, or a token was accepted after the webhook came. */
  | {readonly kind: 'refuted'}
  /** `stop`: why nothing is sent meanwhile; null: as it was. */
  | {readonly kind: 'wait'; readonly at: Date; readonly stop: StopReason | null};

/** Milliseconds after the first 2xx. */
const askAgainAfterMs = [1 * minute, 10 * minute, 60 * minute] as const;
/** Without an answer for this long, sending stops. */
const noAnswerLimitMs = day;

/** A nightly run is accepted at least once in this time, so a token accepted within it was alive. */
const aliveForMs = 26 * hour;

/** A store whose sending is stopped is asked this often. */
export const askStoppedEveryMs = day;

/** An unconfirmed request to erase a store is carried out after this long. Shopify allows 30 days. */
export const unconfirmedWaitMs = 20 * day;

/**
 * https://shopify.dev/docs/api/usage/response-codes. A GraphQL error that is a refusal has status 200: the token was accepted. The token
 * endpoint refuses a renewal also where the app is installed, after a lost answer for example; so only the Admin API's 401 counts.
 */
export function toStoreAnswer(failure: Failure): StoreAnswer {
  if (failure.kind === 'unauthorised') return failure.status === 401 ? 'refused' : 'no_token';
  if (failure.kind !== 'refused') return 'none';
  return refusals.get(failure.status) ?? 'none';
}

const refusals: ReadonlyMap<number | undefined, StoreAnswer> = new Map([
  [200, 'installed'],
  [402, 'frozen'],
  [403, 'forbidden'],
  [404, 'forbidden'],
  [423, 'locked'],
]);

/**
 * Whether the app is removed: Shopify refuses a token now that it accepted shortly before the webhook came, and the signed body is about
 * this store. A token that was dead before proves nothing: whoever replays a webhook could choose that time.
 */
function isConfirmed(answer: StoreAnswer, {receivedAt, namesStore, acceptedAt}: Announcement): boolean {
  if (answer !== 'refused' || !namesStore || acceptedAt === null) return false;
  return receivedAt.getTime() - acceptedAt.getTime() <= aliveForMs;
}

/** Null: the answer says nothing of the kind. */
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

export function decideUninstall(
  answer: StoreAnswer,
  announcement: Announcement,
  asking: Asking,
  now: Date,
): UninstallVerdict {
  if (isConfirmed(answer, announcement)) return {kind: 'forget'};
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
  return {kind: 'ask_again', at: retryAt(asking.asked, now), firstAskedAt, refutedAt: asking.refutedAt};
}

/**
 * What becomes of a request to erase a store whose removal was not confirmed before. A store that Shopify reports as frozen or locked, or
 * about which it does not answer, is asked about without an end.
 * @param asked how often it was asked before.
 */
export function decideRedaction(
  answer: StoreAnswer,
  announcement: Announcement,
  asked: number,
  now: Date,
): RedactionVerdict {
  const {acceptedAt, receivedAt} = announcement;
  if (answer === 'installed' || (acceptedAt !== null && acceptedAt > receivedAt)) return {kind: 'refuted'};
  if (isConfirmed(answer, announcement)) return {kind: 'erase'};
  if (answer === 'none') return {kind: 'wait', at: retryAt(asked, now), stop: null};
  const stop = toStopReason(answer);
  const isUnclear = stop === 'no_access' || stop === 'forbidden';
  if (isUnclear && now.getTime() - receivedAt.getTime() >= unconfirmedWaitMs) return {kind: 'erase'};
  return {kind: 'wait', at: new Date(now.getTime() + askStoppedEveryMs), stop};
}

/** After one minute, then two, four and so on up to an hour. @param asked how often it was asked before. */
export function retryAt(asked: number, now: Date): Date {
  return new Date(now.getTime() + backOff(asked + 1, {first: minute, longest: 60 * minute}));
}
