// Webhooks that come at once are stored by few statements, each is answered for itself; one that comes alone waits for no other.
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import type {NewDelivery} from '../../server/db/deliveries/save-deliveries.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {createDeliveryStore} from '../../server/http/webhooks/store-deliveries.ts';
import {engines, onEachDatabase, openTestDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const at = new Date('2026-11-21T10:00:00Z');
const delivery = (eventKey: string): NewDelivery => ({
  shop,
  topic: 'orders/updated',
  eventKey,
  webhookId: eventKey,
  resource: 'gid://shopify/Order/1',
  triggeredAt: null,
  receivedAt: at,
});
const storm = (count: number) => Array.from({length: count}, (_, index) => delivery(`event-${index}`));

onEachDatabase('webhooks written down', (current) => {
  /** And how many statements it takes. */
  const open = async () => {
    const {kysely} = current();
    await saveInstalledShop(kysely, shop, {scopes: ''}, at);
    let statements = 0;
    const db = kysely.withPlugin({
      transformQuery({node}) {
        statements += 1;
        return node;
      },
      transformResult: async ({result}) => result,
    });
    return {storeDelivery: createDeliveryStore({webhookDb: db}), statements: () => statements};
  };
  const stored = async () =>
    (await current().kysely.selectFrom('deliveries').select('event_key').execute()).map(({event_key: key}) => key);

  it('in a storm, are each stored and answered, a hundred to a statement', async () => {
    const {storeDelivery, statements} = await open();
    const saved = await Promise.all(storm(500).map(storeDelivery));
    expect(saved.every((one) => one?.isNew)).toBe(true);
    expect(new Set(await stored()).size).toBe(500);
    expect(statements()).toBeLessThan(10);
  });

  it('and repeated, are one row each, of which the later word says that it is not new', async () => {
    const {storeDelivery} = await open();
    const twice = await Promise.all([...storm(50), ...storm(50)].map(storeDelivery));
    expect(twice.filter((one) => one?.isNew)).toHaveLength(50);
    expect(await stored()).toHaveLength(50);
  });

  it('one after the other, are a statement each', async () => {
    const {storeDelivery, statements} = await open();
    for (const one of storm(5)) await storeDelivery(one);
    expect(statements()).toBe(5);
  });
});

describe.runIf(engines.databases.includes('postgres'))('webhooks while the inbox is locked', () => {
  it('are refused when patience ends, and are written down again when it is open', async () => {
    const database = await openTestDatabase('postgres');
    try {
      await saveInstalledShop(database.kysely, shop, {scopes: ''}, at);
      const storeDelivery = createDeliveryStore({webhookDb: database.kysely}, 200);
      const unlocked = Promise.withResolvers<void>();
      const locked = Promise.withResolvers<void>();
      const lock = database.kysely.transaction().execute(async (transaction) => {
        await sql`lock table deliveries in exclusive mode`.execute(transaction);
        locked.resolve();
        await unlocked.promise;
      });
      await locked.promise;
      const refused = await Promise.allSettled(storm(5).map(storeDelivery));
      expect(refused.map(({status}) => status)).toEqual(Array(5).fill('rejected'));
      unlocked.resolve();
      await lock;
      expect(await storeDelivery(delivery('afterwards'))).toMatchObject({isNew: true});
    } finally {
      await database.dispose();
    }
  });
});
