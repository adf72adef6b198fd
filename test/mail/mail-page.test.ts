// The settings of the mails over HTTP, and the pages behind the links: an address is confirmed by whoever reads its mailbox.
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {fieldErrorsOf, pageOf, refusalOf, shop} from '../http/bare-app.ts';
import {address, linkIn, type MailApp, monday, openMailApp} from './mail-app.ts';

const other = ShopDomain.parse('other.myshopify.com');
const wrongLink = `http://127.0.0.1/mail/confirm?token=${'x'.repeat(43)}`;

const trail = async ({deps}: MailApp) =>
  (await deps.db.selectFrom('audit').selectAll().where('subject', '=', 'mail').orderBy('id').execute()).map(
    ({actor, action, detail, before, after}) => ({actor, action, said: [detail, before, after].join(' ')}),
  );

it('without a mail server the page says that mail is off, keeps what is chosen, and nothing is sent', async () => {
  const app = await openMailApp({isOn: false});
  expect((await app.page('PUT', '/mail', {mailAddress: address, digest: true})).status).toBe(200);
  expect(await app.mail()).toMatchObject({isOn: false, address: 'unconfirmed', mailAddress: address, digest: true});
  expect(await app.work()).toEqual([]);
  expect(app.mailbox.connections()).toBe(0);
});

it('an address is confirmed by the button behind its link, not by programs that follow the link', async () => {
  const app = await openMailApp();
  await app.page('PUT', '/mail', {mailAddress: address, key: true});
  expect(await app.mail()).toMatchObject({isOn: true, address: 'unconfirmed', link: {state: 'under_way'}});
  await app.work();
  expect(await app.mail()).toMatchObject({address: 'unconfirmed', link: {state: 'sent', at: monday.toISOString()}});
  const link = linkIn(app.mailbox, 'confirm');
  for (const method of ['GET', 'HEAD', 'GET']) expect((await app.open(link, method)).status).toBe(200);
  expect(await app.mail()).toMatchObject({address: 'unconfirmed'});
  expect((await app.press(link)).text).toContain(
    `The mails about ${shop} that are chosen in Piecewise come to this address`,
  );
  expect(await app.mail()).toMatchObject({address: 'confirmed', key: true});
  expect((await app.press(link)).status).toBe(200);
  const entries = await trail(app);
  expect(entries.map(({actor, action}) => [actor, action])).toEqual([
    ['user:42', 'mail_changed'],
    ['app', 'mail_confirmed'],
  ]);
  expect(JSON.stringify(entries)).not.toContain(address);
});

it('one click unsubscribes by POST, at once and for good; following the link does not', async () => {
  const app = await openMailApp();
  await app.page('PUT', '/mail', {mailAddress: address});
  await app.work();
  const [confirm, unsubscribe] = [linkIn(app.mailbox, 'confirm'), linkIn(app.mailbox, 'unsubscribe')];
  await app.press(confirm);
  const header = app.mailbox.mails()[0]?.headers['list-unsubscribe'];
  expect(header).toBe(`<${unsubscribe}>`);
  await app.open(unsubscribe);
  expect((await app.mail()).address).toBe('confirmed');
  expect((await app.press(unsubscribe, 'List-Unsubscribe=One-Click')).status).toBe(200);
  expect((await app.mail()).address).toBe('unsubscribed');
  // Neither the earlier link nor a second press brings the mails back.
  expect((await app.press(confirm)).status).toBe(404);
  expect((await app.press(unsubscribe)).status).toBe(200);
  expect((await app.mail()).address).toBe('unsubscribed');
  expect((await trail(app)).filter(({action}) => action === 'mail_unsubscribed')).toHaveLength(1);
  expect((await app.page('POST', '/mail/confirmation')).status).toBe(200);
  await app.work();
  await app.press(linkIn(app.mailbox, 'confirm'));
  expect((await app.mail()).address).toBe('confirmed');
});

it('a link is valid for three days, and for the newest address alone', async () => {
  const app = await openMailApp();
  await app.page('PUT', '/mail', {mailAddress: address});
  await app.work();
  const [first, unsubscribeFirst] = [linkIn(app.mailbox, 'confirm'), linkIn(app.mailbox, 'unsubscribe')];
  app.clock.turn(3 * 24 * 3_600_000 + 1);
  expect((await app.press(first)).status).toBe(404);
  await app.page('PUT', '/mail', {mailAddress: 'second@shop.example'});
  await app.work();
  const second = linkIn(app.mailbox, 'confirm');
  for (const old of [first, unsubscribeFirst]) expect((await app.press(old)).status).toBe(404);
  await app.press(second);
  expect(await app.mail()).toMatchObject({address: 'confirmed', mailAddress: 'second@shop.example'});
  await app.page('PUT', '/mail', {mailAddress: 'third@shop.example'});
  expect(await app.mail()).toMatchObject({address: 'unconfirmed', mailAddress: 'third@shop.example'});
  expect((await app.press(second)).status).toBe(404);
});

