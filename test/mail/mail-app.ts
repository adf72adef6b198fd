// The app with a mailbox and a clock turned by hand. The job about mails is called by the test, as the schedule would.
import {onTestFinished} from 'vitest';
import type {ShopDomain} from '#domain/ids.ts';
import {loadShopsWithMails, sendMails} from '../../jobs/mail/send-mails.ts';
import {Mail} from '../../server/http/contract/mail/mail.ts';
import {type Answer, ask} from '../http/asking.ts';
import {type BareApp, openBareApp, pageOf} from '../http/bare-app.ts';
import {type Mailbox, startMailbox} from '../sandbox/mailbox/start.ts';
import {type Clock, createClock} from '../support/clock.ts';
import {silentLog} from '../support/database.ts';

export type MailApp = BareApp & {
  readonly clock: Clock;
  readonly mailbox: Mailbox;
  readonly page: ReturnType<typeof pageOf>;
  readonly mail: () => Promise<Mail>;
  /** What the schedule does: the mails of all shops that are due. Returns these shops. */
  readonly work: () => Promise<readonly ShopDomain[]>;
  /** Has the address confirmed and these settings saved; the mailbox is empty then. */
  readonly confirm: (settings: object) => Promise<void>;
  /** Presses the button behind a link, as a browser does. */
  readonly press: (link: string, body?: string) => Promise<Answer>;
  /** Follows a link. */
  readonly open: (link: string, method?: string) => Promise<Answer>;
};

/** A Monday, 10:00 in Berlin. */
export const monday = new Date('2026-11-16T09:00:00Z');
export const address = 'merchant@shop.example';

/** For one test. @param isOn false: without SMTP_URL. */
export async function openMailApp({isOn = true} = {}): Promise<MailApp> {
  const clock = createClock(monday);
  const mailbox = await startMailbox(clock.now);
  const env: Record<string, string> = isOn ? {SMTP_URL: mailbox.url, MAIL_FROM: 'mail@app.example'} : {};
  const app = await openBareApp(env, (deps) => deps, {log: silentLog, now: clock.now});
  onTestFinished(async () => {
    await app.close();
    await mailbox.close();
  });
  const page = pageOf(app);
  const work = async () => {
    const shops = await loadShopsWithMails(app.deps);
    for (const shop of shops) await sendMails(app.deps, shop);
    return shops;
  };
  // HOST has no port in tests.
  const here = (link: string) => app.url + link.slice(new URL(link).origin.length);
  const press = (link: string, body = '') =>
    ask(here(link), {method: 'POST', headers: {'content-type': 'application/x-www-form-urlencoded'}, body});
  return {
    ...app,
    clock,
    mailbox,
    page,
    work,
    mail: async () => Mail.parse((await page('GET', '/mail')).json),
    async confirm(settings) {
      await page('PUT', '/mail', {mailAddress: address, ...settings});
      await work();
      await press(linkIn(mailbox, 'confirm'));
      mailbox.clear();
    },
    press,
    open: (link, method = 'GET') => ask(here(link), {method}),
  };
}

/** The link in the newest mail that has one of this kind. */
export function linkIn(mailbox: Mailbox, kind: 'confirm' | 'unsubscribe'): string {
  for (const {text} of mailbox.mails().toReversed()) {
    const link = new RegExp(`http\\S+/mail/${kind}\\S+`).exec(text)?.[0];
    if (link !== undefined) return link;
  }
  throw new Error(`No mail has a link to ${kind}.`);
}
