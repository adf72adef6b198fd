// Stops the mails of an address that the mail server refuses for good, so that no more bounce there.
import type {ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../../server/db/connection/transaction.ts';
import {stopRefused} from '../../server/db/mail/mail-links.ts';
import {saveAudit} from '../../server/db/shops/audit.ts';
import type {Deps} from '../../server/deps.ts';

/** What the jobs about mails need. */
export type MailDeps = Pick<
  Deps,
  'config' | 'db' | 'sealer' | 'mailer' | 'digest' | 'log' | 'metrics' | 'now' | 'checkpoint'
>;

/** Stops the mails of an address that the mail server refuses, and says so in the trail. */
export async function stopShopMails(
  {db, now}: Pick<MailDeps, 'db' | 'now'>,
  shop: ShopDomain,
  refused: {readonly contactDigest: string; readonly said: string},
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (await stopRefused(trx, shop, refused))
      await saveAudit(trx, shop, {actor: 'app', action: 'mail_refused', subject: 'mail'}, now());
  });
}