it('a stranger learns nothing from the two pages, and changes nothing', async () => {
  const app = await openMailApp();
  await app.confirm({digest: true});
  const shown = await app.open(wrongLink);
  expect(shown.status).toBe(200);
  expect(shown.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(shown.text).not.toContain('xxxx');
  for (const link of [
    wrongLink,
    'http://h/mail/unsubscribe',
    'http://h/mail/unsubscribe?token[]=a',
    `${wrongLink}'--`,
  ]) {
    expect((await app.press(link, 'x'.repeat(2_000_000))).status, link).toBe(404);
  }
  expect((await app.mail()).address).toBe('confirmed');
  await saveInstalledShop(app.deps.db, other, {scopes: '', currency: 'EUR', timeZone: 'Europe/Berlin'}, new Date());
  expect((await pageOf(app, other)('GET', '/mail')).json).toMatchObject({mailAddress: null, address: 'none', last: []});
  expect(refusalOf(await pageOf(app, other)('POST', '/mail/confirmation'))).toMatchObject({status: 409});
});

it('only one plain address is taken, and the stored row does not have it as text', async () => {
  const app = await openMailApp();
  for (const wrong of [
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'Name <a@b.example>',
    'a',
    `${'a'.repeat(250)}@b.example`,
  ]) {
    const refused = await app.page('PUT', '/mail', {mailAddress: wrong});
    expect([refused.status, Object.keys(fieldErrorsOf(refused))], wrong).toEqual([422, ['mailAddress']]);
  }
  await app.page('PUT', '/mail', {mailAddress: address});
  const rows = await app.deps.db.selectFrom('mail_settings').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('shop.example');
});

it('two pages do not overwrite each other, and an address that is removed ends the mails', async () => {
  const app = await openMailApp();
  const {version} = await app.mail();
  expect((await app.page('PUT', '/mail', {mailAddress: address, unpaidHours: 24, version})).status).toBe(200);
  expect(refusalOf(await app.page('PUT', '/mail', {unpaidHours: 48, version}))).toMatchObject({
    code: 'changed_meanwhile',
  });
  await app.work();
  const link = linkIn(app.mailbox, 'confirm');
  await app.page('PUT', '/mail', {mailAddress: null});
  expect(await app.mail()).toMatchObject({address: 'none', unpaidHours: 24});
  expect((await app.press(link)).status).toBe(404);
});

it('links are limited for a store and for an address, whatever store it is', async () => {
  const app = await openMailApp();
  await saveInstalledShop(app.deps.db, other, {scopes: '', currency: 'EUR', timeZone: 'Europe/Berlin'}, new Date());
  await app.page('PUT', '/mail', {mailAddress: address});
  for (let sent = 0; sent < 4; sent += 1) {
    await app.work();
    expect((await app.page('POST', '/mail/confirmation')).status).toBe(200);
  }
  expect(refusalOf(await app.page('POST', '/mail/confirmation'))).toMatchObject({status: 429});
  expect(refusalOf(await pageOf(app, other)('PUT', '/mail', {mailAddress: address.toUpperCase()}))).toMatchObject({
    status: 429,
    field: 'mailAddress',
  });
  expect((await pageOf(app, other)('GET', '/mail')).json).toMatchObject({address: 'none'});
  await app.work();
  expect(app.mailbox.mails()).toHaveLength(5);
});

it('an address that the server refuses gets no more mails, with a sentence, until its link works again', async () => {
  const app = await openMailApp();
  await app.confirm({key: true});
  await app.deps.db.updateTable('shops').set({dropship_key_state: 'rejected'}).where('shop', '=', shop).execute();
  app.mailbox.setFaults({refuseRecipient: '550 5.1.1 mailbox is gone'});
  await app.work();
  const refused = await app.mail();
  expect(refused).toMatchObject({address: 'refused', said: expect.stringContaining('mailbox is gone')});
  expect(refused.last).toMatchObject([{event: 'key', state: 'failed'}]);
  const before = app.mailbox.connections();
  app.clock.turn(24 * 3_600_000);
  expect(await app.work()).toEqual([]);
  expect(app.mailbox.connections()).toBe(before);
  app.mailbox.setFaults({});
  await app.page('POST', '/mail/confirmation');
  await app.work();
  await app.press(linkIn(app.mailbox, 'confirm'));
  expect((await app.mail()).address).toBe('confirmed');
  expect((await trail(app)).map(({action}) => action)).toContain('mail_refused');
});
