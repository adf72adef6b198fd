// The mails of a shop. A row is written before its mail is sent, and its key allows one for an event and a local day: whoever dies between
// the two leaves a row that no one sends again. Only a mail that the server certainly did not take is claimed once more.
import {type Kysely, type SqlBool, sql} from 'kysely';
import {day} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {EarlierMail, MailReasons} from '#domain/mail/due-events.ts';
import {type MailOutcome, retryAt} from '#domain/mail/mail-outcome.ts';
import {eventOf, type MailTopic} from '#domain/settings/mail.ts';
import {isToBePaid} from '../orders/flagged-orders.ts';
import type {MailState} from '../tables/mail-tables.ts';
import type {Tables} from '../tables/tables.ts';

/** How far back every mail is looked at; before that only the last of each event that may have been sent. */
const earlierMs = 2 * day;

/** SQL condition: `mails` is the last mail about its event that may have been sent, so it decides for ever what is news. */
const isLastOfEvent = sql<SqlBool>`mails.claimed_at = (select max(l.claimed_at) from mails l
  where l.shop = mails.shop and l.event = mails.event and l.state in ('claimed', 'sent', 'unknown'))`;

/**
 * What decides about the mails of each shop that has a confirmed address and chose an event, in one statement, however many shops there
 * are. @param shop only this one; null: all.
 */
export async function loadMailReasons(
  db: Kysely<Tables>,
  shop: ShopDomain | null,
  now: Date,
): Promise<readonly MailReasons[]> {
  const {rows} = await sql<Omit<MailReasons, 'earlier'> & {earlier: readonly EarlierRow[]}>`
    select m.shop, s.time_zone as "timeZone", m.events, m.unpaid_hours as "unpaidHours",
      m.confirmed_at as "confirmedAt",
      array_remove(array[case s.catalogue_key_state when 'rejected' then 'catalogue' end,
        case s.dropship_key_state when 'rejected' then 'dropship' end], null) as "refusedKeys",
      case when s.reconcile_found > 0 then s.webhook_missed_at end as "webhookMissedAt",
      case when s.last_good_night_at >= s.installed_at and ${isStaying} then s.last_good_night_at end as "lastGoodNightAt",
      exists (select from runs r where r.shop = m.shop and r.kind = 'full' and r.trigger in ('schedule', 'catch_up')
        and r.state in ('failed', 'partial') and r.started_at > s.last_good_night_at) as "hasNightFailed",
      exists (select from runs r where r.shop = m.shop and r.kind = 'full' and r.state in ('queued', 'running')) as "isNightOpen",
      (select max(b.created_at) from brakes b where b.shop = m.shop and b.state = 'held' and ${isStaying}) as "brakeAt",
      (select max(o.placed_at) + m.unpaid_hours * interval '1 hour' from dropship_orders o
        where o.shop = m.shop and ${isToBePaid}
          and o.placed_at <= ${now}::timestamptz - m.unpaid_hours * interval '1 hour') as "unpaidSince",
      (select coalesce(jsonb_agg(jsonb_build_object('topic', mails.event, 'day', mails.day, 'state', mails.state,
          'claimedAt', mails.claimed_at, 'retryAt', mails.retry_at)), '[]')
        from mails where mails.shop = m.shop
          and (mails.claimed_at > ${new Date(now.getTime() - earlierMs)}::timestamptz or ${isLastOfEvent})) as earlier
    from mail_settings m join shops s on s.shop = m.shop
    where s.state = 'installed' and m.confirmed_at is not null and m.stopped is null and m.contact_sealed is not null
      and m.events <> '{}' and (${shop}::text is null or m.shop = ${shop})
    order by m.shop
  `.execute(db);
  return rows.map((row) => ({...row, earlier: row.earlier.map(toEarlier)}));
}

/** SQL condition on `m`: the merchant is not leaving. Whoever leaves has no nights, and no run carries out what a brake stopped. */
const isStaying = sql<boolean>`not exists (select from departures d where d.shop = m.shop)`;

/** An earlier mail as JSON has it, with its times as text. */
type EarlierRow = {
  readonly topic: MailTopic;
  readonly day: string;
  readonly state: MailState;
  readonly claimedAt: string;
  readonly retryAt: string | null;
};

const toEarlier = ({topic, day: local, state, claimedAt, retryAt: again}: EarlierRow): EarlierMail => ({
  topic,
  day: local,
  mayBeSent: state === 'claimed' || state === 'sent' || state === 'unknown',
  claimedAt: new Date(claimedAt),
  retryAt: again === null ? null : new Date(again),
});

