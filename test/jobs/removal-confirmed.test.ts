// A removal that Shopify confirms is carried out at once. A request to erase the store that it does not confirm is remembered for 20 days.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {loadShop} from '../../server/db/shops/shops.ts';
import {quickestEngine} from '../support/test-app.ts';
import {webhookBody} from '../support/webhook-bodies.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('the app is removed', () => {
  let app: OrderTestApp;
  let unpaid: string;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {shopify: {shops: [{domain: 'removed.myshopify.com', plan: 'plus'}]}});
    unpaid = app.buy().id;
    await app.quiet();
  });
  afterAll(() => app.close());

  const known = () => loadShop(app.worker.db, app.shop);
  const announce = async (topic: 'app/uninstalled' | 'shop/redact', changes: object = {}): Promise<void> => {
    app.shopify.webhooks.deliver(topic, app.shop, {...webhookBody(topic, app.shop), ...changes});
    await app.quiet();
  };
  const calls = () => app.shopify.requests().length;
  /** Removed in the admin, and told by nothing but what a test delivers. */
  const remove = (): void => {
    app.shopify.webhooks.drop(() => true);
    app.shopify.uninstall(app.shop);
    app.shopify.webhooks.drop(null);
  };
  /** The merchant opens the app, installed again where it was removed. */
  const open = async (): Promise<void> => {
    app.shopify.install(app.shop);
    await app.merchant.overview();
    await app.quiet();
    expect(await known()).toMatchObject({state: 'installed', needsReauth: false});
  };
  const everythingIsThere = async (): Promise<void> => {
    expect(await app.row(unpaid)).toMatchObject({state: 'awaiting_payment', checkout_url: expect.any(String)});
  };

  it('an accepted call is stored once an hour, and a renewed token at once', async () => {
    const at = async () => (await known())?.tokenAcceptedAt;
    app.clock.turn(2 * hour);
    await app.upkeep('reconcile-orders');
    const first = app.clock.now();
    expect(await at()).toEqual(first);
    app.clock.turn(20 * minute);
    await app.upkeep('reconcile-orders');
    expect(await at()).toEqual(first);
    app.clock.turn(41 * minute);
    await app.upkeep('reconcile-orders');
    expect(await at()).toEqual(app.clock.now());
  });

  it.each([
    [26 * hour + minute, 'stopped', 'accepted'],
    [26 * hour - minute, 'uninstalled', 'absent'],
  ] as const)(
    '%d ms after the last accepted call, Shopify refusing the token with 401 now: the app is %s, the key %s',
    async (ms, state, key) => {
      // A token that has not ended by then: another is renewed, and a refused renewal proves nothing.
      app.store.setTokenLifetime(100 * 3_600);
      app.clock.turn(2 * hour);
      await app.upkeep('reconcile-orders');
      expect(await known()).toMatchObject({state: 'installed', tokenAcceptedAt: app.clock.now()});
      app.clock.turn(ms);
      remove();
      await announce('app/uninstalled');
      expect(await known()).toMatchObject({state, catalogueKeyState: key, dropshipKeyState: key});
      await everythingIsThere();
      await open();
    },
  );

  it('and installed again before Shopify asks for the erasure: nothing is erased, also by a replay of that request', async () => {
    for (const later of [0, day, 30 * day]) {
      app.clock.turn(later);
      await announce('shop/redact');
      expect(await known()).toMatchObject({state: 'installed', isRemovalConfirmed: false});
      await everythingIsThere();
    }
  });

  it('by a body that does not name the store, as in Shopify’s samples: sending stops, and the keys stay', async () => {
    await app.merchant.connect('dropship', app.supplier.issueKey('dropship'));
    await app.quiet();
    for (const unnamed of [{myshopify_domain: null}, {myshopify_domain: undefined}]) {
      app.clock.turn(hour);
      await app.upkeep('reconcile-orders');
      app.store.revokeTokens();
      await announce('app/uninstalled', unnamed);
      expect(await known()).toMatchObject({
        state: 'stopped',
        stopped: {reason: 'no_access'},
        dropshipKeyState: 'accepted',
      });
      expect((await app.merchant.overview()).stopped).toBeNull();
      await app.quiet();
    }
  });

  it('says an unsigned topic over a body of another: it is refused, and Shopify is not asked', async () => {
    const before = calls();
    for (const topic of ['orders/updated', 'products/delete', 'app/scopes_update', 'refunds/create'] as const) {
      app.shopify.webhooks.deliver('app/uninstalled', app.shop, webhookBody(topic, app.shop));
    }
    app.shopify.webhooks.deliver('shop/redact', app.shop, webhookBody('customers/redact', app.shop));
    await app.quiet();
    const refused = app.shopify.webhooks.deliveries().slice(-5);
    expect(refused.map(({attempts}) => attempts.at(-1)?.outcome)).toEqual([401, 401, 401, 401, 401]);
    expect(calls()).toBe(before);
    expect(await known()).toMatchObject({state: 'installed'});
  });

  it('for good: what Shopify asks for 48 hours later is erased at once, without another question', async () => {
    app.clock.turn(hour);
    await app.upkeep('reconcile-orders');
    remove();
    await announce('app/uninstalled');
    const before = calls();
    await announce('shop/redact');
    expect(await known()).toBeNull();
    expect(await app.rows(unpaid)).toEqual([]);
    expect(calls()).toBe(before);
  });
});

