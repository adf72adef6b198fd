// Webhooks with equal bodies: replayed by anyone with new ids, or two events in the same second.
import {beforeEach, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {loadNextDeliveries, markDeliveryDone} from '../../server/db/deliveries/deliveries.ts';
import {markDeliveryLater} from '../../server/db/deliveries/later-deliveries.ts';
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

onEachDatabase('the webhook inbox, of equal bodies', (current) => {
  const db = () => current().kysely;
  const save = async (delivery: NewDelivery) => {
    const saved = await saveDelivery(db(), delivery);
    if (saved === null) throw new Error(`${delivery.shop} is not known`);
    return saved;
  };
  const done = (id: number, when: Date) => markDeliveryDone(db(), {id, arrivals: 1}, when);
  beforeEach(async () => {
    for (const shop of ['a.myshopify.com', 'b.myshopify.com']) {
      await saveInstalledShop(db(), ShopDomain.parse(shop), {scopes: ''}, at(-100));
    }
  });

  const same = (eventKey: string, changes: Partial<NewDelivery> = {}): NewDelivery => ({
    ...order,
    eventKey,
    bodyDigest: 'a digest',
    ...changes,
  });
  const states = async () =>
    (await db().selectFrom('deliveries').select('state').orderBy('id').execute()).map(({state}) => state);

  it('keeps one row of equal bodies while it is pending, by whomever and in whatever bundles they are stored', async () => {
    const bundles = Array.from({length: 12}, (_, bundle) =>
      Array.from({length: 10}, (_each, index) => same(`${bundle} ${index}`, {receivedAt: at(bundle)})),
    );
    const saved = (await Promise.all(bundles.map((bundle) => saveDeliveries(db(), bundle)))).flat();
    expect(new Set(saved.map((one) => one?.id)).size).toBe(1);
    expect(saved.filter((one) => one?.isNew)).toHaveLength(120);
    const row = await loadDelivery(db(), saved[0]?.id ?? 0);
    expect(row).toMatchObject({state: 'pending', arrivals: 120, received_at: at(11)});
    expect(row?.covered_keys).toHaveLength(20);
  });

  it('handles again what arrived while an equal body was handled, and what arrives after that', async () => {
    const {id} = await save(same('first'));
    const [loaded] = await loadNextDeliveries(db(), order.shop, 1, new Date());
    expect(await save(same('meanwhile'))).toEqual({id, isNew: true});
    await markDeliveryDone(db(), loaded ?? {id, arrivals: 1}, at(1));
    expect(await states()).toEqual(['pending']);
    const [again] = await loadNextDeliveries(db(), order.shop, 1, new Date());
    await markDeliveryDone(db(), again ?? {id, arrivals: 1}, at(2));
    expect(await states()).toEqual(['done']);
    expect((await save(same('after'))).isNew).toBe(true);
    expect(await states()).toEqual(['done', 'pending']);
  });

  it('asks again about an uninstall that Shopify refuted, once an equal one arrives: it may be the genuine one', async () => {
    const {id} = await save(same('replayed', {topic: 'app/uninstalled'}));
    await markDeliveryLater(db(), id, {at: at(60), why: 'It is installed.', firstAskedAt: at(1), refutedAt: at(1)});
    expect(await save(same('genuine', {topic: 'app/uninstalled'}))).toEqual({id, isNew: true});
    expect(await loadDelivery(db(), id)).toMatchObject({first_asked_at: at(1), refuted_at: null});
  });

  it('handles no id twice: neither its own nor one that an equal body stood for', async () => {
    const {id} = await save(same('first'));
    await save(same('second'));
    await markDeliveryDone(db(), {id, arrivals: 2}, at(1));
    for (const known of ['first', 'second']) expect(await save(same(known))).toEqual({id, isNew: false});
    expect(await states()).toEqual(['done']);
  });

  it('keeps ten rows of a body that is sent again whenever it was handled', async () => {
    for (let time = 0; time < 40; time += 1) {
      const {id, isNew} = await save(same(`time ${time}`));
      expect(isNew).toBe(true);
      await done(id, at(time));
    }
    await save(same('last'));
    expect(await states()).toEqual([...Array<string>(10).fill('done'), 'pending']);
  });

  it('tells equal bodies of other topics and shops apart, and stores nothing of a shop without a row', async () => {
    const others = [
      same('one'),
      same('two', {topic: 'orders/paid'}),
      same('three', {shop: ShopDomain.parse('b.myshopify.com')}),
      same('four', {shop: ShopDomain.parse('stranger.myshopify.com')}),
    ];
    const saved = await saveDeliveries(db(), others);
    expect(saved.map((one) => one?.isNew)).toEqual([true, true, true, undefined]);
    expect(await states()).toHaveLength(3);
  });
});
