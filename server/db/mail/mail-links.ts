// The links in the mails: the one that confirms the address, and the one that unsubscribes. A link carries a random token of 256 bits, of
// which only the digest is stored and looked up, so neither a row nor the time of an answer helps to guess one.
import {type Kysely, sql} from 'kysely';
import {day} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {MailOutcome} from '#domain/mail/mail-outcome.ts';
import type {Tables} from '../tables/tables.ts';

/** A link confirms an address for this many milliseconds after it was sent. */
export const linkValidMs = 3 * day;

/** An address whose owner unsubscribed gets a link at most once in this many milliseconds. */
export const unsubscribedLinkMs = day;

/**
 * Asks for the link to be sent (again), also where mails were stopped; an earlier link is not valid any more. False: there is no address, it
 * is confirmed, or its owner unsubscribed and got a link within the last day.
 */
export async function wantLink(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<boolean> {
  const asked = await db
    .updateTable('mail_settings')
    .set({link_state: 'wanted', link_digest: null, link_at: now, link_said: null})
    .where('shop', '=', shop)
    .where('contact_sealed', 'is not', null)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('stopped', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb('stopped', 'is distinct from', 'unsubscribed'),
        eb('link_at', 'is', null),
        eb('link_at', '<=', new Date(now.getTime() - unsubscribedLinkMs)),
      ]),
    )
    .executeTakeFirst();
  return asked.numUpdatedRows > 0n;
}

/** Stores the digest of a new link's token before the link is sent. False: none is wanted for this contact any more. */
export async function claimLink(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {contactDigest, linkDigest}: {readonly contactDigest: string; readonly linkDigest: string},
  now: Date,
): Promise<boolean> {
  const claimed = await db
    .updateTable('mail_settings')
    .set({link_state: 'sending', link_digest: linkDigest, link_at: now})
    .where('shop', '=', shop)
    .where('unsubscribe_digest', '=', contactDigest)
    .where('link_state', '=', 'wanted')
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** Stores what became of the mail with the link. It stays wanted if the mail server was not given it. */
export async function settleLink(db: Kysely<Tables>, linkDigest: string, outcome: MailOutcome): Promise<void> {
  await db
    .updateTable('mail_settings')
    .set({
      link_state: outcome.kind === 'sent' ? 'sent' : outcome.kind === 'unreachable' ? 'wanted' : 'failed',
      link_said: outcome.kind === 'sent' ? null : outcome.said,
    })
    .where('link_digest', '=', linkDigest)
    .where('link_state', '=', 'sending')
    .execute();
}

/** Confirms the address that the link was sent to; null: the link is not valid (any more). A second time changes nothing. */
export async function confirmByLink(
  db: Kysely<Tables>,
  linkDigest: string,
  now: Date,
): Promise<{readonly shop: ShopDomain; readonly isNew: boolean} | null> {
  const {rows} = await sql<{shop: ShopDomain; isNew: boolean}>`
    update mail_settings m set confirmed_at = case when b.is_new then ${now}::timestamptz else m.confirmed_at end, stopped = null, said = null
    from (select shop, (confirmed_at is null or stopped is not null) as is_new from mail_settings where link_digest = ${linkDigest} for update) b
    where m.shop = b.shop and m.link_digest = ${linkDigest} and m.link_at > ${new Date(now.getTime() - linkValidMs)}::timestamptz
    returning m.shop, b.is_new as "isNew"
  `.execute(db);
  return rows[0] ?? null;
}

/** Stops the mails to the address whose mails carry this token; null: no address has it. A second time changes nothing. */
export async function unsubscribeByLink(
  db: Kysely<Tables>,
  contactDigest: string,
  now: Date,
): Promise<{readonly shop: ShopDomain; readonly isNew: boolean} | null> {
  const {rows} = await sql<{shop: ShopDomain; isNew: boolean}>`
    update mail_settings m set stopped = 'unsubscribed', said = null, link_digest = null, link_state = 'none',
      link_said = null, link_at = case when b.is_new then null else m.link_at end, updated_at = ${now}
    from (select shop, stopped is distinct from 'unsubscribed' as is_new from mail_settings where unsubscribe_digest = ${contactDigest} for update) b
    where m.shop = b.shop and m.unsubscribe_digest = ${contactDigest}
    returning m.shop, b.is_new as "isNew"
  `.execute(db);
  return rows[0] ?? null;
}

/** Whether an address has this link; of one that confirms, also where it is too old. One statement that writes nothing. */
export async function isLinkKnown(
  db: Kysely<Tables>,
  link: 'confirm' | 'unsubscribe',
  digest: string,
): Promise<boolean> {
  const column = link === 'confirm' ? 'link_digest' : 'unsubscribe_digest';
  const row = await db.selectFrom('mail_settings').select('shop').where(column, '=', digest).executeTakeFirst();
  return row !== undefined;
}

/** The mail server refused the address for good: no mail and no link goes there. False: it is another one by now, or unsubscribed. */
export async function stopRefused(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {contactDigest, said}: {readonly contactDigest: string; readonly said: string},
): Promise<boolean> {
  const {rows} = await sql<{isNew: boolean}>`
    update mail_settings set said = case when stopped = 'unsubscribed' then said else ${said} end,
      stopped = case when stopped = 'unsubscribed' then stopped else 'refused' end,
      link_state = 'none', link_digest = null, link_said = null
    where shop = ${shop} and unsubscribe_digest = ${contactDigest}
    returning stopped = 'refused' as "isNew"
  `.execute(db);
  return rows[0]?.isNew ?? false;
}
