// Who may confirm and unsubscribe, where an address was stopped, refused, changed or cannot be read.
import {randomBytes} from 'node:crypto';
import {expect, it} from 'vitest';
import {stopRefused} from '../../server/db/mail/mail-links.ts';
import {loadMailSettings} from '../../server/db/mail/mail-settings.ts';
import {claimMail} from '../../server/db/mail/mails.ts';
import {createSealer} from '../../server/sealing.ts';
import {refusalOf, shop} from '../http/bare-app.ts';
import {address, linkIn, type MailApp, openMailApp} from './mail-app.ts';

const hour = 3_600_000;
const stored = ({deps}: MailApp) => loadMailSettings(deps.db, deps.sealer, shop);
const askAgain = (app: MailApp) => app.page('POST', '/mail/confirmation');

async function openUnsubscribed(): Promise<MailApp> {
  const app = await openMailApp();
  await app.page('PUT', '/mail', {mailAddress: address, key: true});
  await app.work();
  await app.press(linkIn(app.mailbox, 'confirm'));
  await app.press(linkIn(app.mailbox, 'unsubscribe'));
  app.mailbox.clear();
  return app;
}

it('an address whose owner unsubscribed gets one link a day', async () => {
  const app = await openUnsubscribed();
  expect((await askAgain(app)).status).toBe(200);
  await app.work();
  expect(refusalOf(await askAgain(app))).toMatchObject({status: 429});
  app.clock.turn(23 * hour);
  // Pressing the link to unsubscribe once more changes nothing.
  await app.press(linkIn(app.mailbox, 'unsubscribe'));
  expect(refusalOf(await askAgain(app))).toMatchObject({status: 429});
  await app.work();
  expect(app.mailbox.mails()).toHaveLength(1);
  app.clock.turn(hour);
  expect((await askAgain(app)).status).toBe(200);
  await app.work();
  expect(app.mailbox.mails()).toHaveLength(2);
});

it('an address that is refused stays unsubscribed if it was, and waits for no link', async () => {
  const app = await openUnsubscribed();
  await askAgain(app);
  const contactDigest = (await stored(app)).unsubscribe_digest ?? '';
  expect(await stopRefused(app.deps.db, shop, {contactDigest, said: '550 gone'})).toBe(false);
  expect(await stored(app)).toMatchObject({stopped: 'unsubscribed', said: null, link_state: 'none'});
  expect(await app.work()).toEqual([]);
});

it('a new link ends the one before it, at once', async () => {
  const app = await openMailApp();
  await app.page('PUT', '/mail', {mailAddress: address});
  await app.work();
  const first = linkIn(app.mailbox, 'confirm');
  await askAgain(app);
  expect((await app.press(first)).status).toBe(404);
  await app.work();
  expect((await app.press(linkIn(app.mailbox, 'confirm'))).status).toBe(200);
});

it('an address that is changed and changed back has other links than before', async () => {
  const app = await openMailApp();
  await app.page('PUT', '/mail', {mailAddress: address, key: true});
  await app.work();
  const links = [linkIn(app.mailbox, 'confirm'), linkIn(app.mailbox, 'unsubscribe')];
  const before = (await stored(app)).unsubscribe_digest ?? '';
  await app.page('PUT', '/mail', {mailAddress: 'b@shop.example'});
  await app.page('PUT', '/mail', {mailAddress: address});
  await app.work();
  for (const old of links) expect((await app.press(old)).status).toBe(404);
  await app.press(linkIn(app.mailbox, 'confirm'));
  // Nor does a worker that read the address before do anything to it.
  expect(await stopRefused(app.deps.db, shop, {contactDigest: before, said: '550 gone'})).toBe(false);
  expect(await claimMail(app.deps.db, {shop, topic: 'key', day: '2026-11-16'}, before, app.clock.now())).toBeNull();
  expect((await app.mail()).address).toBe('confirmed');
});

it('a flood of wrong links ends in refusals, and does not keep anybody from a valid one', async () => {
  const app = await openMailApp();
  await app.page('PUT', '/mail', {mailAddress: address});
  await app.work();
  await app.deps.rateLimits.mailAnswers('wrong', 600);
  const wrong = await app.press(`http://127.0.0.1/mail/confirm?token=${'x'.repeat(43)}`);
  expect([wrong.status, wrong.headers['retry-after']]).toEqual([429, expect.any(String)]);
  expect((await app.press(linkIn(app.mailbox, 'confirm'))).status).toBe(200);
});

it('an address that cannot be read stays when other settings are saved, and is back with its key', async () => {
  const app = await openMailApp();
  await app.confirm({key: true});
  const {db} = app.deps;
  const {contact_sealed: sealed} = await db.selectFrom('mail_settings').selectAll().executeTakeFirstOrThrow();
  const elsewhere = createSealer([{kid: 'lost', key: randomBytes(32)}]).seal('x', {shop, column: 'c'});
  await db.updateTable('mail_settings').set({contact_sealed: elsewhere}).execute();
  expect(await app.mail()).toMatchObject({address: 'unreadable', mailAddress: null});
  expect((await app.page('PUT', '/mail', {mailAddress: null, key: true, unpaidHours: 24})).status).toBe(200);
  expect(await app.mail()).toMatchObject({address: 'unreadable', unpaidHours: 24});
  await db.updateTable('mail_settings').set({contact_sealed: sealed}).execute();
  expect(await app.mail()).toMatchObject({address: 'confirmed', mailAddress: address});
});
