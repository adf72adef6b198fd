import {beforeEach, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {
  loadNextDeliveries,
  loadShopsWithDeliveries,
  markDeliveryDone,
  markDeliveryFailed,
  markDeliveryPostponed,
  purgeDeliveries,
} from '../../server/db/deliveries/deliveries.ts';
import {markDeliveryLater} from '../../server/db/deliveries/later-deliveries.ts';
import {loadOrdersAlreadyRead} from '../../server/db/deliveries/order-deliveries.ts';
import {type NewDelivery, saveDeliveries, saveDelivery} from '../../server/db/deliveries/save-deliveries.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {onEachDatabase} from '../support/database.ts';
import {loadDelivery} from '../support/stored-delivery.ts';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 21) + seconds * 1_000);
const order: NewDelivery = {
  shop: ShopDomain.parse('a.myshopify.com'),
  topic: 'orders/create',
  eventKey: 'event-1',
  webhookId: 'webhook-1',
  resource: 'gid://shopify/Order/1',
  triggeredAt: at(-1),
  receivedAt: at(0),
};

onEachDatabase('the webhook inbox', (current) => {
  const db = () => current().kysely;
  const save = async (delivery: NewDelivery) => {
    const saved = await saveDelivery(db(), delivery);
    if (saved === null) throw new Error(`${delivery.shop} is not known`);
    return saved;
  };
  const done = (id: number, when: Date, unread: string | null = null) =>
    markDeliveryDone(db(), {id, arrivals: 1}, when, unread);
  beforeEach(async () => {
    for (const shop of ['a.myshopify.com', 'b.myshopify.com']) {
      await saveInstalledShop(db(), ShopDomain.parse(shop), {scopes: ''}, at(-100));
    }
  });

  it('keeps one row of a webhook that arrives fifty times at once, and gives everyone its id', async () => {
    const saved = await Promise.all(Array.from({length: 50}, (_, i) => save({...order, webhookId: `webhook-${i}`})));
    expect(saved.filter(({isNew}) => isNew)).toHaveLength(1);
    expect(new Set(saved.map(({id}) => id)).size).toBe(1);
    expect(await loadNextDeliveries(db(), order.shop, 100, new Date())).toHaveLength(1);
  });

  it('writes down together what comes together, and answers each for itself', async () => {
    const there = await save({...order, eventKey: 'there'});
    const stranger = ShopDomain.parse('stranger.myshopify.com');
    const came: NewDelivery[] = [
      {...order, eventKey: 'new'},
      {...order, eventKey: 'there', webhookId: 'again'},
      {...order, shop: stranger},
      {...order, eventKey: 'new', webhookId: 'twice at once'},
      {...order, eventKey: 'of no resource', resource: null, triggeredAt: null},
    ];
    const [made, known, none, twice, bare] = await saveDeliveries(db(), came);
    expect(made).toMatchObject({isNew: true});
    expect(known).toEqual({id: there.id, isNew: false});
    expect(none).toBeNull();
    expect(twice).toEqual({id: made?.id, isNew: false});
    expect(await loadDelivery(db(), made?.id ?? 0)).toMatchObject({webhook_id: 'webhook-1', received_at: at(0)});
    expect(await loadDelivery(db(), bare?.id ?? 0)).toMatchObject({resource: null, triggered_at: null});
  });

  it('keeps, of events that come again and again at once, each as it came first', async () => {
    const came = Array.from({length: 60}, (_, index) => ({
      ...order,
      eventKey: `event-${index % 20}`,
      webhookId: `webhook-${index}`,
    }));
    const saved = await saveDeliveries(db(), came);
    expect(saved.map((one) => one?.isNew)).toEqual(came.map((_, index) => index < 20));
    for (const [index, one] of saved.entries()) {
      expect(await loadDelivery(db(), one?.id ?? 0)).toMatchObject({webhook_id: `webhook-${index % 20}`});
    }
  });

  it('written down by several at once, in any order and any bundles, is each event once', async () => {
    const events = Array.from({length: 60}, (_, index) => ({...order, eventKey: `event-${index % 40}`}));
    const bundles = [events, events.toReversed(), events.slice(20), events.slice(0, 30).toReversed()];
    for (let round = 0; round < 5; round += 1) {
      const shop = ShopDomain.parse(`round-${round}.myshopify.com`);
      await saveInstalledShop(db(), shop, {scopes: ''}, at(-100));
      const saved = await Promise.all(
        bundles.map((bundle) =>
          saveDeliveries(
            db(),
            bundle.map((delivery) => ({...delivery, shop})),
          ),
        ),
      );
      expect(saved.flat().filter((one) => one?.isNew)).toHaveLength(40);
      expect(new Set(saved.flat().map((one) => one?.id)).size).toBe(40);
    }
  });

  it('tells events, topics and shops apart', async () => {
    const others: NewDelivery[] = [
      {...order, eventKey: 'event-2'},
      {...order, topic: 'orders/updated'},
      {...order, shop: ShopDomain.parse('b.myshopify.com')},
    ];
    for (const delivery of [order, ...others]) expect((await save(delivery)).isNew).toBe(true);
  });

  it('keeps nothing of a shop it has no row of, and keeps what comes once there is one', async () => {
    const early = {...order, shop: ShopDomain.parse('new.myshopify.com')};
    expect(await saveDelivery(db(), early)).toBeNull();
    expect(await loadNextDeliveries(db(), early.shop, 2, new Date())).toEqual([]);
    await saveInstalledShop(db(), early.shop, {scopes: ''}, at(0));
    expect(await saveDelivery(db(), early)).toMatchObject({isNew: true});
  });

  it('holds an order for served by what was read of it since the installation, not by what was put away or only names it', async () => {
    const gids = ['read', 'put-away', 'before', 'named'].map((name) => `gid://shopify/Order/${name}`);
    const [read, putAway, before] = await Promise.all(
      gids.slice(0, 3).map((resource, index) => save({...order, resource, eventKey: `event-${index}`})),
    );
    await done(before?.id ?? 0, at(49));
    await done(putAway?.id ?? 0, at(51), 'The app was not installed.');
    await done(read?.id ?? 0, at(51));
    const request = await save({...order, topic: 'customers/redact', resource: gids[3] ?? '', eventKey: 'redact'});
    await done(request.id, at(51));
    const orders = gids.map((gid) => ({gid, updatedAt: at(-1)}));
    expect([...(await loadOrdersAlreadyRead(db(), order.shop, orders, at(50)))]).toEqual([gids[0]]);
  });

  it('holds what arrived until it is done, and shows the oldest first to whoever sweeps', async () => {
    const late = await save({...order, eventKey: 'late', receivedAt: at(60)});
    const early = await save({...order, eventKey: 'early'});
    const tooNew = await save({...order, eventKey: 'new', receivedAt: at(100)});
    const pending = () => loadNextDeliveries(db(), order.shop, 2, new Date());
    expect((await pending()).map(({id}) => id)).toEqual([early.id, late.id]);
    expect(await loadShopsWithDeliveries(db(), at(100), at(200))).toEqual([order.shop]);
    expect(await loadShopsWithDeliveries(db(), at(0), at(200))).toEqual([]);
    await done(early.id, at(101));
    expect((await pending()).map(({id}) => id)).toEqual([late.id, tooNew.id]);
    await markDeliveryPostponed(db(), late.id);
    expect((await pending()).map(({id}) => id)).toEqual([tooNew.id, late.id]);
    expect(await loadDelivery(db(), early.id)).toMatchObject({
      state: 'done',
      done_at: at(101),
      resource: order.resource,
    });
    expect(await loadDelivery(db(), tooNew.id)).toMatchObject({state: 'pending', triggered_at: at(-1)});
    expect(await loadDelivery(db(), 999)).toBeNull();
  });

  it('takes an uninstall first, then orders, then products, of which a run causes thousands of webhooks', async () => {
    for (let product = 0; product < 30; product += 1) {
      const resource = `gid://shopify/Product/${product}`;
      await save({...order, topic: 'products/update', eventKey: `product-${product}`, resource});
    }
    await save({...order, topic: 'orders/paid', eventKey: 'paid', receivedAt: at(60)});
    await save({...order, topic: 'app/uninstalled', eventKey: 'gone', receivedAt: at(61), resource: null});
    const next = await loadNextDeliveries(db(), order.shop, 3, at(62));
    expect(next.map(({topic}) => topic)).toEqual(['app/uninstalled', 'orders/paid', 'products/update']);
  });

  it('tries a delivery eight times and then shows it as failed', async () => {
    const {id} = await save(order);
    const states: string[] = [];
    for (let i = 1; i <= 8; i++) states.push(await markDeliveryFailed(db(), id, `try ${i}`, at(i)));
    expect(states).toEqual([...Array<string>(7).fill('pending'), 'failed']);
    expect(await loadDelivery(db(), id)).toMatchObject({attempts: 8, reason: 'try 8', done_at: at(8)});
  });

  it('takes no try from a delivery that was only postponed', async () => {
    const {id} = await save(order);
    const later = {at: at(5), why: 'Shopify did not answer.', firstAskedAt: null, refutedAt: null};
    for (let i = 0; i < 10; i++) await markDeliveryPostponed(db(), id);
    for (let i = 0; i < 10; i++) await markDeliveryLater(db(), id, later);
    const states: string[] = [];
    for (let i = 1; i <= 8; i++) states.push(await markDeliveryFailed(db(), id, `try ${i}`, at(i)));
    expect(states).toEqual([...Array<string>(7).fill('pending'), 'failed']);
  });

  it('does not open a delivery again that is done', async () => {
    const {id} = await save(order);
    await done(id, at(1));
    expect(await markDeliveryFailed(db(), id, 'a second runner', at(2))).toBe('done');
    expect((await save(order)).isNew).toBe(false);
    expect(await loadDelivery(db(), id)).toMatchObject({state: 'done', attempts: 0});
  });

  it('forgets what ended long ago and nothing that is pending', async () => {
    const ended = await save(order);
    const recent = await save({...order, eventKey: 'recent'});
    const pending = await save({...order, eventKey: 'pending'});
    await done(ended.id, at(1));
    await done(recent.id, at(10));
    expect(await purgeDeliveries(db(), at(5))).toBe(1);
    const left = await Promise.all([ended, recent, pending].map(async ({id}) => (await loadDelivery(db(), id))?.state));
    expect(left).toEqual([undefined, 'done', 'pending']);
  });
});
