import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {defaultSettings} from '#domain/settings/settings.ts';
import {saveAudit} from '../../../server/db/shops/audit.ts';
import {saveOrderWebhookAt, saveReconciliation} from '../../../server/db/shops/orders-read.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {AuditPage} from '../../../server/http/contract/activity/audit.ts';
import {OrderSettings} from '../../../server/http/contract/order-settings.ts';
import {Overview} from '../../../server/http/contract/overview.ts';
import {type BareApp, openBareApp, pageOf, refusalOf, shop} from '../bare-app.ts';
import {saveOrder} from './acting.ts';

const form: OrderSettings = {
  sendingPaused: true,
  approveEach: true,
  costLimit: 30_000,
  sendTestOrders: true,
  delayMinutes: 45,
  waitForFraudAnalysis: false,
  maxAgeDays: 14,
  priceGuardPercent: 7.5,
  marginFloor: 500,
  storeEmail: 'orders@shop.example',
  standingColour: 'as pictured',
  standingSize: 'one size',
  standingAnswers: [{articleId: 'A-1', category: null, colour: null, size: '42'}],
  notifyBuyer: false,
  paymentDays: 10,
  retentionDays: 180,
};

const {propertyAnswers: _apart, ...defaults} = defaultSettings.orders;

describe('order settings', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  beforeEach(async () => {
    await saveSettings(app.deps.db, shop, {}, new Date());
    await app.deps.db.deleteFrom('audit').execute();
    await app.deps.db.deleteFrom('dropship_orders').execute();
  });
  afterAll(() => app.close());

  const page = (method: string, path: string, body?: unknown) => pageOf(app)(method, path, body);
  const put = (changes: object) => page('PUT', '/settings/orders', {...form, ...changes});
  const settings = async () => OrderSettings.parse((await page('GET', '/settings/orders')).json);
  const audit = async (query = '') => AuditPage.parse((await page('GET', `/audit${query}`)).json);

  it('are the defaults where nothing was set, and come back as they were saved', async () => {
    expect(await settings()).toEqual(defaults);
    const answer = await put({});
    expect([answer.status, OrderSettings.parse(answer.json)]).toEqual([200, form]);
    expect(await settings()).toEqual(form);
  });

  it('leave waiting for the fraud analysis as it is where a script does not name it', async () => {
    const {waitForFraudAnalysis: _left, ...without} = form;
    expect((await page('PUT', '/settings/orders', without)).status).toBe(200);
    expect((await settings()).waitForFraudAnalysis).toBe(true);
    await put({});
    await page('PUT', '/settings/orders', without);
    expect((await settings()).waitForFraudAnalysis).toBe(false);
  });

  it('leave the settings of the catalogue alone', async () => {
    await saveSettings(
      app.deps.db,
      shop,
      {...defaultSettings, pricing: {...defaultSettings.pricing, markupPercent: 85}},
      new Date(),
    );
    await put({});
    expect((await page('GET', '/settings/general')).json).toMatchObject({sendingPaused: true});
    expect((await page('GET', '/settings/pricing')).json).toMatchObject({pricing: {markupPercent: 85}});
  });

  it('write down who changed what, before and after, no e-mail address, and nothing where nothing changed', async () => {
    await put({});
    await put({});
    await put({storeEmail: 'other@shop.example', maxAgeDays: 3});
    const {entries} = await audit();
    expect(entries).toMatchObject([
      {
        action: 'settings_changed',
        actor: 'user:42',
        subject: 'order-settings',
        detail: 'orders.maxAgeDays, orders.storeEmail',
        before: 'orders.maxAgeDays: 14\norders.storeEmail: an address',
        after: 'orders.maxAgeDays: 3\norders.storeEmail: another address',
      },
      {action: 'settings_changed', actor: 'user:42'},
    ]);
    expect(entries[1]?.detail?.split(', ').toSorted()).toEqual(
      Object.keys(form)
        .map((name) => `orders.${name}`)
        .toSorted(),
    );
    expect(entries[1]?.before).toContain('storeEmail: none');
    expect(entries[1]?.after).toContain('storeEmail: an address');
    expect(JSON.stringify(entries)).not.toContain('shop.example');
  });

  it('let what they held back be looked at again at once', async () => {
    const later = {next_attempt_at: new Date('2100-01-01T00:00:00Z')};
    const held = await saveOrder(app, {state: 'held', reason_code: 'margin_below_floor', ...later});
    const unpaid = await saveOrder(app, {state: 'waiting', reason_code: 'not_paid', ...later});
    await put({marginFloor: null});
    const due = await app.deps.db
      .selectFrom('dropship_orders')
      .select('id')
      .where('next_attempt_at', '<', new Date('2099-01-01T00:00:00Z'))
      .execute();
    expect(due).toEqual([{id: held}]);
    expect(due).not.toContainEqual({id: unpaid});
  });

  it.each([
    [{delayMinutes: -1}, 'delayMinutes', 'Enter 0 or more.'],
    [{delayMinutes: 2_881}, 'delayMinutes', 'Enter at most 2880 minutes (two days).'],
    [{delayMinutes: 1.5}, 'delayMinutes', 'Enter whole minutes, such as 10, or 0 to send at once.'],
    [{maxAgeDays: 0}, 'maxAgeDays', 'Enter 1 or more.'],
    [{priceGuardPercent: 101}, 'priceGuardPercent', 'Enter at most 100 %.'],
    [{priceGuardPercent: '7'}, 'priceGuardPercent', 'Enter a number.'],
    [{marginFloor: 1e9}, 'marginFloor', 'Enter at most 10000 EUR.'],
    [{storeEmail: 'nobody'}, 'storeEmail', 'Enter an e-mail address.'],
    [{standingColour: ''}, 'standingColour', 'Enter a word, or leave it out.'],
    [{standingSize: 'a\u0007'}, 'standingSize', 'This holds characters that cannot be sent.'],
    [{standingSize: 'a\u0000'}, 'standingSize', 'This holds characters that cannot be stored. Type it again.'],
    [{paymentDays: 0}, 'paymentDays', 'Enter 1 or more.'],
    [{retentionDays: 89}, 'retentionDays', 'Enter 90 or more.'],
    [
      {standingAnswers: [{articleId: null, category: null, colour: 'red', size: null}]},
      'standingAnswers.0',
      'Name an article or a category.',
    ],
    [
      {standingAnswers: [{articleId: 'A', category: null, colour: null, size: null}]},
      'standingAnswers.0',
      'Name a colour or a size.',
    ],
  ])('%j is refused at %s: %s', async (changes, field, message) => {
    expect(refusalOf(await put(changes))).toEqual({status: 422, code: 'invalid_input', field, message});
    expect(await settings()).toEqual(defaults);
    expect((await audit()).entries).toEqual([]);
  });

  it('the trail of who did what comes fifty a page, newest first, each once, and by what it was done to', async () => {
    for (let at = 0; at < 70; at += 1) {
      const entry = {
        actor: 'app',
        action: 'looked_at_again' as const,
        subject: at % 2 === 0 ? 'even' : 'odd',
        detail: String(at),
      };
      await saveAudit(app.deps.db, shop, entry, new Date());
    }
    const first = await audit();
    const second = await audit(`?before=${first.nextBefore}`);
    expect([first.entries.length, second.entries.length, second.nextBefore]).toEqual([50, 20, null]);
    const details = [...first.entries, ...second.entries].map(({detail}) => Number(detail));
    expect(details).toEqual(Array.from({length: 70}, (_, i) => 69 - i));
    expect((await audit('?subject=odd')).entries).toHaveLength(35);
  });

  it.each(['?before=0', '?before=x', '?before=1&before=2', '?before=99999999999999999', '?subject=%00'])(
    'a page of the trail that was never given, %s, is refused',
    async (query) => {
      expect(refusalOf(await page('GET', `/audit${query}`)).status).toBe(422);
    },
  );

  it('the overview says when orders reach the app only by its own looking', async () => {
    const webhooks = async () => Overview.parse((await page('GET', '/overview')).json).webhooks;
    expect(await webhooks()).toEqual({
      silent: false,
      foundByReconciliation: 0,
      lastWebhookAt: null,
      reconciledAt: null,
      failed: 0,
      lastFailure: null,
    });
    await saveReconciliation(app.deps.db, shop, 3, new Date('2026-11-05T10:00:00Z'));
    expect(await webhooks()).toMatchObject({
      silent: true,
      foundByReconciliation: 3,
      reconciledAt: '2026-11-05T10:00:00.000Z',
    });
    await saveOrderWebhookAt(app.deps.db, shop, new Date('2026-11-05T11:00:00Z'));
    expect(await webhooks()).toMatchObject({
      silent: false,
      foundByReconciliation: 0,
      lastWebhookAt: '2026-11-05T11:00:00.000Z',
    });
  });
});
