// What the mails say, from the same definitions as the figures of Home.
import {type Kysely, sql} from 'kysely';
import type {MailReasons} from '#domain/mail/due-events.ts';
import type {MailFacts} from '#domain/mail/mail-texts.ts';
import {countNeedingMerchant, isToBePaid, loadPayableOrders} from '../orders/flagged-orders.ts';
import type {Tables} from '../tables/tables.ts';
import {loadLostMails} from './mails.ts';

/** Loads the facts of a shop's mails. @param today the store's local day. */
export async function loadMailFacts(
  db: Kysely<Tables>,
  {shop, timeZone, unpaidHours, lastGoodNightAt, refusedKeys}: MailReasons,
  today: string,
  now: Date,
): Promise<MailFacts> {
  const {count, cents, oldestPlacedAt} = await loadPayableOrders(db, shop);
  const {rows} = await sql<{overdue: number; brakes: number}>`
    select (select count(*)::int from dropship_orders where shop = ${shop} and ${isToBePaid}
        and placed_at <= ${now}::timestamptz - ${unpaidHours} * interval '1 hour') as overdue,
      (select count(*)::int from brakes where shop = ${shop} and state = 'held') as brakes
  `.execute(db);
  return {
    shop,
    timeZone,
    unpaidHours,
    lastGoodNightAt,
    refusedKeys,
    toPay: {count, cents, oldestAt: oldestPlacedAt},
    overdue: rows[0]?.overdue ?? 0,
    brakes: rows[0]?.brakes ?? 0,
    needsYou: await countNeedingMerchant(db, shop),
    lost: await loadLostMails(db, shop, today),
  };
}
