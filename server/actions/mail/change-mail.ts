// Changes what mails a merchant gets and where, and asks for the link that confirms the address. Each is one transaction with its line in
// the audit trail, which never has the address.
import {randomBytes} from 'node:crypto';
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {describeSettingsChanges} from '#domain/settings/settings-changes.ts';
import {inTransaction} from '../../db/connection/transaction.ts';
import {wantLink} from '../../db/mail/mail-links.ts';
import {type ContactChange, loadMailSettings, type MailForm, saveMailSettings} from '../../db/mail/mail-settings.ts';
import {saveAudit} from '../../db/shops/audit.ts';
import {lockShop} from '../../db/shops/shops.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {Sealer} from '../../sealing.ts';

type MailChange = {
  readonly actor: string;
  /** The settings to store, given the stored ones; it may throw to refuse. */
  readonly change: (before: MailForm) => MailForm;
};

type ChangeDeps = {
  readonly db: Kysely<Tables>;
  readonly sealer: Sealer;
  readonly digest: (text: string) => string;
  readonly now: () => Date;
};

/** Stores the settings. A new address gets a new token for its links, and is not confirmed. */
export async function changeMail(
  {db, sealer, digest, now}: ChangeDeps,
  shop: ShopDomain,
  {actor, change}: MailChange,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockShop(trx, shop);
    const {form: before} = await loadMailSettings(trx, sealer, shop);
    const form = change(before);
    const changes = describeSettingsChanges(before, form);
    // One that cannot be read is none in the form. It stays until another one is entered, for its key may come back.
    const isSameAddress = before.mailAddress === form.mailAddress;
    if (changes === null && isSameAddress) return;
    const contact = isSameAddress ? 'unchanged' : toContact(form.mailAddress, digest);
    await saveMailSettings(trx, sealer, shop, {form, change: contact}, now());
    if (changes === null) return;
    const {names, ...values} = changes;
    const entry = {actor, action: 'mail_changed' as const, subject: 'mail', detail: names.join(', '), ...values};
    await saveAudit(trx, shop, entry, now());
  });
}

/** A contact with a new random token. */
function toContact(address: string | null, digest: ChangeDeps['digest']): ContactChange {
  if (address === null) return 'removed';
  const unsubscribe = randomBytes(32).toString('base64url');
  return {contact: {address, unsubscribe}, digest: digest(unsubscribe)};
}

/** Asks for the link to be sent once more. False: there is no address, none is wanted, or its owner unsubscribed and got one today. */
export async function askForLink(
  {db, now}: Pick<ChangeDeps, 'db' | 'now'>,
  shop: ShopDomain,
  actor: string,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if (!(await wantLink(trx, shop, now()))) return false;
    await saveAudit(trx, shop, {actor, action: 'mail_link_asked', subject: 'mail'}, now());
    return true;
  });
}
