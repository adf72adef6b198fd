// Sends the mail with the link that confirms an address. The link's token exists only in that mail; its digest is committed before.
import {randomBytes} from 'node:crypto';
import type {ShopDomain} from '#domain/ids.ts';
import {toMailLink} from '#domain/mail/app-link.ts';
import {toConfirmationText} from '#domain/mail/mail-texts.ts';
import {claimLink, settleLink} from '../../server/db/mail/mail-links.ts';
import type {Contact} from '../../server/db/mail/mail-settings.ts';
import {type MailDeps, stopShopMails} from './refused-address.ts';

type LinkDeps = MailDeps & {readonly mailer: NonNullable<MailDeps['mailer']>};

/** Sends the link, unless the address has changed or the link is no longer wanted. */
export async function sendLink(
  deps: LinkDeps,
  shop: ShopDomain,
  {contact, contactDigest}: {readonly contact: Contact; readonly contactDigest: string},
): Promise<void> {
  const {config, db, digest, mailer, metrics, now} = deps;
  const token = randomBytes(32).toString('base64url');
  const linkDigest = digest(token);
  if (isLeftAlone(deps, contact)) return;
  if (!(await claimLink(db, shop, {contactDigest, linkDigest}, now()))) return;
  deps.checkpoint('mail-link-claimed');
  const unsubscribe = toMailLink(config.host, 'unsubscribe', contact.unsubscribe);
  const text = toConfirmationText(shop, {confirm: toMailLink(config.host, 'confirm', token), unsubscribe});
  // Not the digest itself: it is looked up, and a Message-ID is read by many.
  const id = digest(`${contactDigest} ${linkDigest}`);
  const outcome = await mailer.send({...text, to: contact.address, id, unsubscribeUrl: unsubscribe});
  metrics.countMail(outcome.kind);
  await settleLink(db, linkDigest, outcome);
  if (outcome.kind === 'address_refused') await stopShopMails(deps, shop, {contactDigest, said: outcome.said});
}

/** Whether nothing should be claimed now for this address. That the mail server is left alone counts as a mail that it was not given. */
export function isLeftAlone({mailer, metrics}: Pick<LinkDeps, 'mailer' | 'metrics'>, {address}: Contact): boolean {
  const rest = mailer.restOf(address);
  if (rest === 'server') metrics.countMail('unreachable');
  return rest !== null;
}
