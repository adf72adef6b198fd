// Orders as real stores have them: brought in from another system, to a territory, paid for several deliveries, corrected after sending.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {day} from '#domain/durations.ts';
import {OrderGid} from '#domain/ids.ts';
import {giveDetails} from '../../../server/actions/give-details.ts';
import {eraseBuyerData} from '../../../server/db/secrets/details.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

// On one engine: `placing-store` and `placing-late` record and send orders on both.
describe.each(oneEngine)('a real order, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  it('that an app brings into the store today, placed two years ago elsewhere, waits for the merchant and is shown', async () => {
    const sent = app.supplier.orderRequests();
    const bought = app.buy({processedAt: app.clock.now().getTime() - 730 * day});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'held', reason_code: 'before_install'});
    expect(app.supplier.orderRequests()).toBe(sent);
  });

  it('to a territory that only the postcode shows is blocked, held or warned about, and the postcode is not kept', async () => {
    const bought = [
      app.buy({country: 'GB', zip: 'JE2 3AB'}),
      app.buy({country: 'FR', zip: 'F-97110'}),
      app.buy({country: 'US', province: 'FL', zip: '00901-2345'}),
      app.buy({country: 'ES', zip: '35001'}),
      app.buy({country: 'ES', zip: '3500'}),
      app.buy({country: 'GB', zip: 'bt1 5gs'}),
    ];
    await app.quiet();
    const rows = await Promise.all(bought.map(({id}) => app.row(id)));
    expect(rows.map(({state, reason, warning}) => [state, reason ?? warning])).toEqual([
      ['blocked', expect.stringContaining('Jersey')],
      ['blocked', expect.stringContaining('Guadeloupe')],
      ['held', expect.stringContaining('Puerto Rico')],
      ['awaiting_payment', expect.stringContaining('VAT')],
      ['awaiting_payment', expect.stringContaining('not complete')],
      ['awaiting_payment', null],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/JE2|97110|00901|35001/);
  });

  const flagsOf = async (orderGid: string) => (await app.row(orderGid)).flags.map(({code}) => code);

  it('paid for three deliveries is sent one by one: what is open leaves, and a later delivery is flagged when it is due', async () => {
    const goods = app.goods();
    const bought = app.buy({goods, lines: [{variantId: goods.variantId, quantity: 3, deliveries: 3}]});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'awaiting_payment', quantity: 1, wanted: 3, scheduled: 2, flags: []});
    expect(row.warning).toContain('delivers 2 of the 3 pieces later');
    expect(app.taken(row)).toMatchObject([{qty: 1}]);
    app.store.scheduleFulfilment(bought.id, false, 'next');
    await app.quiet();
    expect((await app.row(bought.id)).flags).toMatchObject([{code: 'quantity_raised', wanted: 2}]);
    app.store.refundLine(bought.id, bought.lines[0]?.id ?? '', 1);
    await app.quiet();
    expect(app.taken(row)).toHaveLength(1);
  });

  it('of which every delivery is scheduled waits, and the first one leaves alone when the store opens it', async () => {
    const goods = app.goods();
    const lines = [{variantId: goods.variantId, quantity: 4, deliveries: 2}];
    const bought = app.buy({goods, lines, financialStatus: 'PENDING'});
    app.store.scheduleFulfilment(bought.id, true);
    app.store.payOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'fulfilment_scheduled'});
    app.store.scheduleFulfilment(bought.id, false, 'next');
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'awaiting_payment', quantity: 2, scheduled: 2});
    expect(app.taken(row)).toMatchObject([{qty: 2}]);
  });

  it('whose recipient or e-mail is corrected after sending is flagged until that is undone, and neither is kept', async () => {
    const bought = app.buy({name: 'Odile Vorher', email: 'odile@vorher.example'});
    await app.quiet();
    const changes = [
      [{name: 'Odile Nachher'}, {name: '  odile VORHER'}],
      [{email: 'odile@nachher.example'}, {email: 'Odile@Vorher.example'}],
    ] as const;
    for (const [change, undone] of changes) {
      app.store.changeBuyer(bought.id, change);
      await app.quiet();
      expect(await flagsOf(bought.id)).toEqual(['buyer_changed']);
      app.store.changeBuyer(bought.id, undone);
      await app.quiet();
      expect(await flagsOf(bought.id)).toEqual([]);
    }
    app.store.changeBuyer(bought.id, {name: 'Odile Nachher'});
    await app.quiet();
    const [first] = (await app.row(bought.id)).flags;
    app.clock.turn(day / 24);
    app.store.changeBuyer(bought.id, {name: 'Odile Danach'});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row.flags).toMatchObject([{code: 'buyer_changed', place: expect.any(String)}]);
    expect(row.flags[0]?.at).not.toBe(first?.at);
    expect(JSON.stringify(row)).not.toMatch(/odile|vorher|nachher|danach/i);
    await eraseBuyerData(app.worker.db, app.shop, [OrderGid.parse(bought.id)], app.clock.now());
    expect(await app.row(bought.id)).toMatchObject({name_mark: null, email_mark: null});
    expect(JSON.stringify((await app.row(bought.id)).flags)).not.toContain('place');
  });

  it('sent with a name that the merchant typed is flagged when the store shows another one than it did, not for the typed one', async () => {
    const bought = app.buy({name: null, email: 'jo@shopper.example'});
    await app.quiet();
    const {id} = await app.row(bought.id);
    const {db, sealer} = app.worker;
    await giveDetails(db, sealer, {shop: app.shop, id, actor: 'user:7'}, {name: 'Jo Typed'}, app.clock.now());
    await app.upkeep('recheck-open');
    app.store.touchOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', flags: [], name_mark: null});
    app.store.changeBuyer(bought.id, {email: 'jo@elsewhere.example'});
    await app.quiet();
    expect(await flagsOf(bought.id)).toEqual(['buyer_changed']);
  });
});
