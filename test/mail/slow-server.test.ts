// A mail server that hangs, or one address at which it does: the mails of the others arrive, and what was not handed over is sent later.
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {saveMailSettings} from '../../server/db/mail/mail-settings.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {type MailApp, monday, openMailApp} from './mail-app.ts';

const hour = 3_600_000;
const tenMinutes = 10 * 60_000;
const form = {digest: false, unpaid: false, key: true, brake: false, webhooks: false, night: false, unpaidHours: 12};

/** Shops whose key is refused, each with a confirmed address of its name, in this order. */
async function addShops({deps}: MailApp, names: readonly string[]): Promise<void> {
  const {db, sealer, digest} = deps;
  for (const name of names) {
    const shop = ShopDomain.parse(`${name}.myshopify.com`);
    await saveInstalledShop(db, shop, {scopes: '', timeZone: 'Europe/Berlin'}, monday);
    const mailAddress = `${name}@shop.example`;
    const contact = {address: mailAddress, unsubscribe: name};
    const change = {contact, digest: digest(name)};
    await saveMailSettings(db, sealer, shop, {form: {...form, mailAddress}, change}, monday);
    await db
      .updateTable('mail_settings')
      .set({confirmed_at: monday, link_state: 'none'})
      .where('shop', '=', shop)
      .execute();
    await db.updateTable('shops').set({catalogue_key_state: 'rejected'}).where('shop', '=', shop).execute();
  }
}

const addressees = ({mailbox}: MailApp) => mailbox.mails().flatMap(({to}) => to);
const states = async ({deps}: MailApp) =>
  (await deps.db.selectFrom('mails').select(['shop', 'state', 'attempts']).orderBy('shop').execute()).map(
    ({shop, state, attempts}) => `${shop.split('.')[0]} ${state} ${attempts}`,
  );
/** What the schedule does in these hours, as far as every second time goes. */
async function workFor(app: MailApp, hours: number): Promise<void> {
  for (let at = 0; at < hours * hour; at += tenMinutes) {
    app.clock.turn(tenMinutes);
    await app.work();
  }
}

const names = ['a', 'b', 'c', 'd'];
const everyone = names.map((name) => `${name}@shop.example`);

it('a server that takes no connection for three hours costs no mail, and hardly a try', async () => {
  const app = await openMailApp();
  await addShops(app, names);
  app.mailbox.setFaults({refuseConnection: '421 not now'});
  await app.work();
  expect(app.mailbox.connections()).toBe(1);
  await workFor(app, 3);
  expect(app.mailbox.connections()).toBeLessThan(12);
  app.mailbox.setFaults({});
  await workFor(app, 1);
  expect(addressees(app).toSorted()).toEqual(everyone);
  expect(await states(app)).toEqual(['a sent 1', 'b sent 1', 'c sent 1', 'd sent 1']);
});

it('a server that is silent at every recipient costs no mail either', async () => {
  const app = await openMailApp();
  await addShops(app, names);
  app.mailbox.setFaults({dies: 'at_recipient'});
  await workFor(app, 3);
  expect(app.mailbox.connections()).toBeLessThan(14);
  app.mailbox.setFaults({});
  await workFor(app, 1);
  expect(addressees(app).toSorted()).toEqual(everyone);
});

it('a server that is silent after the text takes two mails with it, and not those of all shops', async () => {
  const app = await openMailApp();
  await addShops(app, names);
  app.mailbox.setFaults({dies: 'after_text'});
  await app.work();
  expect(await states(app)).toEqual(['a unknown 1', 'b unknown 1']);
  app.mailbox.setFaults({});
  app.mailbox.clear();
  await workFor(app, 1);
  expect(addressees(app)).toEqual(['c@shop.example', 'd@shop.example']);
});

it('one address at which the server is silent holds up no other, and is tried twice an hour', async () => {
  const app = await openMailApp();
  await addShops(app, names);
  app.mailbox.setFaults({dies: {at: 'a@shop.example'}});
  await app.work();
  expect(addressees(app)).toEqual(everyone.slice(1));
  const before = app.mailbox.connections();
  await workFor(app, 2);
  expect(app.mailbox.connections() - before).toBeLessThanOrEqual(4);
  app.mailbox.setFaults({});
  await workFor(app, 1);
  expect(addressees(app)).toContain('a@shop.example');
});

it('a link that the server was not given is sent later', async () => {
  const app = await openMailApp();
  app.mailbox.setFaults({refuseConnection: '421 not now'});
  await app.page('PUT', '/mail', {mailAddress: 'me@shop.example'});
  await app.work();
  expect((await app.mail()).link).toMatchObject({state: 'under_way', said: expect.stringContaining('421')});
  app.mailbox.setFaults({});
  await workFor(app, 1);
  expect(addressees(app)).toEqual(['me@shop.example']);
  expect((await app.mail()).link).toMatchObject({state: 'sent', said: null});
});
