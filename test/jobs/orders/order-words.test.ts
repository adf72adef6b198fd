// An article of which the supplier states neither colour nor size: what is ordered, what is shown of it before, and when the
// merchant is asked.

import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid} from '#domain/ids.ts';
import {eraseBuyerData} from '../../../server/db/secrets/details.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {type Goods, type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const second = 1_000;

describe('an article without stated colours and sizes', {timeout: 90_000}, () => {
  let app: OrderTestApp;
  let cap: Goods;
  let shirt: Goods;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {articles: 12});
    [cap, shirt] = [app.goods(), app.goods()];
    const {catalogue} = app.supplier;
    catalogue.change(cap.articleId, {sizes: 'One size', unit: 'pc'});
    catalogue.change(shirt.articleId, {sizes: 'S–XXL', unit: 'pc'});
    for (const {articleId} of [cap, shirt]) catalogue.setStock(articleId, {colours: [], sizes: []});
    app.clock.turn(second);
    await app.merchant.startRun();
    await app.merchant.lastRun();
    await app.quiet();
  }, 120_000);
  afterAll(() => app.close());

  const buy = (goods: Goods, properties: Record<string, string> = {}, paid = true) => {
    const product = app.store.products().find(({id}) => id === goods.productId);
    const customAttributes = Object.entries(properties).map(([key, value]) => ({key, value}));
    const lines = [{variantId: product?.variants[0]?.id ?? '', customAttributes}];
    return app.buy({lines, financialStatus: paid ? 'PAID' : 'PENDING'});
  };
  const shown = async (orderGid: string) =>
    (await app.merchant.orders()).orders.find((order) => order.orderGid === orderGid);
  const taken = [
    {what: 'colour', word: 'as pictured', from: 'standing', text: expect.stringContaining('your standing answer')},
    {what: 'size', word: 'One size', from: 'catalogue', text: expect.stringContaining('supplier’s catalogue')},
  ];

  it('shows what it takes while the order waits, then orders just that, and keeps it', async () => {
    const bought = buy(cap, {}, false);
    await app.quiet();
    expect(await shown(bought.id)).toMatchObject({state: 'waiting', reasonCode: 'not_paid', taken});
    expect(app.store.order(bought.id)?.metafields['dropship']?.value).toContain('"from":"catalogue"');
    app.store.payOrder(bought.id);
    await app.quiet();
    const row = await app.row(bought.id);
    expect(app.taken(row)).toMatchObject([{colour: 'as pictured', size: 'One size'}]);
    expect(await shown(bought.id)).toMatchObject({
      state: 'awaiting_payment',
      colour: 'as pictured',
      size: 'One size',
      taken,
    });
  });

  it('asks for a size that the catalogue gives as a range', async () => {
    const before = app.supplier.orderRequests();
    const bought = buy(shirt);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'needs_details', reason_code: 'size_missing'});
    expect(await shown(bought.id)).toMatchObject({taken: [taken[0]]});
    expect(app.supplier.orderRequests()).toBe(before);
  });

  it('orders what the buyer entered with the line, and forgets it with the buyer', async () => {
    const bought = buy(shirt, {Farbe: 'Nachtblau', Größe: '44', Gravur: 'Ada'});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(app.taken(row)).toMatchObject([{colour: 'Nachtblau', size: '44'}]);
    expect(JSON.stringify(row)).not.toContain('Ada');
    await eraseBuyerData(app.worker.db, app.shop, [OrderGid.parse(bought.id)], app.clock.now());
    expect(await app.row(bought.id)).toMatchObject({
      state: 'awaiting_payment',
      colour: null,
      size: null,
      words: null,
    });
  });

  it('asks where the buyer entered something that is no size, and does not repeat it', async () => {
    const bought = buy(shirt, {Size: 'as last time, Ada Beispiel'});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'needs_details', reason_code: 'size_missing'});
    expect(JSON.stringify(row)).not.toContain('Ada');
  });

  it('asks where the buyer’s form sent more than is read, and orders what the merchant says', async () => {
    const bought = buy(cap, {[`${' :'.repeat(5_000)}Size`]: 'L'});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'needs_details', reason_code: 'colour_missing'});
    expect(row.reason).toContain('more with the line than Piecewise reads');
  });

  it('asks for the colour too where the merchant took the standing answer away, and sends when it is given again', async () => {
    const settings = await app.merchant.settings();
    expect(settings.standingColour).toBe('as pictured');
    await app.merchant.saveSettings({...settings, standingColour: null});
    const bought = buy(cap);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'needs_details', reason_code: 'colour_missing'});
    await app.merchant.saveSettings({...settings, standingColour: 'assorted'});
    await app.quiet();
    expect(app.taken(await app.row(bought.id))).toMatchObject([{colour: 'assorted', size: 'One size'}]);
  });
});
