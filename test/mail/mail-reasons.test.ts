// What the schedule finds in the database as a reason for a mail, and what it rightly does not.
import {randomUUID} from 'node:crypto';
import {expect, it} from 'vitest';
import {purgeMails} from '../../server/db/mail/mails.ts';
import {saveOrderWebhookAt, saveReconciliation} from '../../server/db/shops/orders-read.ts';
import {shop} from '../http/bare-app.ts';
import {saveOrder} from '../http/orders/acting.ts';
import {change, type MailApp, openMailApp, saveRun, subjects} from './mail-app.ts';

const hour = 3_600_000;
const hoursAgo = ({clock}: MailApp, hours: number) => new Date(clock.now().getTime() - hours * hour);

it('a night is said to have failed once its run has, not while one goes on, was moved or was stopped', async () => {
  const app = await openMailApp();
  await app.confirm({night: true});
  await change(app, {last_good_night_at: hoursAgo(app, 27)});
  expect(await app.work(), 'the start was moved').toEqual([]);
  await saveRun(app, 'failed', hoursAgo(app, 2), 'merchant');
  await saveRun(app, 'stopped', hoursAgo(app, 2));
  await saveRun(app, 'failed', hoursAgo(app, 28));
  expect(await app.work(), 'no night failed since').toEqual([]);
  await saveRun(app, 'failed', hoursAgo(app, 2));
  const open = await saveRun(app, 'running', hoursAgo(app, 1));
  expect(await app.work(), 'it goes on').toEqual([]);
  await app.deps.db.updateTable('runs').set({state: 'failed'}).where('id', '=', open).execute();
  await app.work();
  expect(subjects(app)).toEqual(['the nightly update failed']);
});

it('a shop that was installed again gets no mail about the nights before', async () => {
  const app = await openMailApp();
  await app.confirm({night: true});
  await change(app, {last_good_night_at: hoursAgo(app, 90), installed_at: hoursAgo(app, 3)});
  await saveRun(app, 'failed', hoursAgo(app, 2));
  expect(await app.work()).toEqual([]);
});

it('the same brake and the same unpaid order are no news after weeks, also where old mails are forgotten', async () => {
  const app = await openMailApp();
  await app.confirm({unpaid: true, brake: true});
  await saveOrder(app, {state: 'awaiting_payment', placed_at: hoursAgo(app, 13), price: 1_000, fee: 500});
  const [run_id, created_at] = [await saveRun(app, 'done', hoursAgo(app, 2)), hoursAgo(app, 2)];
  const brake = {id: randomUUID(), shop, run_id, kind: 'retire', reason: 'r', article_ids: '["A-1"]'} as const;
  await app.deps.db
    .insertInto('brakes')
    .values({...brake, created_at})
    .execute();
  await app.work();
  expect(app.mailbox.mails()).toHaveLength(2);
  app.clock.turn(100 * 24 * hour);
  await purgeMails(app.deps.db, shop, hoursAgo(app, 90 * 24));
  expect(await app.work()).toEqual([]);
});

it('orders without webhooks are written about when more were found since the last mail', async () => {
  const app = await openMailApp();
  await app.confirm({webhooks: true});
  const {db} = app.deps;
  const reconcile = (found: number) => saveReconciliation(db, shop, found, app.clock.now());
  await reconcile(2);
  await app.work();
  expect(subjects(app)).toEqual(['Shopify does not tell Piecewise about new orders']);
  app.clock.turn(24 * hour);
  await reconcile(0);
  expect(await app.work()).toEqual([]);
  await reconcile(1);
  await app.work();
  expect(app.mailbox.mails()).toHaveLength(2);
  app.clock.turn(24 * hour);
  await reconcile(1);
  await saveOrderWebhookAt(db, shop, app.clock.now());
  expect(await app.work()).toEqual([]);
});

it('a second key that is refused on the day has a mail of its own: the first said that orders go on', async () => {
  const app = await openMailApp();
  await app.confirm({key: true});
  await change(app, {catalogue_key_state: 'rejected'});
  await app.work();
  expect(app.mailbox.mails()[0]?.text).toContain('Orders go on.');
  app.clock.turn(hour);
  await change(app, {dropship_key_state: 'rejected'});
  await app.work();
  await app.work();
  expect(subjects(app)).toEqual(['the supplier refuses your catalogue key', 'the supplier refuses your dropship key']);
  expect(app.mailbox.mails()[1]?.text).toContain('orders wait');
  expect((await app.mail()).last.map(({event}) => event)).toEqual(['key', 'key']);
});

it('a mail that may be lost is named in one summary: the first that is sent after its day', async () => {
  const app = await openMailApp();
  await app.confirm({digest: true});
  const lose = (day: string, claimed: Date) =>
    app.deps.db.insertInto('mails').values({shop, event: 'key', day, state: 'unknown', claimed_at: claimed}).execute();
  await lose('2026-11-16', app.clock.now());
  app.clock.turn(24 * hour);
  // Of the day of the next summary, and from before it.
  await lose('2026-11-17', hoursAgo(app, 8));
  const texts: string[] = [];
  for (let days = 0; days < 3; days += 1) {
    app.mailbox.clear();
    await app.work();
    texts.push(
      app.mailbox
        .mails()[0]
        ?.text.match(/^- .*(?=: The)/gm)
        ?.join() ?? 'no mail',
    );
    app.clock.turn(24 * hour);
  }
  expect(texts).toEqual(['- 16 Nov 2026', '- 17 Nov 2026', 'no mail']);
});
