// Decides which mails a shop is due. What lasts (a refused key, silent webhooks, a missed night) is written about once a day; what happens
// (a brake, an order unpaid for too long) only when it is newer than the last mail about it.
import type {ShopDomain} from '#domain/ids.ts';
import {localTimeOf} from '#domain/local-days.ts';
import {lateAfterMs, startDelayMinutes} from '#domain/nightly-start.ts';
import {type MailEvent, mailEvents} from '#domain/settings/mail.ts';

/** A mail of the last days, as far as it decides about the next. */
export type EarlierMail = {
  readonly event: MailEvent;
  /** In the store's time zone, like 2026-11-22. */
  readonly day: string;
  /** Whether the server may have it: it was sent, or is about to be, or that is not known. */
  readonly mayBeSent: boolean;
  readonly claimedAt: Date;
  /** When it may be tried again; null: it is not. */
  readonly retryAt: Date | null;
};

/** What decides about a shop's mails. */
export type MailReasons = {
  readonly shop: ShopDomain;
  readonly timeZone: string | null;
  readonly events: readonly MailEvent[];
  readonly unpaidHours: number;
  readonly isKeyRefused: boolean;
  /** Whether orders were found without a webhook since the last webhook of an order. */
  readonly areWebhooksSilent: boolean;
  /** When a full run last read the whole catalogue; null: not yet. */
  readonly lastGoodNightAt: Date | null;
  /** When the newest brake that waits was set; null: none waits. */
  readonly brakeAt: Date | null;
  /** When the last order passed `unpaidHours` unpaid; null: none has. */
  readonly unpaidSince: Date | null;
  readonly earlier: readonly EarlierMail[];
};

/** The summary leaves in the hour from this local time on, spread over the shops. */
const digestHour = 7;

/** The mails that are due now, and the store's local day. */
export function dueMails(reasons: MailReasons, now: Date): {readonly day: string; readonly due: readonly MailEvent[]} {
  const [day = '', time = ''] = localTimeOf(reasons.timeZone ?? 'UTC', now).split(' ');
  const due = mailEvents.filter(
    (event) =>
      reasons.events.includes(event) &&
      isOpenToday(reasons.earlier, event, day, now) &&
      hasReason(reasons, event, time, now),
  );
  return {day, due};
}

/** Whether there was no mail about it today, or one that failed and may be tried again now. */
function isOpenToday(earlier: readonly EarlierMail[], event: MailEvent, day: string, now: Date): boolean {
  const today = earlier.find((mail) => mail.event === event && mail.day === day);
  return today === undefined || (today.retryAt !== null && today.retryAt <= now);
}

/** @param time the local time, HH:MM. */
function hasReason(reasons: MailReasons, event: MailEvent, time: string, now: Date): boolean {
  switch (event) {
    case 'digest':
      return time >= digestTime(reasons.shop);
    case 'unpaid':
      return isNews(reasons, event, reasons.unpaidSince);
    case 'brake':
      return isNews(reasons, event, reasons.brakeAt);
    case 'key':
      return reasons.isKeyRefused;
    case 'webhooks':
      return reasons.areWebhooksSilent;
    case 'night':
      // A refused key is the reason of a missed night, and has its own mail.
      return !reasons.isKeyRefused && isNightMissed(reasons.lastGoodNightAt, now);
  }
}

/** The local time from which on a shop's summary is due, the same every day. */
function digestTime(shop: ShopDomain): string {
  return `${String(digestHour).padStart(2, '0')}:${String(startDelayMinutes(shop)).padStart(2, '0')}`;
}

const isNightMissed = (lastGoodNightAt: Date | null, now: Date): boolean =>
  lastGoodNightAt !== null && now.getTime() - lastGoodNightAt.getTime() >= lateAfterMs;

/** Whether it happened after the last mail about it. */
function isNews({earlier}: MailReasons, event: MailEvent, at: Date | null): boolean {
  return at !== null && !earlier.some((mail) => mail.event === event && mail.mayBeSent && mail.claimedAt >= at);
}
