// What the merchant may add, overrule and decide about orders that were not sent or are unconfirmed.
import {randomUUID} from 'node:crypto';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {ArticleId, DropshipOrderId, VariantGid} from '#domain/ids.ts';
import {giveDetails} from '../../../server/actions/give-details.ts';
import {approveSending, confirmUnconfirmed} from '../../../server/actions/merchant-actions.ts';
import {placeAgain} from '../../../server/actions/place-again.ts';
import type {StoredDropshipOrder} from '../../../server/db/orders/dropship-orders.ts';
import {eraseBuyerData} from '../../../server/db/secrets/details.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {quickestEngine, testEngines} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

describe.each(testEngines)('the merchant’s decision, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterEach(() => app.onCheckpoint(null));
  afterAll(() => app.close());

  const context = ({id}: Pick<StoredDropshipOrder, 'id'>) => ({shop: app.shop, id, actor: 'user:7'});
  const bought = async (order: Parameters<OrderTestApp['buy']>[0]) => {
    const made = app.buy(order);
    await app.quiet();
    return {made, row: await app.row(made.id)};
  };
  const again = async () => app.upkeep('recheck-open');
  const rules = (orders: object) => saveSettings(app.worker.db, app.shop, {orders}, app.clock.now());

  it('a price that rose is agreed to as it is then, and asked about again when it rises further', async () => {
    const goods = app.goods();
    const cents = app.supplier.catalogue.listed().find(({id}) => id === goods.articleId)?.cents ?? 0;
    const ask = (share: number) =>
      app.supplier.catalogue.setStock(goods.articleId, {price: Math.round(cents * share) / 100});
    ask(1.2);
    const {row} = await bought({goods});
    expect(row).toMatchObject({state: 'held', reason_code: 'price_rose', price: Math.round(cents * 1.2)});
    ask(6);
    await approveSending(app.worker.db, context(row), [], app.clock.now());
    await again();
    const held = await app.row(row.order_gid);
    expect(held).toMatchObject({state: 'held', reason_code: 'price_rose', price: Math.round(cents * 6)});
    await approveSending(app.worker.db, context(row), [], app.clock.now());
    await again();
    expect(await app.row(row.order_gid)).toMatchObject({state: 'awaiting_payment', price: Math.round(cents * 6)});
  });

  it('a price is guarded by what the supplier last asked, where the product was never priced on a cost', async () => {
    const {db} = app.worker;
    const [adopted, typed] = [app.goods(), app.goods()];
    for (const {articleId: id} of [adopted, typed]) {
      const cents = app.supplier.catalogue.listed().find((listed) => listed.id === id)?.cents ?? 0;
      app.supplier.catalogue.setStock(id, {price: Math.round(cents * 1.5) / 100});
    }
    await db
      .updateTable('listings')
      .set({cost: null})
      .where('article_id', '=', ArticleId.parse(adopted.articleId))
      .execute();
    const {row} = await bought({goods: adopted});
    expect(row).toMatchObject({state: 'held', reason_code: 'price_rose'});
    await db.deleteFrom('listing_variants').where('variant_gid', '=', VariantGid.parse(typed.variantId)).execute();
    const unknown = await bought({goods: typed});
    expect(unknown.row).toMatchObject({state: 'blocked', reason_code: 'variant_unknown'});
    const {colour, size} = typed;
    await giveDetails(db, app.worker.sealer, context(unknown.row), {colour, size}, app.clock.now());
    await again();
    expect(await app.row(unknown.row.order_gid)).toMatchObject({state: 'held', reason_code: 'price_rose'});
  });

  it('an unconfirmed order that was found at the supplier is confirmed by hand', async () => {
    const away = app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'cut', when: 'after'}});
    const {row} = await bought({});
    away();
    expect(row.state).toBe('unconfirmed');
    const found = {ref: app.taken(row)[0]?.ref ?? '', checkoutUrl: null};
    await confirmUnconfirmed(app.worker.db, context(row), found, app.clock.now());
    expect(await app.row(row.order_gid)).toMatchObject({state: 'awaiting_payment', ref: found.ref});
    const placedAgain = await placeAgain(
      app.worker.db,
      context(row),
      DropshipOrderId.parse(randomUUID()),
      app.clock.now(),
    );
    expect(placedAgain).toEqual({kind: 'not_now', state: 'awaiting_payment'});
  });

  // The tests above, and those of other suites, send each statement of those below to the other engine too.
  if (engine !== quickestEngine) return;

  it('an order whose payment Shopify does not state waits until it is paid', async () => {
    const {made, row} = await bought({financialStatus: null});
    const reason = 'The buyer has not paid yet (payment: not stated).';
    expect(row).toMatchObject({state: 'waiting', reason_code: 'not_paid', reason});
    app.store.payOrder(made.id);
    await app.quiet();
    expect(await app.row(made.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('a missing name and e-mail, once typed, are sent and forgotten', async () => {
    const {row} = await bought({name: null, email: null});
    expect(row).toMatchObject({state: 'needs_details', reason_code: 'name_missing'});
    const {db, sealer} = app.worker;
    await giveDetails(db, sealer, context(row), {name: 'Jo Typed'}, app.clock.now());
    await again();
    const half = await app.row(row.order_gid);
    expect(half).toMatchObject({state: 'needs_details', reason_code: 'email_missing'});
    expect(half.details_sealed).not.toContain('Typed');
    await giveDetails(db, sealer, context(row), {email: 'jo@typed.example'}, app.clock.now());
    await again();
    const sent = await app.row(row.order_gid);
    expect(sent).toMatchObject({state: 'awaiting_payment', details_sealed: null});
    expect(app.taken(sent)).toMatchObject([{customerName: 'Jo Typed', customerEmail: 'jo@typed.example'}]);
  });

  it('what was typed is erased on request, and the order asks again', async () => {
    const {row} = await bought({name: null, email: null});
    await giveDetails(app.worker.db, app.worker.sealer, context(row), {name: 'Jo Typed'}, app.clock.now());
    expect(await eraseBuyerData(app.worker.db, app.shop, [row.order_gid], app.clock.now())).toBe(1);
    await again();
    expect(await app.row(row.order_gid)).toMatchObject({state: 'needs_details', reason_code: 'name_missing'});
  });

  it.each([
    ['not_paid', {financialStatus: 'PENDING'}],
    ['risk', {risk: 'CANCEL'}],
    ['test_order', {test: true}],
    ['destination_held', {country: 'US', province: 'PR'}],
  ] as const)('%s is overruled by the merchant only', async (code, order) => {
    const {row} = await bought(order);
    expect(row.reason_code).toBe(code);
    app.clock.turn(3_600_000);
    await again();
    expect((await app.row(row.order_gid)).reason_code).toBe(code);
    await approveSending(app.worker.db, context(row), [], app.clock.now());
    await again();
    const sent = await app.row(row.order_gid);
    expect(sent).toMatchObject({state: 'awaiting_payment', approved: [code]});
    expect(app.taken(sent)).toHaveLength(1);
  });

  it('a country the supplier does not serve stays blocked, whatever the merchant decides', async () => {
    const {row} = await bought({country: 'NO'});
    await approveSending(app.worker.db, context(row), ['not_paid', 'risk', 'destination_held'], app.clock.now());
    await again();
    expect(await app.row(row.order_gid)).toMatchObject({state: 'blocked', reason_code: 'destination_blocked'});
  });

  it('a margin below the floor is held and may be overruled; above it the order is sent', async () => {
    await rules({marginFloor: 100_000});
    const {row} = await bought({});
    expect(row).toMatchObject({state: 'held', reason_code: 'margin_below_floor'});
    await rules({marginFloor: -100_000});
    const {row: fine} = await bought({});
    expect(fine).toMatchObject({state: 'awaiting_payment'});
    await rules({marginFloor: 100_000});
    await approveSending(app.worker.db, context(row), [], app.clock.now());
    await again();
    expect(await app.row(row.order_gid)).toMatchObject({state: 'awaiting_payment'});
    await rules({});
  });

  it.each([
    ['cost_above_limit', {costLimit: 1}],
    ['approval_asked', {approveEach: true}],
  ])('a yes to what an order costs (%s) ends when the buyer adds pieces before it is sent', async (code, limits) => {
    await rules(limits);
    const {made, row} = await bought({});
    expect(row).toMatchObject({state: 'held', reason_code: code});
    await rules({...limits, sendingPaused: true});
    await approveSending(app.worker.db, context(row), [], app.clock.now());
    await again();
    expect(await app.row(made.id)).toMatchObject({state: 'waiting', reason_code: 'sending_paused', approved: [code]});
    app.store.editOrder(made.id, made.lines[0]?.id ?? '', 4);
    await app.quiet();
    await rules(limits);
    app.clock.turn(3_600_000);
    await again();
    expect(await app.row(made.id)).toMatchObject({state: 'held', reason_code: code, quantity: 4});
    expect(app.taken(row)).toHaveLength(0);
    await rules({});
  });

  it('the merchant’s own delay is kept to the minute, and cut short by a word', async () => {
    await rules({delayMinutes: 30});
    const {row} = await bought({});
    const {row: hurried} = await bought({});
    expect(row).toMatchObject({state: 'waiting', reason_code: 'delayed'});
    await approveSending(app.worker.db, context(hurried), [], app.clock.now());
    await again();
    expect(await app.row(hurried.order_gid)).toMatchObject({state: 'awaiting_payment'});
    app.clock.turn(29 * 60_000);
    await again();
    expect(await app.row(row.order_gid)).toMatchObject({state: 'waiting'});
    app.clock.turn(60_000);
    await again();
    expect(await app.row(row.order_gid)).toMatchObject({state: 'awaiting_payment'});
    await rules({});
  });

  it('an unconfirmed order is placed again once, however often it is asked for, under a new reference', async () => {
    const away = app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'cut', when: 'before'}});
    const {row} = await bought({});
    away();
    expect(row.state).toBe('unconfirmed');
    const {db} = app.worker;
    const clicks = await Promise.all(
      Array.from({length: 20}, () =>
        placeAgain(db, context(row), DropshipOrderId.parse(randomUUID()), app.clock.now()),
      ),
    );
    expect(new Set(clicks.map((click) => (click.kind === 'done' ? click.order.reference : click.kind))).size).toBe(1);
    await again();
    const [first, second, third] = await app.rows(row.order_gid);
    expect(third).toBeUndefined();
    const [old, next] = first?.generation === 1 ? [first, second] : [second, first];
    expect(old).toMatchObject({state: 'dismissed', reason_code: 'placed_again'});
    expect(next).toMatchObject({state: 'awaiting_payment', generation: 2, found_by: 'merchant'});
    expect(next?.reference).not.toBe(row.reference);
    expect(next === undefined ? 0 : app.taken(next).length).toBe(1);
  });
});
