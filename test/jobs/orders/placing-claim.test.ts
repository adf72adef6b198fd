import {randomUUID} from 'node:crypto';
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../../../server/db/connection/transaction.ts';
import {loadDropshipOrder} from '../../../server/db/orders/dropship-orders.ts';
import {makeOrdersDue} from '../../../server/db/orders/due-orders.ts';
import {saveNewDropshipOrders} from '../../../server/db/orders/order-lines.ts';
import {claimForPlacing, type PlacingClaim, saveLostClaims, settlePlacing} from '../../../server/db/orders/placing.ts';
import {markUninstalled} from '../../../server/db/shops/removed-shops.ts';
import {loadShop, saveInstalledShop, saveSettings} from '../../../server/db/shops/shops.ts';
import {answeredAttempt, claimFacts} from '../../support/claim-facts.ts';
import {onEachDatabase} from '../../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const now = new Date('2026-11-21T10:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const leaseMs = 90_000;
const taken = {state: 'awaiting_payment', ref: 'DS-1', checkoutUrl: 'https://pay/1', checkoutWithheld: null} as const;

onEachDatabase('a claim', (current, engine) => {
  const db = () => current().kysely;
  const open = async (): Promise<DropshipOrderId> => {
    // Installing again would make every open order due, and a claim made before it void.
    if ((await loadShop(db(), shop)) === null) await saveInstalledShop(db(), shop, {scopes: ''}, now);
    await db().updateTable('shops').set({dropship_key_state: 'accepted'}).execute();
    const id = DropshipOrderId.parse(randomUUID());
    const words = {
      order_name: '#1',
      article_id: ArticleId.parse('1'),
      article_name: 'A',
      colour: null,
      size: null,
      quantity: 1,
    };
    const order_gid = OrderGid.parse('gid://shopify/Order/1');
    const line_gid = LineItemGid.parse(`gid://shopify/LineItem/${id}`);
    const ids = {order_gid, line_gid, reference: `a-${id}`};
    await saveNewDropshipOrders(db(), [{id, shop, country: 'DE', ordered_at: now, ...words, ...ids}], now);
    return id;
  };
  const claim = (id: DropshipOrderId, owner: string): Promise<PlacingClaim | null> =>
    claimForPlacing(db(), {shop, id: id, revision: 0}, owner, claimFacts, now, leaseMs);
  const waitsForLock = async (): Promise<void> => {
    const waiting = sql`select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and not granted
      union all select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db())).rows.length).toBeGreaterThan(0);
  };
  const stateOf = async (id: DropshipOrderId) => (await loadDropshipOrder(db(), shop, id))?.state;

  it('is had by one of twenty who want it at once, with one attempt recorded', async () => {
    const id = await open();
    const claims = await Promise.all(Array.from({length: 20}, (_, at) => claim(id, `worker-${at}`)));
    expect(claims.filter((one) => one !== null)).toHaveLength(1);
    expect(await db().selectFrom('dropship_attempts').selectAll().execute()).toHaveLength(1);
  });

  it('is not given once the app was removed', async () => {
    const id = await open();
    await markUninstalled(db(), shop, now);
    expect(await claim(id, 'worker')).toBeNull();
    expect(await stateOf(id)).toBe('waiting');
  });

  it('is not given while the dropship key is known to be refused', async () => {
    const id = await open();
    await db().updateTable('shops').set({dropship_key_state: 'rejected'}).execute();
    expect(await claim(id, 'worker')).toBeNull();
    expect(await db().selectFrom('dropship_attempts').selectAll().execute()).toEqual([]);
  });

  it('is not given while sending is paused', async () => {
    const id = await open();
    const pause = (sendingPaused: boolean) => saveSettings(db(), shop, {orders: {sendingPaused}}, now);
    await pause(true);
    expect(await claim(id, 'worker')).toBeNull();
    expect(await stateOf(id)).toBe('waiting');
    expect(await db().selectFrom('dropship_attempts').selectAll().execute()).toEqual([]);
    await pause(false);
    expect(await claim(id, 'worker')).not.toBeNull();
  });

  it('that is asked for while a pause is being saved waits for it and is not given', async () => {
    const id = await open();
    const [saved, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const pause = inTransaction(db(), async (transaction) => {
      await saveSettings(transaction, shop, {orders: {sendingPaused: true}}, now);
      saved.resolve();
      await commit.promise;
    });
    await saved.promise;
    const asked = claim(id, 'worker');
    // The embedded database has one connection: there it waits for every transaction.
    if (engine === 'postgres') await Promise.race([asked, waitsForLock()]);
    commit.resolve();
    await pause;
    expect(await asked).toBeNull();
    expect(await stateOf(id)).toBe('waiting');
  });

  it('is not given for an order that was held or cancelled since', async () => {
    for (const state of ['held', 'cancelled', 'unconfirmed', 'rejected'] as const) {
      const id = await open();
      await db().updateTable('dropship_orders').set({state}).where('id', '=', id).execute();
      expect(await claim(id, 'worker')).toBeNull();
      expect(await stateOf(id)).toBe(state);
    }
  });

  it('is not given when a webhook about the store order came after it was looked at', async () => {
    const id = await open();
    await makeOrdersDue(db(), {shop, orderGid: OrderGid.parse('gid://shopify/Order/1'), isOver: false}, now);
    expect(await claim(id, 'worker')).toBeNull();
    expect(await stateOf(id)).toBe('waiting');
  });

  describe('that ran out', () => {
    const runOut = async (): Promise<{id: DropshipOrderId; mine: PlacingClaim}> => {
      const id = await open();
      const mine = await claim(id, 'worker');
      if (mine === null) throw new Error('the claim was not given');
      expect(await saveLostClaims(db(), later(leaseMs))).toBe(0);
      expect(await saveLostClaims(db(), later(leaseMs + 1))).toBe(1);
      expect(await stateOf(id)).toBe('unconfirmed');
      return {id, mine};
    };

    it('is lifted by its late answer that the supplier has the order', async () => {
      const {id, mine} = await runOut();
      expect(await settlePlacing(db(), mine, taken, answeredAttempt, later(leaseMs + 2))).toBe(true);
      expect(await loadDropshipOrder(db(), shop, id)).toMatchObject({
        state: 'awaiting_payment',
        ref: 'DS-1',
        reason: null,
      });
    });

    it('is not made waiting again by a late word that nothing was sent', async () => {
      const {id, mine} = await runOut();
      const waiting = {
        state: 'waiting',
        reason: {code: 'supplier_unreachable', text: 'X'},
        nextAttemptAt: now,
      } as const;
      const unsent = {...answeredAttempt, phase: 'never_sent', verdict: 'never_sent'} as const;
      expect(await settlePlacing(db(), mine, waiting, unsent, later(leaseMs + 2))).toBe(false);
      expect(await stateOf(id)).toBe('unconfirmed');
      expect(await db().selectFrom('dropship_attempts').select('verdict').execute()).toEqual([{verdict: 'never_sent'}]);
    });

    it('says by which reference to look for each', async () => {
      const both = [await open(), await open()];
      for (const id of both) await claim(id, 'worker');
      expect(await saveLostClaims(db(), later(leaseMs + 1))).toBe(2);
      for (const id of both) {
        expect(await loadDropshipOrder(db(), shop, id)).toMatchObject({
          reason_code: 'worker_lost',
          reason: `It is not known whether the supplier has this order. The app stopped while sending it. Look for the reference a-${id} in your supplier account before placing it again.`,
        });
      }
    });

    it('cannot be claimed again', async () => {
      const {id} = await runOut();
      expect(await claim(id, 'another')).toBeNull();
    });
  });

  it('is settled by its owner alone, whatever name its store has by then', async () => {
    const id = await open();
    const mine = await claim(id, 'worker');
    if (mine === null) throw new Error('the claim was not given');
    expect(await settlePlacing(db(), {...mine, owner: 'another'}, taken, answeredAttempt, now)).toBe(false);
    expect(await stateOf(id)).toBe('placing');
    // The claim names the store as it was called when the order was sent.
    const former = {...mine, shop: ShopDomain.parse('former.myshopify.com')};
    expect(await settlePlacing(db(), former, taken, answeredAttempt, now)).toBe(true);
    expect(await stateOf(id)).toBe('awaiting_payment');
  });
});
