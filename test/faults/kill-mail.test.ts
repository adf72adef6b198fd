// Workers that are killed while they send mails: of each event there is still one mail a day at most, and the next summary names what may
// be lost. A link that was claimed and not sent is asked for again.
import {spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {readConfig} from '../../server/config.ts';
import {wantLink} from '../../server/db/mail/mail-links.ts';
import {saveMailSettings} from '../../server/db/mail/mail-settings.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {createSealer} from '../../server/sealing.ts';
import {startMailbox} from '../sandbox/mailbox/start.ts';
import {engines, openTestDatabase} from '../support/database.ts';
import type {Order} from './programs/mail-and-die.ts';

const shop = ShopDomain.parse('one.myshopify.com');
const monday = new Date('2026-11-16T12:00:00Z');
const day = 24 * 3_600_000;

describe.runIf(engines.databases.includes('postgres'))('a worker killed while it sends mails', () => {
  it.each([
    ['after the claim', 'mail-claimed', 0],
    ['after the server took the mail', 'mail-sent', 1],
  ])('%s leaves one mail at most, whoever works next', async (_, killAt, taken) => {
    const {mailbox, work} = await openMails();
    expect(await work({killAt, now: monday})).toBe('SIGKILL');
    expect(mailbox.mails()).toHaveLength(taken);
    // Others work at once, and all day long.
    const later = [0, 6, 10].map((hours) => new Date(monday.getTime() + hours * 3_600_000));
    await Promise.all([work({killAt: 'never', now: monday}), work({killAt: 'never', now: monday})]);
    for (const now of later) expect(await work({killAt: 'never', now})).toBe('it lives\n');
    expect(mailbox.mails()).toHaveLength(taken);
    // On the next day the key is still refused, and the summary says that a mail may be lost.
    await work({killAt: 'never', now: new Date(monday.getTime() + day)});
    const next = mailbox.mails().slice(taken);
    expect(next.map(({subject}) => subject)).toEqual([
      'Piecewise: mails that may be lost',
      'Piecewise: the supplier refuses your dropship key',
    ]);
    expect(next[0]?.text).toContain('- 16 Nov 2026: The supplier refuses a key');
  });

  it('after the claim of a link leaves none, and its token confirms nothing, until the link is asked for once more', async () => {
    const {mailbox, db, work} = await openMails();
    await db.updateTable('mail_settings').set({confirmed_at: null, link_state: 'wanted'}).execute();
    expect(await work({killAt: 'mail-link-claimed', now: monday})).toBe('SIGKILL');
    expect(await work({killAt: 'never', now: monday})).toBe('it lives\n');
    expect(mailbox.mails()).toEqual([]);
    const row = () => db.selectFrom('mail_settings').selectAll().executeTakeFirstOrThrow();
    expect(await row()).toMatchObject({link_state: 'sending', confirmed_at: null});
    const {link_digest: claimed} = await row();
    expect(await wantLink(db, shop, monday)).toBe(true);
    expect(await work({killAt: 'never', now: monday})).toBe('it lives\n');
    expect(mailbox.mails().map(({subject}) => subject)).toEqual(['Piecewise: confirm this address']);
    expect(await row()).toMatchObject({link_state: 'sent', link_digest: expect.not.stringContaining(claimed ?? '')});
  });
});

/** A store whose key is refused, with a confirmed address; its summary of the first day had nothing to say. */
async function openMails() {
  const mailbox = await startMailbox();
  const database = await openTestDatabase('postgres');
  onTestFinished(async () => {
    await database.dispose();
    await mailbox.close();
  });
  const env = {
    PORT: '0',
    HOST: 'http://127.0.0.1',
    SHOPIFY_API_KEY: 'key',
    SHOPIFY_API_SECRET: 'secret',
    SUPPLIER_URL: 'http://127.0.0.1:9',
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    DATABASE_URL: database.databaseUrl ?? '',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'mail@app.example',
  };
  const db = database.kysely;
  await saveInstalledShop(db, shop, {scopes: '', timeZone: 'Europe/Berlin'}, monday);
  const form = {
    mailAddress: 'me@shop.example',
    digest: true,
    unpaid: false,
    key: true,
    brake: false,
    webhooks: false,
    night: false,
  };
  const contact = {address: 'me@shop.example', unsubscribe: 'token'};
  const settings = {form: {...form, unpaidHours: 12}, change: {contact, digest: 'digest'}};
  await saveMailSettings(db, createSealer(readConfig(env).encryptionKeys), shop, settings, monday);
  await db.updateTable('mail_settings').set({confirmed_at: monday, link_state: 'none'}).execute();
  await db
    .insertInto('mails')
    .values({shop, event: 'digest', day: '2026-11-16', state: 'empty', claimed_at: monday})
    .execute();
  await db.updateTable('shops').set({dropship_key_state: 'rejected'}).execute();
  const work = ({killAt, now}: {readonly killAt: string; readonly now: Date}) =>
    endOf({env, shop, killAt, now: now.toISOString()});
  return {mailbox, db, work};
}

/** The signal that ended the process, or what it said instead. */
async function endOf(order: Order): Promise<string> {
  const program = join(import.meta.dirname, 'programs', 'mail-and-die.ts');
  const child = spawn(process.execPath, [program], {stdio: ['pipe', 'pipe', 'inherit']});
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdin.write(`${JSON.stringify(order)}\n`);
  const [, signal]: unknown[] = await once(child, 'close');
  return typeof signal === 'string' ? signal : said;
}
