// The mails: their settings, the link that confirms the address, and what was sent last.
import {Router} from 'express';
import {hour, minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {eventOf} from '#domain/settings/mail.ts';
import {askForLink, changeMail} from '../../../actions/mail/change-mail.ts';
import {unsubscribedLinkMs} from '../../../db/mail/mail-links.ts';
import {loadMailSettings, type StoredMail} from '../../../db/mail/mail-settings.ts';
import {loadLastMails, type MailRecord} from '../../../db/mail/mails.ts';
import type {Deps} from '../../../deps.ts';
import {askTask} from '../../../queue/ask-task.ts';
import {type Mail, MailInput} from '../../contract/mail/mail.ts';
import {parseInput, Refusal, tooManyRequests} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';
import {refuseIfChanged, withVersion} from '../settings-version.ts';

type RouteDeps = Pick<Deps, 'db' | 'digest' | 'log' | 'mailer' | 'now' | 'queues' | 'rateLimits' | 'sealer'>;

export function mailRoutes(deps: RouteDeps): Router {
  const {db, sealer} = deps;
  const router = Router();
  router.get('/mail', async (_req, res) => {
    res.json(await loadMail(deps, shopOf(res)));
  });
  router.put('/mail', async (req, res) => {
    const shop = shopOf(res);
    const given = parseInput(MailInput, req.body);
    if (Object.keys(given).length === 0)
      throw new Refusal(422, 'invalid_input', 'Nothing was sent that could be saved.');
    const {form} = await loadMailSettings(db, sealer, shop);
    const address = given.mailAddress ?? null;
    if (address !== null && address !== form.mailAddress) await limitLinks(deps, shop, address);
    await changeMail(deps, shop, {
      actor: actorOf(res),
      change(before) {
        refuseIfChanged(deps, req.body, before, given);
        return Object.assign({...before}, given);
      },
    });
    await askTask(deps, 'send-mails', shop);
    res.json(await loadMail(deps, shop));
  });
  router.post('/mail/confirmation', async (_req, res) => {
    const shop = shopOf(res);
    const {contact, stopped, link_at: linkAt} = await loadMailSettings(db, sealer, shop);
    if (contact === null) throw nothingToConfirm();
    if (stopped === 'unsubscribed') refuseSecondLink(linkAt, deps.now());
    await limitLinks(deps, shop, contact.address);
    if (!(await askForLink(deps, shop, actorOf(res)))) throw nothingToConfirm();
    await askTask(deps, 'send-mails', shop);
    res.json(await loadMail(deps, shop));
  });
  return router;
}

const nothingToConfirm = () =>
  new Refusal(409, 'nothing_to_confirm', 'There is no address that waits for its link. Load the page again.');

/** Refuses a second link within a day to an address whose owner stopped the mails. @param linkAt when a link was last asked for since. */
function refuseSecondLink(linkAt: Date | null, now: Date): void {
  const waitMs = linkAt === null ? 0 : linkAt.getTime() + unsubscribedLinkMs - now.getTime();
  if (waitMs <= 0) return;
  const message = 'The owner of this address stopped the mails, so it gets one link a day. Try again tomorrow.';
  throw tooManyRequests(Math.ceil(waitMs / 1_000), message, 'mailAddress');
}

/** Refuses more links than a person needs: by shop, and by address, so that no one's mailbox is filled from several stores. */
async function limitLinks({rateLimits}: RouteDeps, shop: ShopDomain, address: string): Promise<void> {
  for (const key of [shop, `address:${address.toLowerCase()}`]) {
    const permit = await rateLimits.mailLinks(key);
    if (permit.kind === 'allowed') continue;
    const message = 'Too many links were sent in the last hour. Nothing was changed; try again later.';
    throw tooManyRequests(permit.retryAfterSeconds, message, 'mailAddress');
  }
}

/** How many of the last mails the page lists. */
const mostListed = 20;
/** A mail that is about to be sent for longer than this has lost its worker. */
const underWayMs = 5 * minute;

/** Everything the page says of the mails, from the database alone. */
async function loadMail(deps: RouteDeps, shop: ShopDomain): Promise<Mail> {
  const {db, sealer, mailer, now} = deps;
  const stored = await loadMailSettings(db, sealer, shop);
  const last = await loadLastMails(db, shop, mostListed);
  return {
    ...withVersion(deps, stored.form),
    isOn: mailer !== null,
    address: addressState(stored),
    said: stored.said,
    link: toLink(stored, now()),
    last: last.map((mail) => ({
      event: eventOf(mail.topic),
      at: mail.claimedAt.toISOString(),
      state: toShownState(mail, now()),
      said: mail.said,
    })),
  };
}

function addressState({contact, isUnreadable, stopped, confirmed_at}: StoredMail): Mail['address'] {
  if (isUnreadable) return 'unreadable';
  if (contact === null) return 'none';
  return stopped ?? (confirmed_at === null ? 'unconfirmed' : 'confirmed');
}

function toLink({link_state: state, link_at: at, link_said: said}: StoredMail, now: Date): Mail['link'] {
  const isLost = state === 'sending' && at !== null && now.getTime() - at.getTime() > underWayMs;
  const shown = state === 'wanted' || state === 'sending' ? 'under_way' : state;
  return {state: isLost ? 'failed' : shown, at: at?.toISOString() ?? null, said};
}

function toShownState({state, claimedAt, retryAt}: MailRecord, now: Date): Mail['last'][number]['state'] {
  if (state === 'failed') return retryAt === null || now.getTime() - retryAt.getTime() > hour ? 'failed' : 'retried';
  if (state !== 'claimed') return state;
  return now.getTime() - claimedAt.getTime() > underWayMs ? 'unknown' : 'under_way';
}
