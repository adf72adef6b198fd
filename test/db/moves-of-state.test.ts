// Whatever writes a dropship order's state by a statement of its own, tried on an order in every state: it makes only moves that
// are in the table of states, by the one the table names.
import {randomUUID} from 'node:crypto';
import type {Kysely} from 'kysely';
import {beforeEach, expect, it} from 'vitest';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {type DropshipState, dropshipStates, mayMove} from '#domain/orders/dropship-state.ts';
import {giveDetails} from '../../server/actions/give-details.ts';
import {approveSending} from '../../server/actions/merchant-actions.ts';
import {placeAgain} from '../../server/actions/place-again.ts';
import {loadDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import {reopenCancelledLines, saveNewDropshipOrders} from '../../server/db/orders/order-lines.ts';
import {
  claimForPlacing,
  type PlacingSettlement,
  saveLostClaims,
  settlePlacing,
} from '../../server/db/orders/placing.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import {createSealer} from '../../server/sealing.ts';
import {answeredAttempt, claimFacts} from '../support/claim-facts.ts';
import {onEachDatabase} from '../support/database.ts';

const now = new Date('2026-11-21T10:00:00Z');
const later = new Date(now.getTime() + 90_001);
const shop = ShopDomain.parse('a.myshopify.com');
const line = {
  shop,
  order_gid: OrderGid.parse('gid://shopify/Order/1'),
  line_gid: LineItemGid.parse('gid://shopify/LineItem/1'),
};
const reason = {code: 'supplier_unreachable', text: 'Some reason.'} as const;

const settle =
  (settlement: PlacingSettlement): Writer['write'] =>
  (db, id) =>
    settlePlacing(db, {shop, orderId: id, attemptId: 1, owner: 'worker'}, settlement, answeredAttempt, now);
const context = (id: DropshipOrderId) => ({shop, id, actor: 'user:1'});

type Writer = {
  readonly name: string;
  readonly by: 'app' | 'merchant';
  readonly write: (db: Kysely<Tables>, id: DropshipOrderId) => Promise<unknown>;
  /** From where it does something. */
  readonly from: readonly DropshipState[];
};

const placed = {ref: 'DS-1', checkoutUrl: null, checkoutWithheld: null};
const open = ['needs_details', 'blocked', 'held'] as const;
const sealer = createSealer([{kid: 'test', key: Buffer.alloc(32, 7)}]);
const writers: readonly Writer[] = [
  {
    name: 'the claim',
    by: 'app',
    write: (db, id) => claimForPlacing(db, {shop, id, revision: 0}, 'worker', claimFacts, now, 90_000),
    from: ['waiting'],
  },
  {
    name: 'what was placed',
    by: 'app',
    write: settle({state: 'awaiting_payment', ...placed}),
    from: ['placing', 'unconfirmed'],
  },
  {name: 'what was refused', by: 'app', write: settle({state: 'rejected', reason}), from: ['placing']},
  {name: 'what is not known', by: 'app', write: settle({state: 'unconfirmed', reason}), from: ['placing']},
  {
    name: 'what never left',
    by: 'app',
    write: settle({state: 'waiting', reason, nextAttemptAt: now}),
    from: ['placing'],
  },
  {name: 'a claim that ran out', by: 'app', write: (db) => saveLostClaims(db, later), from: ['placing']},
  {
    name: 'a line that is wanted again',
    by: 'app',
    write: (db) => reopenCancelledLines(db, {shop, orderGid: line.order_gid, readAs: null}, [line.line_gid], now),
    from: ['cancelled'],
  },
  {
    name: 'placing again',
    by: 'merchant',
    write: (db, id) => placeAgain(db, context(id), DropshipOrderId.parse(randomUUID()), now),
    from: ['unconfirmed', 'rejected'],
  },
  {name: 'approving', by: 'merchant', write: (db, id) => approveSending(db, context(id), [], now), from: open},
  {
    name: 'typed details',
    by: 'merchant',
    write: (db, id) => giveDetails(db, sealer, context(id), {colour: 'red'}, now),
    from: open,
  },
];

onEachDatabase('the states of dropship orders', (current) => {
  const db = () => current().kysely;
  beforeEach(async () => {
    await saveInstalledShop(db(), shop, {scopes: ''}, now);
    await db().updateTable('shops').set({dropship_key_state: 'accepted'}).execute();
  });

  async function orderIn(state: DropshipState): Promise<DropshipOrderId> {
    await db().deleteFrom('dropship_orders').execute();
    const id = DropshipOrderId.parse(randomUUID());
    const words = {
      order_name: '#1',
      article_id: ArticleId.parse('1'),
      article_name: 'A',
      colour: null,
      size: null,
      quantity: 1,
    };
    const row = {id, ...line, ...words, country: 'DE', reference: `a-${id}`, ordered_at: now};
    await saveNewDropshipOrders(db(), [row], now);
    const lease = {lease_owner: 'worker', lease_until: new Date(later.getTime() - 1)};
    await db()
      .updateTable('dropship_orders')
      .set({state, ...lease})
      .where('id', '=', id)
      .execute();
    return id;
  }

  it('are moved along the table alone, by each of the statements that name their own', async () => {
    for (const {name, write, by, from} of writers) {
      const moved: DropshipState[] = [];
      for (const state of dropshipStates) {
        const id = await orderIn(state);
        await write(db(), id);
        const then = (await loadDropshipOrder(db(), shop, DropshipOrderId.parse(id)))?.state ?? state;
        if (then === state) continue;
        moved.push(state);
        expect(mayMove(state, then, by), `${name}: ${state} to ${then} by the ${by}`).toBe(true);
      }
      expect(moved.toSorted(), name).toEqual([...from].toSorted());
    }
  });
});
