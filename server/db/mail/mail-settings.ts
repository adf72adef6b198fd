// Where a shop's mails go and about what. The address is sealed together with the token of the link that unsubscribes, which stands in
// every mail; the digest of that token finds the row again and names this one address: a new address has a new token.
import type {Kysely, Selectable} from 'kysely';
import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import {parseJson} from '#domain/json.ts';
import {type MailEvent, mailEvents, mailSettings} from '#domain/settings/mail.ts';
import {openOrNull, type Sealer} from '../../sealing.ts';
import type {MailSettingsTable} from '../tables/mail-tables.ts';
import type {Tables} from '../tables/tables.ts';

/** An address, and the token by which its owner unsubscribes. */
const Contact = z.object({address: z.string(), unsubscribe: z.string()});
export type Contact = Readonly<z.infer<typeof Contact>>;

/** The settings as the form has them. */
export type MailForm = {readonly mailAddress: string | null; readonly unpaidHours: number} & Readonly<
  Record<MailEvent, boolean>
>;

/** A shop's mail settings as stored. */
export type StoredMail = Pick<
  Selectable<MailSettingsTable>,
  'confirmed_at' | 'stopped' | 'said' | 'link_state' | 'link_at' | 'link_said' | 'unsubscribe_digest'
> & {
  readonly form: MailForm;
  /** Null: there is no address, or it does not open. */
  readonly contact: Contact | null;
  /** Whether there is an address that does not open: its encryption key is missing. */
  readonly isUnreadable: boolean;
};

/** Loads the settings; those of a shop that never set any are the defaults. */
export async function loadMailSettings(db: Kysely<Tables>, sealer: Sealer, shop: ShopDomain): Promise<StoredMail> {
  const row = await db.selectFrom('mail_settings').selectAll().where('shop', '=', shop).executeTakeFirst();
  if (row === undefined) return nothingSet;
  const contact = row.contact_sealed === null ? null : openContact(sealer, row.contact_sealed, shop);
  return {
    ...row,
    contact,
    isUnreadable: row.contact_sealed !== null && contact === null,
    form: toForm(contact?.address ?? null, row.events, row.unpaid_hours),
  };
}

const toForm = (mailAddress: string | null, events: readonly MailEvent[], unpaidHours: number): MailForm => {
  const on = (event: MailEvent) => events.includes(event);
  return {
    mailAddress,
    digest: on('digest'),
    unpaid: on('unpaid'),
    key: on('key'),
    brake: on('brake'),
    webhooks: on('webhooks'),
    night: on('night'),
    unpaidHours,
  };
};

const nothingSet: StoredMail = {
  form: toForm(null, [], mailSettings.unpaidHours.default),
  contact: null,
  isUnreadable: false,
  confirmed_at: null,
  stopped: null,
  said: null,
  link_state: 'none',
  link_at: null,
  link_said: null,
  unsubscribe_digest: null,
};

/** What is stored beside the form when the address changes. `digest`: of the new contact's token. */
export type ContactChange = {readonly contact: Contact; readonly digest: string} | 'removed' | 'unchanged';

/** Stores the settings. Another address is not confirmed, and the link that confirms it is wanted. */
export async function saveMailSettings(
  db: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  {form, change}: {readonly form: MailForm; readonly change: ContactChange},
  now: Date,
): Promise<void> {
  const chosen = {events: mailEvents.filter((event) => form[event]), unpaid_hours: form.unpaidHours, updated_at: now};
  const noLink = {confirmed_at: null, stopped: null, said: null, link_digest: null, link_said: null};
  const address =
    change === 'unchanged'
      ? {}
      : change === 'removed'
        ? {...noLink, contact_sealed: null, unsubscribe_digest: null, link_state: 'none' as const, link_at: null}
        : {
            ...noLink,
            contact_sealed: sealer.seal(JSON.stringify(change.contact), placeOfContact(shop)),
            unsubscribe_digest: change.digest,
            link_state: 'wanted' as const,
            link_at: now,
          };
  const values = {...chosen, ...address};
  await db
    .insertInto('mail_settings')
    .values({shop, ...values})
    .onConflict((conflict) => conflict.column('shop').doUpdateSet(values))
    .execute();
}

/** Opens an address with its token; null: it does not open. */
export function openContact(sealer: Sealer, sealed: string, shop: string): Contact | null {
  const text = openOrNull(sealer, sealed, placeOfContact(shop));
  const read = Contact.safeParse(text === null ? null : parseJson(text));
  return read.success ? read.data : null;
}

/** What a sealed contact is bound to. */
export const placeOfContact = (shop: string) => ({shop, column: 'mail_settings.contact'});
