// Decides which mails a shop is due. What lasts (a refused key, a failed night) is written about once a day; what happens (a brake, an
// order unpaid for too long, an order found without a webhook) only when it is newer than the last mail about it. Each key is written about
// for itself: the second one that is refused on a day stops what the first mail said goes on.
import {day as dayMs} from '#domain/durations.ts';
import type {SupplierApi} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {localTimeOf} from '#domain/local-days.ts';
import {lateAfterMs, startDelayMinutes} from '#domain/nightly-start.ts';
import {eventOf, type MailEvent, type MailTopic, mailTopics} from '#domain/settings/mail.ts';

/** An earlier mail, as far as it decides about the next: each of the last two days, and the last of each topic that may have been sent. */
export type EarlierMail = {
  readonly topic: MailTopic;
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
  readonly confirmedAt: Date;
  /** The keys that the supplier refuses. */
  readonly refusedKeys: readonly SupplierApi[];
  /** When an order was last found without a webhook; null: not since the last webhook of an order. */
  readonly webhookMissedAt: Date | null;
  /** When a full run last read the whole catalogue; null: not yet, or only before the app was installed. */
  readonly lastGoodNightAt: Date | null;
  /** Whether a full run that the merchant did not ask for failed since then. */
  readonly hasNightFailed: boolean;
  /** Whether a full run is queued or under way. */
  readonly isNightOpen: boolean;
  /** When the newest brake that waits was set; null: none waits. */
  readonly brakeAt: Date | null;
  /** When the last order passed `unpaidHours` unpaid; null: none has. */
  readonly unpaidSince: Date | null;
  readonly earlier: readonly EarlierMail[];
};

/** The summary leaves in the hour from this local time on, spread over the shops. */
const digestHour = 7;

/** The mails that are due now, and the store's local day. */
export function dueMails(reasons: MailReasons, now: Date): {readonly day: string; readonly due: readonly MailTopic[]} {
  const [day = '', time = ''] = localTimeOf(reasons.timeZone ?? 'UTC', now).split(' ');
  const due = mailTopics.filter(
    (topic) =>
      reasons.events.includes(eventOf(topic)) &&
      isOpenToday(reasons.earlier, topic, day, now) &&
      hasReason(reasons, topic, {day, time}, now),
  );
  return {day, due};
}

/** Whether there was no mail about it today, or one that failed and may be tried again now. */
function isOpenToday(earlier: readonly EarlierMail[], topic: MailTopic, day: string, now: Date): boolean {
  const today = earlier.find((mail) => mail.topic === topic && mail.day === day);
  return today === undefined || (today.retryAt !== null && today.retryAt <= now);
}

/** @param local the local day, and the local time as HH:MM. */
function hasReason(
  reasons: MailReasons,
  topic: MailTopic,
  local: {readonly day: string; readonly time: string},
  now: Date,
): boolean {
  switch (topic) {
    case 'digest':
      return local.time >= digestTime(reasons.shop) && wasConfirmedBefore(reasons, local.day);
    case 'unpaid':
      return isNews(reasons, topic, reasons.unpaidSince);
    case 'brake':
      return isNews(reasons, topic, reasons.brakeAt);
    case 'webhooks':
      return isNews(reasons, topic, reasons.webhookMissedAt);
    case 'key':
      return reasons.refusedKeys.includes('catalogue');
    case 'dropship_key':
      return reasons.refusedKeys.includes('dropship');
    case 'night':
      return isNightMissed(reasons, now) && !isExplainedByKey(reasons);
  }
}

/** The local time from which on a shop's summary is due, the same every day. */
function digestTime(shop: ShopDomain): string {
  return `${String(digestHour).padStart(2, '0')}:${String(startDelayMinutes(shop)).padStart(2, '0')}`;
}

/** Whether the address was confirmed before the summary of this local day was due: the first one comes on the next morning. */
const wasConfirmedBefore = ({shop, timeZone, confirmedAt}: MailReasons, day: string): boolean =>
  localTimeOf(timeZone ?? 'UTC', confirmedAt) < `${day} ${digestTime(shop)}`;

/**
 * Whether the last good night is late because a run failed, or because none was made for another day. That it is late alone says nothing:
 * the merchant may have moved the start, and a run makes up for that soon.
 */
function isNightMissed({lastGoodNightAt, hasNightFailed, isNightOpen}: MailReasons, now: Date): boolean {
  if (lastGoodNightAt === null || isNightOpen) return false;
  const age = now.getTime() - lastGoodNightAt.getTime();
  return age >= (hasNightFailed ? lateAfterMs : lateAfterMs + dayMs);
}

/** Whether the mail about the refused key already says that nothing is read from the catalogue. */
const isExplainedByKey = ({refusedKeys, events}: MailReasons): boolean =>
  refusedKeys.includes('catalogue') && events.includes('key');

/** Whether it happened after the last mail about it. */
function isNews({earlier}: MailReasons, topic: MailTopic, at: Date | null): boolean {
  return at !== null && !earlier.some((mail) => mail.topic === topic && mail.mayBeSent && mail.claimedAt >= at);
}
