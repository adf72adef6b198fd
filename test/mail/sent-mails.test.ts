// The mails that the schedule sends: at most one of an event and a day, whatever the mail server does, and nothing of a buyer in any.
import {randomUUID} from 'node:crypto';
import {describe, expect, it} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {toMailLink} from '#domain/mail/app-link.ts';
import {type MailTopic, mailEvents} from '#domain/settings/mail.ts';
import {sendMails} from '../../jobs/mail/send-mails.ts';
import {loadMailSettings} from '../../server/db/mail/mail-settings.ts';
import {claimMail} from '../../server/db/mail/mails.ts';
import {shop} from '../http/bare-app.ts';
import {saveOrder} from '../http/orders/acting.ts';
import {change, type MailApp, openMailApp, saveRun, subjects} from './mail-app.ts';

const hour = 3_600_000;
const everything = Object.fromEntries(mailEvents.map((event) => [event, true]));
const hoursAgo = ({clock}: MailApp, hours: number) => new Date(clock.now().getTime() - hours * hour);
const unpaid = (app: MailApp, hours: number) =>
  saveOrder(app, {state: 'awaiting_payment', placed_at: hoursAgo(app, hours), price: 1_000, fee: 500});

async function saveWaitingBrake(app: MailApp): Promise<void> {
  const at = app.clock.now();
  const run = await saveRun(app, 'done', at);
  await app.deps.db
    .insertInto('brakes')
    .values({id: randomUUID(), shop, run_id: run, kind: 'retire', reason: 'r', article_ids: '["A-1"]', created_at: at})
    .execute();
}

/** The last good night is long ago, and the next one failed. */
async function saveFailedNight(app: MailApp): Promise<void> {
  await change(app, {last_good_night_at: hoursAgo(app, 27)});
  await saveRun(app, 'failed', hoursAgo(app, 2));
}