/** Shops whose address waits for its link. */
export async function loadShopsWithLinkWanted(db: Kysely<Tables>): Promise<readonly ShopDomain[]> {
  const rows = await db
    .selectFrom('mail_settings')
    .innerJoin('shops', 'shops.shop', 'mail_settings.shop')
    .select('mail_settings.shop')
    .where('link_state', '=', 'wanted')
    .where('shops.state', '=', 'installed')
    .orderBy('mail_settings.shop')
    .execute();
  return rows.map(({shop}) => shop);
}

/** The one mail about a topic on a local day. */
export type MailKey = {readonly shop: ShopDomain; readonly topic: MailTopic; readonly day: string};

/**
 * Claims the mail, to be committed before it is sent. Null: it was claimed before, or the address is not the one that was read, is stopped,
 * or the event is no longer chosen. @returns how often it was tried, this time included.
 */
export async function claimMail(
  db: Kysely<Tables>,
  {shop, topic, day: local}: MailKey,
  contactDigest: string,
  now: Date,
): Promise<number | null> {
  const {rows} = await sql<{attempts: number}>`
    insert into mails (shop, event, day, state, claimed_at)
    select m.shop, ${topic}::text, ${local}::text, 'claimed', ${now}::timestamptz from mail_settings m
    where m.shop = ${shop} and m.unsubscribe_digest = ${contactDigest} and m.confirmed_at is not null and m.stopped is null
      and ${eventOf(topic)}::text = any(m.events)
    on conflict (shop, event, day) do update
      set state = 'claimed', attempts = mails.attempts + 1, claimed_at = excluded.claimed_at, retry_at = null, said = null, ended_at = null
      where mails.state = 'failed' and mails.retry_at <= ${now}::timestamptz
    returning attempts
  `.execute(db);
  return rows[0]?.attempts ?? null;
}

/** Stores what became of a claimed mail. What the server was not given does not count as a try. */
export async function settleMail(
  db: Kysely<Tables>,
  {shop, topic, day: local}: MailKey,
  {outcome, attempts}: {readonly outcome: MailOutcome; readonly attempts: number},
  now: Date,
): Promise<void> {
  const state = outcome.kind === 'sent' || outcome.kind === 'unknown' ? outcome.kind : 'failed';
  await db
    .updateTable('mails')
    .set({
      state,
      attempts: outcome.kind === 'unreachable' ? attempts - 1 : attempts,
      said: outcome.kind === 'sent' ? null : outcome.said,
      retry_at: retryAt(outcome, attempts, now),
      ended_at: now,
    })
    .where('shop', '=', shop)
    .where('event', '=', topic)
    .where('day', '=', local)
    .where('state', '=', 'claimed')
    .execute();
}

/** Stores that there was nothing to write on this day, so that it is not looked for again. */
export async function saveEmptyMail(db: Kysely<Tables>, {shop, topic, day: local}: MailKey, now: Date): Promise<void> {
  await db
    .insertInto('mails')
    .values({shop, event: topic, day: local, state: 'empty', claimed_at: now, ended_at: now})
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A mail as the page and the next summary name it. */
export type MailRecord = {
  readonly topic: MailTopic;
  readonly day: string;
  readonly state: MailState;
  readonly said: string | null;
  readonly claimedAt: Date;
  readonly retryAt: Date | null;
};

/** The last mails, the newest first. */
export async function loadLastMails(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly MailRecord[]> {
  return db
    .selectFrom('mails')
    .select(['event as topic', 'day', 'state', 'said', 'claimed_at as claimedAt', 'retry_at as retryAt'])
    .where('shop', '=', shop)
    .orderBy('claimed_at', 'desc')
    .orderBy('event')
    .limit(limit)
    .execute();
}

/**
 * Mails that may never have arrived, and that no summary named yet: those of earlier days, from the day of the last summary that was sent
 * on, for it named the days before its own. @param today the store's local day.
 */
export async function loadLostMails(
  db: Kysely<Tables>,
  shop: ShopDomain,
  today: string,
): Promise<readonly Pick<MailRecord, 'topic' | 'day'>[]> {
  return db
    .selectFrom('mails')
    .select(['event as topic', 'day'])
    .where('shop', '=', shop)
    .where('day', '<', today)
    .where('state', 'in', ['claimed', 'unknown', 'failed'])
    .where(
      'day',
      '>=',
      sql<string>`coalesce((select max(day) from mails where shop = ${shop} and event = 'digest' and state = 'sent'), '')`,
    )
    .orderBy('day', 'desc')
    .orderBy('event')
    .execute();
}

/** Deletes mails claimed before `before`, but not the last of each event. */
export async function purgeMails(db: Kysely<Tables>, shop: ShopDomain, before: Date): Promise<void> {
  await sql`delete from mails where shop = ${shop} and claimed_at < ${before} and not ${isLastOfEvent}`.execute(db);
}
