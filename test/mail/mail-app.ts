// The app with a mailbox and a clock turned by hand. The job about mails is called by the test, as the schedule would.
import {randomUUID} from 'node:crypto';
import {onTestFinished} from 'vitest';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {loadShopsWithMails, sendMails} from '../../jobs/mail/send-mails.ts';
import {Mail} from '../../server/http/contract/mail/mail.ts';
import {type Answer, ask} from '../http/asking.ts';
import {type BareApp, openBareApp, pageOf, shop} from '../http/bare-app.ts';
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
  const installedAt = new Date(monday.getTime() - 30 * 24 * 3_600_000);
  await app.deps.db.updateTable('shops').set({installed_at: installedAt}).execute();
  const page = pageOf(app);
  const work = async () => {
    const shops = await loadShopsWithMails(app.deps);
    for (const due of shops) await sendMails(app.deps, due);
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

/** Changes columns of the shop. */
export const change = ({deps}: MailApp, values: object) =>
  deps.db.updateTable('shops').set(values).where('shop', '=', shop).execute();

/** Saves a full run of the shop that began at this time. @returns its id. */
export async function saveRun(
  {deps}: MailApp,
  state: 'running' | 'done' | 'failed' | 'stopped',
  at: Date,
  trigger: 'schedule' | 'merchant' = 'schedule',
): Promise<RunId> {
  const id = RunId.parse(randomUUID());
  const times = {started_at: at, heartbeat_at: at, finished_at: state === 'running' ? null : at};
  await deps.db
    .insertInto('runs')
    .values({id, shop, kind: 'full', trigger, state, fence: 1, counts: '{}', ...times})
    .execute();
  return id;
}

/** The subjects of what was sent, in this order. */
export const subjects = ({mailbox}: MailApp) => mailbox.mails().map(({subject}) => subject.replace('Piecewise: ', ''));

/** The link in the newest mail that has one of this kind. */
export function linkIn(mailbox: Mailbox, kind: 'confirm' | 'unsubscribe'): string {
  for (const {text} of mailbox.mails().toReversed()) {
    const link = new RegExp(`http\\S+/mail/${kind}\\S+`).exec(text)?.[0];
    if (link !== undefined) return link;
  }
  throw new Error(`No mail has a link to ${kind}.`);
}