describe('mails', () => {
  it('leave at once about what is wrong, once a day each, and the summary next morning', async () => {
    const app = await openMailApp();
    await app.confirm({...everything, digest: false});
    await saveFailedNight(app);
    await change(app, {reconcile_found: 2, webhook_missed_at: app.clock.now()});
    await unpaid(app, 13);
    await saveWaitingBrake(app);
    await app.work();
    expect(subjects(app)).toEqual([
      '1 order unpaid for 12 hours',
      'an update stopped at a large change',
      'Shopify does not tell Piecewise about new orders',
      'the nightly update failed',
    ]);
    await change(app, {catalogue_key_state: 'rejected'});
    app.mailbox.clear();
    await app.work();
    await app.work();
    expect(subjects(app)).toEqual(['the supplier refuses your catalogue key']);
    app.mailbox.clear();
    await app.page('PUT', '/mail', {...everything});
    app.clock.turn(22 * hour);
    await app.work();
    expect(subjects(app)).toEqual(['1 to pay, 1 to decide', 'the supplier refuses your catalogue key']);
    expect((await app.mail()).last).toHaveLength(7);
    expect(new Set((await app.mail()).last.map(({state}) => state))).toEqual(new Set(['sent']));
  });

  it('about an unpaid order come when the hours are over, and not again about the same order', async () => {
    const app = await openMailApp();
    await app.confirm({unpaid: true, unpaidHours: 24});
    await unpaid(app, 23);
    expect(await app.work()).toEqual([]);
    app.clock.turn(hour);
    await app.work();
    app.clock.turn(48 * hour);
    await app.work();
    expect(app.mailbox.mails()).toHaveLength(1);
    await unpaid(app, 25);
    await app.work();
    expect(app.mailbox.mails()).toHaveLength(2);
    await saveOrder(app, {
      state: 'awaiting_payment',
      placed_at: hoursAgo(app, 30),
      flags: JSON.stringify([{code: 'cancelled', at: 'x'}]),
    });
    app.clock.turn(24 * hour);
    await app.work();
    expect(app.mailbox.mails()).toHaveLength(2);
  });

  it('are not written where nothing waits, and the shop is not looked at again that day', async () => {
    const app = await openMailApp();
    await app.confirm({digest: true});
    // The first summary is that of the next morning.
    expect(await app.work()).toEqual([]);
    app.clock.turn(24 * hour);
    expect(await app.work()).toEqual([shop]);
    expect(await app.work()).toEqual([]);
    expect(app.mailbox.mails()).toEqual([]);
    expect((await app.mail()).last).toMatchObject([{event: 'digest', state: 'empty'}]);
  });

  it('have nothing of a buyer: no name, address, order number or article', async () => {
    const app = await openMailApp();
    await app.confirm(everything);
    app.clock.turn(24 * hour);
    const planted = [
      '#4711',
      'Ada Lovelace',
      'ada@buyer.example',
      'Engine Street 1',
      'Wool jumper',
      'TRACK-1',
      'https://pay.example',
    ];
    const [order_name, ...rest] = planted;
    await saveOrder(app, {
      order_name: order_name ?? '',
      article_name: 'Wool jumper',
      state: 'awaiting_payment',
      placed_at: hoursAgo(app, 20),
      reason: rest.join(' '),
      checkout_url: 'https://pay.example/4711',
      tracking_number: 'TRACK-1',
    });
    await saveOrder(app, {order_name: order_name ?? '', state: 'held', reason: rest.join(' ')});
    await saveWaitingBrake(app);
    await saveFailedNight(app);
    await change(app, {reconcile_found: 1, webhook_missed_at: app.clock.now()});
    await app.work();
    expect(app.mailbox.mails()).toHaveLength(5);
    const sources = app.mailbox
      .mails()
      .map(({source, text, subject}) => `${source} ${text} ${subject}`)
      .join('\n');
    for (const word of planted) expect(sources).not.toContain(word);
  });

  it('that the server refuses for now are tried six times on that day, and once more on the next', async () => {
    const app = await openMailApp();
    await app.confirm({key: true});
    await change(app, {dropship_key_state: 'rejected'});
    app.mailbox.setFaults({refuseText: '451 later'});
    const before = app.mailbox.connections();
    for (let tries = 0; tries < 10; tries += 1) {
      await app.work();
      app.clock.turn(80 * 60_000);
    }
    expect(app.mailbox.connections() - before).toBe(6);
    expect((await app.mail()).last).toMatchObject([{event: 'key', state: 'failed'}]);
    app.clock.turn(2 * hour);
    await app.work();
    expect(app.mailbox.connections() - before).toBe(7);
  });

  it('are tried again when the server did not take them, and still arrive once', async () => {
    const app = await openMailApp();
    await app.confirm({key: true});
    await change(app, {dropship_key_state: 'rejected'});
    app.mailbox.setFaults({refuseText: '451 later'});
    await app.work();
    await app.work();
    expect((await app.mail()).last).toMatchObject([{state: 'retried', said: expect.stringContaining('451 later')}]);
    app.mailbox.setFaults({});
    app.clock.turn(5 * 60_000);
    await app.work();
    await app.work();
    expect(app.mailbox.mails()).toHaveLength(1);
    expect((await app.mail()).last).toMatchObject([{event: 'key', state: 'sent', said: null}]);
  });

  it('that may have arrived are not sent again; the next summary names them', async () => {
    const app = await openMailApp();
    await app.confirm({key: true, digest: true});
    await app.work();
    await change(app, {dropship_key_state: 'rejected'});
    app.mailbox.setFaults({dies: 'after_text'});
    await app.work();
    expect(app.mailbox.mails()).toHaveLength(1);
    app.mailbox.setFaults({});
    app.mailbox.clear();
    app.clock.turn(6 * hour);
    await app.work();
    expect(app.mailbox.mails()).toEqual([]);
    expect((await app.mail()).last).toContainEqual(expect.objectContaining({event: 'key', state: 'unknown'}));
    await change(app, {dropship_key_state: 'accepted'});
    app.clock.turn(18 * hour);
    await app.work();
    expect(subjects(app)).toEqual(['mails that may be lost']);
    expect(app.mailbox.mails()[0]?.text).toContain('- 16 Nov 2026: The supplier refuses a key');
    app.clock.turn(24 * hour);
    await app.work();
    expect(app.mailbox.mails()).toHaveLength(1);
  });

  it('of two workers at the same time are one mail', async () => {
    const app = await openMailApp();
    await app.confirm({key: true});
    await change(app, {dropship_key_state: 'rejected'});
    await Promise.all(Array.from({length: 4}, () => sendMails(app.deps, shop)));
    expect(app.mailbox.mails()).toHaveLength(1);
  });

  it('are not begun once the owner unsubscribed, the address changed or the event is off, also by a worker that read before', async () => {
    const app = await openMailApp();
    await app.confirm({key: true});
    const {db, sealer} = app.deps;
    const {unsubscribe_digest: digest} = await loadMailSettings(db, sealer, shop);
    const claim = (topic: MailTopic, contact: string) =>
      claimMail(db, {shop, topic, day: '2026-11-16'}, contact, app.clock.now());
    expect(await claim('brake', digest ?? '')).toBeNull();
    expect(await claim('key', 'of another address')).toBeNull();
    await app.press(
      toMailLink('http://h', 'unsubscribe', (await loadMailSettings(db, sealer, shop)).contact?.unsubscribe ?? ''),
    );
    expect(await claim('key', digest ?? '')).toBeNull();
    await db.updateTable('mail_settings').set({stopped: null}).execute();
    expect(await claim('key', digest ?? '')).toBe(1);
    expect(await claim('key', digest ?? '')).toBeNull();
  });

  it('say nothing of nights and brakes while the merchant is leaving', async () => {
    const app = await openMailApp();
    await app.confirm({brake: true, night: true});
    await saveWaitingBrake(app);
    await change(app, {last_good_night_at: hoursAgo(app, 100)});
    const leaving = {
      shop,
      products: 'keep',
      actor: 'user:1',
      asked_at: app.clock.now(),
      run_id: RunId.parse(randomUUID()),
    } as const;
    await app.deps.db.insertInto('departures').values(leaving).execute();
    expect(await app.work()).toEqual([]);
    await app.deps.db.deleteFrom('departures').execute();
    expect(await app.work()).toEqual([shop]);
  });

  it('are none for a shop without the app, one that is stopped, or one that chose nothing', async () => {
    const app = await openMailApp();
    await app.confirm({});
    await change(app, {dropship_key_state: 'rejected'});
    expect(await app.work()).toEqual([]);
    await app.page('PUT', '/mail', {key: true});
    await change(app, {state: 'uninstalled'});
    expect(await app.work()).toEqual([]);
    await change(app, {state: 'installed'});
    expect(await app.work()).toEqual([shop]);
  });
});