describe('Shopify asks for the erasure of a store, and its token is dead', () => {
  let app: OrderTestApp;
  let unpaid: string;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {shopify: {shops: [{domain: 'wished.myshopify.com', plan: 'plus'}]}});
    unpaid = app.buy().id;
    await app.quiet();
  });
  afterAll(() => app.close());

  const known = () => loadShop(app.worker.db, app.shop);
  const ask = async (): Promise<void> => {
    app.clock.turn(2 * hour);
    app.store.revokeTokens();
    app.shopify.webhooks.deliver('shop/redact', app.shop, webhookBody('shop/redact', app.shop));
    await app.quiet();
  };
  const wishes = () =>
    app.worker.db
      .selectFrom('deliveries')
      .select(['reason'])
      .where('topic', '=', 'shop/redact')
      .where('state', '=', 'pending')
      .execute();
  const days = async (count: number): Promise<void> => {
    app.clock.turn(count * day);
    await app.upkeep('sweep-deliveries', 'ask-stopped');
  };

  it('remembers it, says so to the operator, and does nothing for 19 days', async () => {
    await ask();
    expect(await wishes()).toEqual([{reason: expect.stringContaining('does not prove that the app was removed')}]);
    await days(19);
    expect(await wishes()).toHaveLength(1);
    expect(await known()).toMatchObject({
      state: 'stopped',
      stopped: {reason: 'no_access'},
      dropshipKeyState: 'accepted',
    });
    expect(await app.row(unpaid)).toMatchObject({state: 'awaiting_payment'});
  });

  it('drops it when the merchant opens the app, which grants a token; sending goes on', async () => {
    await app.merchant.overview();
    await app.quiet();
    expect(await known()).toMatchObject({state: 'installed', stopped: null});
    const bought = app.buy();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    // The token dies again on the same day, and no webhook says anything: the old request does not count any more.
    app.clock.turn(2 * hour);
    app.store.revokeTokens();
    await days(3);
    expect(await wishes()).toEqual([]);
    expect(await app.row(unpaid)).toMatchObject({state: 'awaiting_payment'});
  });

  it('drops it when a stopped store accepts a call', async () => {
    await app.merchant.overview();
    app.clock.turn(2 * hour);
    const end = app.shopify.misbehave({fault: 'status', status: 403});
    app.shopify.webhooks.deliver('shop/redact', app.shop, webhookBody('shop/redact', app.shop));
    await app.quiet();
    await days(10);
    expect(await wishes()).toHaveLength(1);
    expect(await known()).toMatchObject({state: 'stopped', stopped: {reason: 'forbidden'}});
    end();
    app.clock.turn(10 * minute);
    await app.merchant.overview();
    await expect.poll(async () => (await known())?.state).toBe('installed');
    const again = app.shopify.misbehave({fault: 'status', status: 403});
    await days(11);
    again();
    expect(await wishes()).toEqual([]);
    expect(await app.row(unpaid)).toMatchObject({state: 'awaiting_payment'});
  });

  it('drops it when someone has the app open, though Shopify refuses every call', async () => {
    app.clock.turn(2 * hour);
    await app.merchant.overview();
    await app.quiet();
    const end = app.shopify.misbehave({fault: 'status', status: 403});
    app.shopify.webhooks.deliver('shop/redact', app.shop, webhookBody('shop/redact', app.shop));
    await app.quiet();
    await days(10);
    expect(await wishes()).toHaveLength(1);
    expect((await app.merchant.overview()).stopped).toMatchObject({reason: 'forbidden'});
    await days(11);
    end();
    expect(await wishes()).toEqual([]);
    expect(await app.row(unpaid)).toMatchObject({state: 'awaiting_payment'});
  });

  it('carries it out after 20 days, also where someone sends the same body again meanwhile', async () => {
    app.clock.turn(hour);
    await app.merchant.overview();
    await expect.poll(async () => (await known())?.state).toBe('installed');
    await ask();
    await days(12);
    app.shopify.webhooks.deliver('shop/redact', app.shop, webhookBody('shop/redact', app.shop));
    await days(7);
    expect(await app.row(unpaid)).toMatchObject({state: 'awaiting_payment'});
    await days(1);
    expect(await known()).toBeNull();
    expect(await app.rows(unpaid)).toEqual([]);
  });

  it('waits for 20 days also where an older version counted the store as uninstalled', async () => {
    await app.importAll();
    const old = {state: 'uninstalled', uninstalled_at: app.clock.now(), needs_reauth: true} as const;
    await app.worker.db.updateTable('shops').set(old).where('shop', '=', app.shop).execute();
    await app.worker.db.deleteFrom('sessions').where('shop', '=', app.shop).execute();
    await ask();
    await days(19);
    expect(await known()).toMatchObject({state: 'uninstalled'});
    await days(1);
    expect(await known()).toBeNull();
  });
});
