// Sends a shop the mails that are due. Each is claimed in the database before it is sent, so that one that a dead worker may have sent is
// not sent again; the summary of the next day names it. An address that the server refuses gets no more mails.
import type {ShopDomain} from '#domain/ids.ts';
import {toAppLink, toMailLink} from '#domain/mail/app-link.ts';
import {dueMails} from '#domain/mail/due-events.ts';
import type {MailOutcome} from '#domain/mail/mail-outcome.ts';
import {type MailLinks, toMailText} from '#domain/mail/mail-texts.ts';
import {loadMailFacts} from '../../server/db/mail/mail-facts.ts';
import {loadMailSettings} from '../../server/db/mail/mail-settings.ts';
import {
  claimMail,
  loadMailReasons,
  loadShopsWithLinkWanted,
  type MailKey,
  saveEmptyMail,
  settleMail,
} from '../../server/db/mail/mails.ts';
import {type MailDeps, stopShopMails} from './refused-address.ts';
import {isLeftAlone, sendLink} from './send-link.ts';

/** The shops with a mail that is due, or an address that waits for its link: two statements, however many shops there are. */
export async function loadShopsWithMails({db, mailer, now}: MailDeps): Promise<readonly ShopDomain[]> {
  if (mailer === null) return [];
  const at = now();
  const due = (await loadMailReasons(db, null, at)).filter((reasons) => dueMails(reasons, at).due.length > 0);
  return [...new Set([...(await loadShopsWithLinkWanted(db)), ...due.map(({shop}) => shop)])];
}

/** Sends the link that confirms the shop's address, if one is wanted, and the mails that are due. */
export async function sendMails(deps: MailDeps, shop: ShopDomain): Promise<void> {
  const {config, db, sealer, mailer, metrics, now} = deps;
  if (mailer === null) return;
  const {contact, unsubscribe_digest: contactDigest, ...stored} = await loadMailSettings(db, sealer, shop);
  if (contact === null || contactDigest === null) return;
  if (stored.link_state === 'wanted') await sendLink({...deps, mailer}, shop, {contact, contactDigest});
  const [reasons] = await loadMailReasons(db, shop, now());
  if (reasons === undefined) return;
  const {day, due} = dueMails(reasons, now());
  if (due.length === 0) return;
  const facts = await loadMailFacts(db, reasons, day, now());
  const links: MailLinks = {
    app: (path) => toAppLink(shop, path, config.shopify),
    unsubscribe: toMailLink(config.host, 'unsubscribe', contact.unsubscribe),
  };
  for (const topic of due) {
    const key = {shop, topic, day};
    const mail = toMailText(topic, facts, links);
    if (mail === null) {
      // What happens comes with its time, so only the summary may have nothing to say for the whole day.
      if (topic === 'digest') await saveEmptyMail(db, key, now());
      continue;
    }
    if (isLeftAlone({mailer, metrics}, contact)) return;
    const attempts = await claimMail(db, key, contactDigest, now());
    if (attempts === null) continue;
    deps.checkpoint('mail-claimed');
    const id = deps.digest(`${contactDigest} ${topic} ${day}`);
    const outcome = await mailer.send({...mail, to: contact.address, id, unsubscribeUrl: links.unsubscribe});
    deps.checkpoint('mail-sent');
    if (!(await settle(deps, key, {outcome, attempts, contactDigest}))) return;
  }
}

type Ended = {readonly outcome: MailOutcome; readonly attempts: number; readonly contactDigest: string};

/** Stores what became of a mail. False: no other mail of the shop should be tried now. */
async function settle(deps: MailDeps, key: MailKey, {outcome, attempts, contactDigest}: Ended): Promise<boolean> {
  const {db, log, metrics, now} = deps;
  metrics.countMail(outcome.kind);
  await settleMail(db, key, {outcome, attempts}, now());
  if (outcome.kind === 'sent') return true;
  const {shop, topic} = key;
  log.warn({shop, topic, outcome: outcome.kind}, 'a mail was not sent, or it is not known whether it was');
  if (outcome.kind === 'address_refused') await stopShopMails(deps, shop, {contactDigest, said: outcome.said});
  return false;
}
