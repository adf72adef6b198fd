// What the store says of fulfilment and quantity decides what is sent, and what is flagged after it.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {type DropshipState, dropshipStates} from '#domain/orders/dropship-state.ts';
import {giveDetails} from '../../../server/actions/merchant-actions.ts';
import {eraseDetails} from '../../../server/db/secrets/details.ts';
import {testEngines} from '../../support/house.ts';
import {type Goods, openStage, type Stage} from './stage.ts';

const minute = 60_000;
const hour = 60 * minute;

/** What a cancelled store order does to its dropship order, by the state it is in. */
const onCancel: Readonly<Record<DropshipState, 'never sent' | 'flagged' | 'nothing'>> = {
  waiting: 'never sent',
  needs_details: 'never sent',
  blocked: 'never sent',
  held: 'never sent',
  placing: 'flagged',
  unconfirmed: 'flagged',
  awaiting_payment: 'flagged',
  paid: 'flagged',
  shipped: 'flagged',
  rejected: 'nothing',
  refunded: 'nothing',
  cancelled: 'nothing',
  dismissed: 'nothing',
};

const becomes = {
  'never sent': () => ({state: 'cancelled', flags: []}),
  flagged: (state: DropshipState) => ({state, flags: ['order_cancelled']}),
  nothing: (state: DropshipState) => ({state, flags: []}),
};

