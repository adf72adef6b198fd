// What the buttons behind the links in mails do, each with its line in the audit trail. Who has the link is whoever reads the mailbox.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../../db/connection/transaction.ts';
import {confirmByLink, isLinkKnown, unsubscribeByLink} from '../../db/mail/mail-links.ts';
import {saveAudit} from '../../db/shops/audit.ts';
import type {Tables} from '../../db/tables/tables.ts';

const answers = {
  confirm: {act: confirmByLink, action: 'mail_confirmed'},
  unsubscribe: {act: unsubscribeByLink, action: 'mail_unsubscribed'},
} as const;

/** Confirms the address, or stops the mails to it. @returns the store; null: the link is not valid, or not any more. */
export async function answerLink(
  db: Kysely<Tables>,
  link: keyof typeof answers,
  digest: string,
  now: Date,
): Promise<ShopDomain | null> {
  if (!(await isLinkKnown(db, link, digest))) return null;
  const {act, action} = answers[link];
  return inTransaction(db, async (trx) => {
    const found = await act(trx, digest, now);
    if (found?.isNew) await saveAudit(trx, found.shop, {actor: 'app', action, subject: 'mail'}, now);
    return found?.shop ?? null;
  });
}
