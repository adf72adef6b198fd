// The mails that the schedule sends: at most one of an event and a day, whatever the mail server does, and nothing of a buyer in any.
import {randomUUID} from 'node:crypto';
import {describe, expect, it} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {toMailLink} from '#domain/mail/app-link.ts';
import {type MailEvent, mailEvents} from '#domain/settings/mail.ts';
import {sendMails} from '../../jobs/mail/send-mails.ts';
import {loadMailSettings} from '../../server/db/mail/mail-settings.ts';
import {claimMail} from '../../server/db/mail/mails.ts';
import {shop} from '../http/bare-app.ts';
import {saveOrder} from '../http/orders/acting.ts';
import {type MailApp, openMailApp} from './mail-app.ts';

const hour = 3_600_000;
const everything = Object.fromEntries(mailEvents.map((event) => [event, true]));
const hoursAgo = ({clock}: MailApp, hours: number) => new Date(clock.now().getTime() - hours * hour);
const subjects = ({mailbox}: MailApp) => mailbox.mails().map(({subject}) => subject.replace('Piecewise: ', ''));

const unpaid = (app: MailApp, hours: number) =>
  saveOrder(app, {state: 'awaiting_payment', placed_at: hoursAgo(app, hours), price: 1_000, fee: 500});

async function saveWaitingBrake({deps, clock}: MailApp): Promise<void> {
  const run = RunId.parse(randomUUID());
  const at = clock.now();
  await deps.db
    .insertInto('runs')
    .values({
      id: run,
      shop,
      kind: 'full',
      trigger: 'schedule',
      state: 'done',
      fence: 1,
      counts: '{}',
      started_at: at,
      heartbeat_at: at,
    })
    .execute();
  await deps.db
    .insertInto('brakes')
    .values({id: randomUUID(), shop, run_id: run, kind: 'retire', reason: 'r', article_ids: '["A-1"]', created_at: at})
    .execute();
}

const change = ({deps}: MailApp, values: object) =>
  deps.db.updateTable('shops').set(values).where('shop', '=', shop).execute();

describe('mails', () => {
  it('leave at once about what is wrong, once a day each, and the summary next morning', async () => {
    const app = await openMailApp();
    await app.confirm({...everything, digest: false});
    await change(app, {last_good_night_at: hoursAgo(app, 27), reconcile_found: 2});
    await unpaid(app, 13);
    await saveWaitingBrake(app);
    await app.work();
    expect(subjects(app)).toEqual([
      '1 order unpaid for 12 hours',
      'an update stopped at a large change',
      'orders arrive without webhooks',
      'the nightly update failed',
    ]);
    await change(app, {catalogue_key_state: 'rejected'});
    app.mailbox.clear();
    await app.work();
    await app.work();
    expect(subjects(app)).toEqual(['the supplier refuses a key']);
    app.mailbox.clear();
    await app.page('PUT', '/mail', {...everything});
    app.clock.turn(22 * hour);
    await app.work();
    expect(subjects(app)).toEqual([
      '1 to pay, 1 to decide',
      'the supplier refuses a key',
      'orders arrive without webhooks',
    ]);
    expect((await app.mail()).last).toHaveLength(8);
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
    expect(await app.work()).toEqual([shop]);
    expect(await app.work()).toEqual([]);
    expect(app.mailbox.mails()).toEqual([]);
    expect((await app.mail()).last).toMatchObject([{event: 'digest', state: 'empty'}]);
  });

  it('have nothing of a buyer: no name, address, order number or article', async () => {
    const app = await openMailApp();
    await app.confirm(everything);
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
    await change(app, {last_good_night_at: hoursAgo(app, 30), reconcile_found: 1});
    await app.work();
    expect(app.mailbox.mails()).toHaveLength(5);
    const sources = app.mailbox
      .mails()
      .map(({source, text, subject}) => `${source} ${text} ${subject}`)
      .join('\n');
    for (const word of planted) expect(sources).not.toContain(word);
  });

  it('are tried again when the server did not take them, at most six times, and still arrive once', async () => {
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
    const claim = (event: MailEvent, contact: string) =>
      claimMail(db, {shop, event, day: '2026-11-16'}, contact, app.clock.now());
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
