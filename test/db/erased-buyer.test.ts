// A buyer who asked to be erased stays erased: whatever is written to the order later, by whom and in which state, no column holds the
// tracking, and none holds the checkout link but of an order that still has to be paid there.
import {randomUUID} from 'node:crypto';
import {type Kysely, sql} from 'kysely';
import {beforeEach, expect, it} from 'vitest';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {type DropshipState, dropshipStates} from '#domain/orders/dropship-state.ts';
import {
  type ActionOutcome,
  confirmUnconfirmed,
  dismissOrder,
  markPaid,
  markRefunded,
  markShipped,
} from '../../server/actions/merchant-actions.ts';
import {placeAgain} from '../../server/actions/place-again.ts';
import {takePaidBack} from '../../server/actions/take-paid-back.ts';
import {loadDropshipOrder, moveOpenOrder, saveFlags} from '../../server/db/orders/dropship-orders.ts';
import {saveFulfilments} from '../../server/db/orders/made-fulfilments.ts';
import {reopenCancelledLines, saveNewDropshipOrders} from '../../server/db/orders/order-lines.ts';
import {claimForPlacing, saveLostClaims, settlePlacing} from '../../server/db/orders/placing.ts';
import {eraseBuyerDataOnRequest, loadBuyerDataKinds} from '../../server/db/secrets/details.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import type {Tables} from '../../server/db/tables/tables.ts';
import {answeredAttempt, claimFacts} from '../support/claim-facts.ts';
import {onEachDatabase} from '../support/database.ts';

const now = new Date('2026-11-21T10:00:00Z');
const later = new Date(now.getTime() + 90_001);
const shop = ShopDomain.parse('a.myshopify.com');
const orderGid = OrderGid.parse('gid://shopify/Order/1');
const lineGid = LineItemGid.parse('gid://shopify/LineItem/1');
const checkoutUrl = 'https://pay.example/checkout-of-jo';
const trackingUrl = 'https://parcels.example/parcel-of-jo';
const tracking = {company: 'DHL', number: 'NUMBER-of-jo', url: trackingUrl};
const reason = {code: 'supplier_unreachable', text: 'Some reason.'} as const;
const shipment = {carrier: 'DHL', trackingNumber: 'NUMBER-of-jo', trackingUrl, notifyBuyer: false};
const said = 'words-of-jo';
/** Of the attempt that `settlePlacing` ends. */
let attemptId = 0;
const words = {colour: {text: 'Jo red', from: 'property'}, size: {text: 'M', from: 'variant'}};

type Write = (db: Kysely<Tables>, id: DropshipOrderId) => Promise<unknown>;
const context = (id: DropshipOrderId) => ({shop, id, actor: 'user:1'});
const placed = {state: 'awaiting_payment', ref: 'DS-1', checkoutUrl, checkoutWithheld: null} as const;

const writes: Readonly<Record<string, Write>> = {
  'the claim': (db, id) =>
    claimForPlacing(db, {shop, id, revision: 0}, 'worker', {...claimFacts, address_mark: 'mark-of-jo'}, now, 90_000),
  'what was placed': (db, id) =>
    settlePlacing(db, {shop, orderId: id, attemptId, owner: 'worker'}, placed, answeredAttempt, now),
  'what the supplier refused': (db, id) =>
    settlePlacing(
      db,
      {shop, orderId: id, attemptId, owner: 'worker'},
      {state: 'rejected', reason: {code: 'rejected', text: `The supplier said no: ${said}`}},
      {...answeredAttempt, verdict: 'rejected'},
      now,
    ),
  'an answer that settles nothing': (db, id) =>
    settlePlacing(
      db,
      {shop, orderId: id, attemptId, owner: 'worker'},
      {state: 'unconfirmed', reason: {code: 'unconfirmed', text: `Not known. It said: ${said}`}},
      {...answeredAttempt, verdict: 'unconfirmed', detail: said},
      now,
    ),
  'a question about what was entered': async (db, id) => {
    const order = await loadDropshipOrder(db, shop, id);
    if (order?.state !== 'waiting') return;
    const asked = {code: 'property_unread', text: `The buyer entered “${said}”.`} as const;
    await moveOpenOrder(db, {shop, id, revision: order.revision, state: order.state}, 'needs_details', asked, {}, now);
  },
  'a claim that ran out': (db) => saveLostClaims(db, later),
  'what the merchant found': (db, id) => confirmUnconfirmed(db, context(id), {ref: 'DS-1', checkoutUrl}, now),
  'the payment': (db, id) => markPaid(db, context(id), now),
  'the payment taken back': (db, id) => takePaidBack(db, context(id), now),
  'the parcel with tracking': (db, id) => markShipped(db, context(id), shipment, now),
  'the parcel without tracking': (db, id) =>
    markShipped(db, context(id), {...shipment, trackingNumber: null, trackingUrl: null}, now),
  'the refund': (db, id) => markRefunded(db, context(id), {offSale: false}, now),
  'the dismissal': (db, id) => dismissOrder(db, context(id), now),
  'placing again': (db, id) => placeAgain(db, context(id), DropshipOrderId.parse(randomUUID()), now),
  'the cancellation': async (db, id) => {
    const order = await loadDropshipOrder(db, shop, id);
    const state = order?.state;
    if (state !== 'waiting' && state !== 'held') return;
    await moveOpenOrder(db, {shop, id, revision: order?.revision ?? 0, state}, 'cancelled', reason, {}, now);
  },
  'a line that is wanted again': (db) => reopenCancelledLines(db, {shop, orderGid, readAs: null}, [lineGid], now),
  'a fulfilment that a worker made meanwhile': (db, id) =>
    saveFulfilments(db, {shop, id}, [{gid: 'gid://shopify/Fulfillment/1', pieces: 1, tracking}], now),
  'flags of a reading before': (db, id) =>
    saveFlags(
      db,
      {shop, id, state: 'awaiting_payment'},
      [{code: 'destination_changed', at: now.toISOString(), place: 'mark-of-jo'}],
      now,
      now,
    ),
};

