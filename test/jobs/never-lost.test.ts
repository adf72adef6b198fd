// Never lost, never kept: what no webhook told of is found, privacy requests are done, what was closed long ago is deleted.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {loadAudit} from '../../server/db/audit.ts';
import {dismiss, giveDetails} from '../../server/db/merchant-moves.ts';
import {loadShop} from '../../server/db/shops.ts';
import {houseEngines} from '../support/house.ts';
import {openStage, type Stage} from './order-stage.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(houseEngines)('nothing is lost and nothing kept, on %s', (engine) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(engine);
  });
  afterAll(() => stage.close());

  const readings = (operation: string) =>
    stage.shopify.requests().filter(({operationName}) => operationName === operation).length;

  it('with every webhook lost each order is found within ten minutes, counted, and the silence shows', async () => {
    stage.shopify.webhooks.drop(() => true);
    const ids = [stage.buy().id, stage.buy().id, stage.buy().id];
    stage.clock.turn(10 * minute);
    await stage.upkeep('reconcile-orders');
    stage.shopify.webhooks.drop(null);
    for (const id of ids) {
      expect(await stage.row(id)).toMatchObject({state: 'awaiting_payment', found_by: 'reconciliation'});
    }
    expect(await loadShop(stage.worker.db, stage.shop)).toMatchObject({reconcileFound: 3});
    const told = stage.buy();
    await stage.quiet();
    expect(await stage.row(told.id)).toMatchObject({found_by: 'webhook'});
    expect(await loadShop(stage.worker.db, stage.shop)).toMatchObject({reconcileFound: 0});
  });

  it('an order a webhook told of is not read once more by the ten-minute round, but by the weekly proof', async () => {
    stage.clock.turn(31 * minute);
    await stage.upkeep('reconcile-orders');
    stage.clock.turn(31 * minute);
    stage.buy();
    await stage.quiet();
    const before = readings('StoreOrder');
    await stage.upkeep('reconcile-orders');
    expect(readings('StoreOrder')).toBe(before);
    await stage.upkeep('reconcile-week');
    expect(readings('StoreOrder')).toBeGreaterThan(before);
  });

  it('a buyer is erased from what was typed, and the requests are recorded without a word of theirs', async () => {
    const bought = stage.buy({name: null, email: null});
    await stage.quiet();
    const {id} = await stage.row(bought.id);
    const {db, sealer} = stage.worker;
    await giveDetails(db, sealer, {shop: stage.shop, id, actor: 'user:7'}, {name: 'Jo Typed'}, stage.clock.now());
    const order = Number(bought.id.split('/').at(-1));
    const customer = {id: 4711, email: 'jo@typed.example', phone: '+49 30 1'};
    stage.shopify.webhooks.deliver('customers/data_request', stage.shop, {customer, orders_requested: [order]});
    stage.shopify.webhooks.deliver('customers/redact', stage.shop, {customer, orders_to_redact: [order]});
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({details_sealed: null});
    const trail = await loadAudit(db, stage.shop, {limit: 2});
    expect(trail.map(({action}) => action).toSorted()).toEqual(['buyer_erased', 'data_request']);
    expect(JSON.stringify(trail)).not.toMatch(/Typed|jo@|\+49/);
  });

  it('what was closed is deleted after the days set, never comes back as new, and what is open stays', async () => {
    const closed = stage.buy();
    const open = stage.buy();
    await stage.quiet();
    const {id} = await stage.row(closed.id);
    await dismiss(stage.worker.db, {shop: stage.shop, id, actor: 'user:7'}, stage.clock.now());
    await stage.quiet();
    stage.clock.turn(364 * day);
    await stage.upkeep('retention');
    expect(await stage.rows(closed.id)).toHaveLength(1);
    stage.clock.turn(2 * day);
    await stage.upkeep('retention');
    expect(await stage.rows(closed.id)).toEqual([]);
    expect(await stage.rows(open.id)).toHaveLength(1);
  });
});