describe.each(testEngines)('a line as the store has it, on %s', (engine) => {
  let stage: Stage;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    stage = await openStage(engine);
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => stage.close());

  const flagsOf = async (orderGid: string) => (await stage.row(orderGid)).flags.map(({code}) => code);

  /** Some articles of the feed have no SKU. */
  const goodsWithSku = (): Goods => {
    const skus = new Map(stage.supplier.catalogue.all().map(({id, sku}) => [id, sku]));
    let goods = stage.goods();
    while (!skus.get(goods.articleId)) goods = stage.goods();
    return goods;
  };

  it('of a product deleted before anybody read the order is known by its SKU, and sent once a person says colour and size', async () => {
    const before = stage.supplier.orderRequests();
    const goods = goodsWithSku();
    stage.shopify.webhooks.pause();
    const bought = stage.buy({goods});
    stage.store.deleteProduct(goods.productId);
    stage.shopify.webhooks.resume();
    await stage.quiet();
    const row = await stage.row(bought.id);
    expect(row).toMatchObject({state: 'blocked', reason_code: 'variant_unknown'});
    expect(row).toMatchObject({article_id: goods.articleId, colour: null, size: null});
    expect(row.article_name).not.toBe('');
    expect(stage.supplier.orderRequests()).toBe(before);
    const {colour, size} = goods;
    await giveDetails(
      stage.worker.db,
      stage.worker.sealer,
      {shop: stage.shop, id: row.id, actor: 'user:7'},
      {colour, size},
      stage.clock.now(),
    );
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    expect(stage.taken(row)).toMatchObject([{articleId: goods.articleId, colour, size}]);
  });

  it('of three pieces one of which the store has shipped, two are sent, and no word later says otherwise', async () => {
    const bought = stage.buy({
      lines: [{variantId: stage.goods().variantId, quantity: 3}],
      financialStatus: 'PENDING',
    });
    await stage.quiet();
    stage.store.fulfil(bought.id, undefined, 1);
    stage.store.payOrder(bought.id);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment', quantity: 2, wanted: 3});
    stage.store.setRisk(bought.id, {level: 'LOW'});
    await stage.quiet();
    expect(await flagsOf(bought.id)).toEqual([]);
    stage.store.editOrder(bought.id, bought.lines[0]?.id ?? '', 4);
    await stage.quiet();
    expect(await flagsOf(bought.id)).toEqual(['quantity_raised']);
  });

  it('another street of the same country is flagged, the old one put back is not, and no street is kept', async () => {
    const bought = stage.buy();
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment', flags: []});
    stage.store.changeAddress(bought.id, 'DE', null, 'Musterallee 7');
    await stage.quiet();
    expect(await flagsOf(bought.id)).toEqual(['destination_changed']);
    stage.store.changeAddress(bought.id, 'DE', null, 'Beispielweg  12');
    await stage.quiet();
    expect(await flagsOf(bought.id)).toEqual([]);
    const row = await stage.row(bought.id);
    expect(JSON.stringify(row)).not.toMatch(/Musterallee|Beispielweg/i);
    expect(row.address_mark).not.toBeNull();
    stage.store.changeAddress(bought.id, 'DE', null, 'Musterallee 7');
    await stage.quiet();
    const [raised] = (await stage.row(bought.id)).flags;
    expect(raised).toEqual({code: 'destination_changed', at: expect.any(String), place: expect.any(String)});
    await eraseDetails(stage.worker.db, stage.shop, [bought.id], stage.clock.now());
    const {address_mark, flags} = await stage.row(bought.id);
    expect([address_mark, flags]).toEqual([null, [{code: raised?.code, at: raised?.at}]]);
  });

  it('a line taken out of the order and put back before it could be sent is sent once', async () => {
    const bought = stage.buy({financialStatus: 'PENDING'});
    const line = bought.lines[0]?.id ?? '';
    await stage.quiet();
    stage.store.editOrder(bought.id, line, 0);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'cancelled', reason_code: 'line_removed'});
    stage.store.editOrder(bought.id, line, 1);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'not_paid', closed_at: null});
    stage.store.payOrder(bought.id);
    await stage.quiet();
    const row = await stage.row(bought.id);
    expect(row).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(stage.taken(row)).toHaveLength(1);
  });

  it('an order on hold in the store is not sent though it is paid, and is sent when the hold is released', async () => {
    const requests = stage.supplier.orderRequests();
    const bought = stage.buy({financialStatus: 'PENDING'});
    stage.store.holdFulfilment(bought.id, true);
    stage.store.payOrder(bought.id);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'held', reason_code: 'fulfilment_on_hold'});
    expect(stage.supplier.orderRequests()).toBe(requests);
    stage.store.holdFulfilment(bought.id, false);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('a store order cancelled in any state: never sent, flagged, or nothing more to do', async () => {
    const {db} = stage.worker;
    const bought = dropshipStates.map((state) => ({state, id: stage.buy({financialStatus: 'PENDING'}).id}));
    await stage.quiet();
    const later = new Date(stage.clock.now().getTime() + 90_000);
    for (const {state, id} of bought) {
      await db
        .updateTable('dropship_orders')
        .set({state, lease_until: state === 'placing' ? later : null})
        .where('order_gid', '=', id)
        .execute();
    }
    const requests = stage.supplier.orderRequests();
    for (const {id} of bought) stage.store.cancelOrder(id);
    await stage.quiet();
    await stage.upkeep('recheck-open');
    const after = await Promise.all(
      bought.map(async ({state, id}) => {
        const row = await stage.row(id);
        return [state, {state: row.state, flags: row.flags.map(({code}) => code)}] as const;
      }),
    );
    const expected = dropshipStates.map((state) => [state, becomes[onCancel[state]](state)] as const);
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(expected));
    expect(stage.supplier.orderRequests()).toBe(requests);
  });

  it('a hold whose release no webhook tells of is seen within the hour', async () => {
    const bought = stage.buy({financialStatus: 'PENDING'});
    stage.store.holdFulfilment(bought.id, true);
    stage.store.payOrder(bought.id);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'held'});
    stage.shopify.webhooks.drop(() => true);
    stage.store.holdFulfilment(bought.id, false);
    stage.clock.turn(hour);
    await stage.upkeep('recheck-open');
    stage.shopify.webhooks.drop(null);
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('an order that Shopify does not show once is looked for again, and taken when it is there', async () => {
    const bought = stage.buy({financialStatus: 'PENDING'});
    await stage.quiet();
    const {db} = stage.worker;
    // The same row under an order the store does not have.
    const gone = 'gid://shopify/Order/999999999';
    await db.updateTable('dropship_orders').set({order_gid: gone}).where('order_gid', '=', bought.id).execute();
    stage.clock.turn(hour);
    await stage.upkeep('recheck-open');
    expect(await stage.row(gone)).toMatchObject({state: 'waiting', reason_code: 'order_missing'});
    stage.clock.turn(5 * minute);
    await stage.upkeep('recheck-open');
    expect(await stage.row(gone)).toMatchObject({state: 'cancelled', reason_code: 'order_gone'});
    await db.updateTable('dropship_orders').set({order_gid: bought.id}).where('order_gid', '=', gone).execute();
    stage.store.payOrder(bought.id);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('an order that gets older than Shopify shows is the merchant’s to look at, never taken for gone', async () => {
    const bought = stage.buy({financialStatus: 'PENDING'});
    await stage.quiet();
    for (let passed = 0; passed < 61; passed += 20.5) {
      stage.clock.turn(20.5 * 24 * hour);
      await stage.upkeep('keep-tokens-alive');
    }
    await stage.upkeep('recheck-open');
    const held = {state: 'held', reason_code: 'not_shown_any_more'};
    expect(await stage.row(bought.id)).toMatchObject(held);
    stage.shopify.webhooks.drop(() => true);
    stage.store.payOrder(bought.id);
    for (let look = 0; look < 3; look += 1) {
      stage.clock.turn(24 * hour);
      await stage.upkeep('recheck-open');
    }
    stage.shopify.webhooks.drop(null);
    const row = await stage.row(bought.id);
    expect(row).toMatchObject(held);
    expect(row.reason).toContain('order it at the supplier yourself');
  }, 60_000);
});