onEachDatabase('a buyer who asked to be erased', (current) => {
  const db = () => current().kysely;
  beforeEach(async () => {
    await saveInstalledShop(db(), shop, {scopes: ''}, now);
    await db().updateTable('shops').set({dropship_key_state: 'accepted'}).execute();
  });

  async function orderIn(state: DropshipState): Promise<DropshipOrderId> {
    await db().deleteFrom('dropship_attempts').execute();
    await db().deleteFrom('dropship_orders').execute();
    await db().deleteFrom('repeats').execute();
    await db().deleteFrom('audit').execute();
    const id = DropshipOrderId.parse(randomUUID());
    const facts = {order_name: '#1', article_id: ArticleId.parse('1'), article_name: 'A', quantity: 1, country: 'DE'};
    const line = {shop, order_gid: orderGid, line_gid: lineGid, colour: 'Jo red', size: 'M', ordered_at: now};
    await saveNewDropshipOrders(db(), [{id, ...facts, ...line, reference: `a-${id}`}], now);
    const link = ['awaiting_payment', 'paid', 'shipped', 'refunded', 'dismissed'].includes(state);
    const sent = ['shipped', 'refunded'].includes(state);
    await db()
      .updateTable('dropship_orders')
      .set({
        state,
        lease_owner: 'worker',
        lease_until: new Date(later.getTime() - 1),
        words: JSON.stringify(words),
        address_mark: 'mark-of-jo',
        ...(link ? {checkout_url: checkoutUrl, ref: 'DS-1'} : {}),
        ...(sent ? {tracking_number: tracking.number, tracking_url: trackingUrl, carrier: 'DHL'} : {}),
        fulfilments: JSON.stringify(sent ? [{gid: 'gid://shopify/Fulfillment/1', pieces: 1, tracking}] : []),
      })
      .where('id', '=', id)
      .execute();
    await saveAnswer();
    return id;
  }

  /** What a click was answered with: the order as it stands. */
  async function saveAnswer(): Promise<void> {
    const order = await db().selectFrom('dropship_orders').selectAll().orderBy('generation').executeTakeFirstOrThrow();
    const answer = JSON.stringify({orderGid, checkoutUrl: order.checkout_url, trackingUrl: order.tracking_url});
    const row = {shop, key: randomUUID(), request: 'r', status: 200, answer, at: now};
    await db().insertInto('repeats').values(row).execute();
  }

  async function openAttempt(id: DropshipOrderId): Promise<void> {
    const attempt = db().insertInto('dropship_attempts').values({shop, dropship_order_id: id, started_at: now});
    attemptId = (await attempt.returning('id').executeTakeFirstOrThrow()).id;
  }

  /** Every row that may hold something of an order, as one text. */
  async function everything(): Promise<string> {
    const tables = ['dropship_orders', 'dropship_attempts', 'repeats', 'audit'].map((table) => sql.table(table));
    const rows = tables.map((table) => sql`select t::text as row from ${table} as t`);
    const {rows: found} = await sql<{row: string}>`${sql.join(rows, sql` union all `)}`.execute(db());
    return found.map(({row}) => row).join('\n');
  }

  async function expectErased(title: string): Promise<void> {
    const all = await everything();
    const states = await db().selectFrom('dropship_orders').select('state').execute();
    const has = (...some: DropshipState[]) => states.some(({state}) => some.includes(state));
    for (const text of ['parcel-of-jo', 'NUMBER-of-jo', 'mark-of-jo', said]) expect(all, title).not.toContain(text);
    if (!has('awaiting_payment')) expect(all, title).not.toContain('checkout-of-jo');
    if (!has('waiting', 'needs_details', 'blocked', 'held', 'placing')) expect(all, title).not.toContain('Jo red');
  }

  it('is so in every state, and after everything that is written next and after that', async () => {
    const names = Object.keys(writes);
    const moved = new Set<string>();
    for (const state of dropshipStates) {
      for (const [index, name] of names.entries()) {
        const id = await orderIn(state);
        await openAttempt(id);
        await eraseBuyerDataOnRequest(db(), shop, [orderGid], now);
        await expectErased(`${state}, erased`);
        await saveAnswer();
        for (const next of [name, names[(index + 4) % names.length] ?? name, 'the payment']) {
          const before = (await loadDropshipOrder(db(), shop, id))?.state;
          await writes[next]?.(db(), id);
          if ((await loadDropshipOrder(db(), shop, id))?.state !== before) moved.add(next);
          await expectErased(`${state}, then ${name}, …, ${next}`);
        }
      }
    }
    for (const name of ['what was placed', 'what the supplier refused', 'an answer that settles nothing'])
      expect(moved).toContain(name);
    for (const name of ['a question about what was entered', 'the payment', 'the dismissal', 'the refund'])
      expect(moved).toContain(name);
  });

  it('leaves the link with an order that is still to be paid, also when it comes after the request, until the payment', async () => {
    const id = await orderIn('placing');
    await eraseBuyerDataOnRequest(db(), shop, [orderGid], now);
    await writes['what was placed']?.(db(), id);
    await saveAnswer();
    expect(await loadDropshipOrder(db(), shop, id)).toMatchObject({
      state: 'awaiting_payment',
      checkout_url: checkoutUrl,
    });
    await markPaid(db(), context(id), now);
    expect(await loadDropshipOrder(db(), shop, id)).toMatchObject({state: 'paid', checkout_url: null, ref: 'DS-1'});
    expect(await everything()).not.toContain('checkout-of-jo');
    await takePaidBack(db(), context(id), now);
    expect(await loadDropshipOrder(db(), shop, id)).toMatchObject({
      state: 'awaiting_payment',
      checkout_url: null,
      checkout_withheld: expect.stringMatching(/^The link to the checkout was erased, as the buyer asked\./),
    });
  });

  it('gets no tracking from the merchant either, who is told, and can mark the order as shipped without it', async () => {
    const id = await orderIn('paid');
    await eraseBuyerDataOnRequest(db(), shop, [orderGid], now);
    const refused = {kind: 'conflict', why: 'buyer_erased'} satisfies ActionOutcome;
    expect(await markShipped(db(), context(id), shipment, now)).toEqual(refused);
    const bare = {...shipment, trackingNumber: null, trackingUrl: null};
    expect(await markShipped(db(), context(id), bare, now)).toMatchObject({kind: 'done', order: {carrier: 'DHL'}});
    expect(await markShipped(db(), context(id), shipment, now)).toEqual(refused);
  });

  it('is told what is kept: tracking, checkout link and reference', async () => {
    await orderIn('shipped');
    const kept = {tracked: [orderGid], linked: [orderGid], referred: [orderGid]};
    expect(await loadBuyerDataKinds(db(), shop, [orderGid])).toMatchObject(kept);
    await eraseBuyerDataOnRequest(db(), shop, [orderGid], now);
    const nothing = {typed: [], entered: [], answered: [], marked: [], tracked: [], linked: []};
    expect(await loadBuyerDataKinds(db(), shop, [orderGid])).toEqual({...nothing, referred: [orderGid]});
  });

  it('does not take another order along', async () => {
    const id = await orderIn('shipped');
    await eraseBuyerDataOnRequest(db(), shop, [OrderGid.parse('gid://shopify/Order/2')], now);
    await saveFulfilments(db(), {shop, id}, [{gid: 'gid://shopify/Fulfillment/1', pieces: 1, tracking}], now);
    const whole = {tracking_url: trackingUrl, checkout_url: checkoutUrl, address_mark: 'mark-of-jo'};
    expect(await loadDropshipOrder(db(), shop, id)).toMatchObject({...whole, fulfilments: [{tracking}]});
  });
});
