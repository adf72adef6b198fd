// An article of which the supplier states neither colour nor size: what is ordered, what is shown of it before, and when the
// merchant is asked.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {eraseDetails} from '../../../server/db/secrets/details.ts';
import {quickestEngine} from '../../support/house.ts';
import {type Goods, openStage, type Stage} from './stage.ts';

const second = 1_000;

describe('an article without stated colours and sizes', {timeout: 90_000}, () => {
  let stage: Stage;
  let cap: Goods;
  let shirt: Goods;
  beforeAll(async () => {
    stage = await openStage(quickestEngine, {articles: 12});
    [cap, shirt] = [stage.goods(), stage.goods()];
    const {catalogue} = stage.supplier;
    catalogue.change(cap.articleId, {sizes: 'One size', unit: 'pc'});
    catalogue.change(shirt.articleId, {sizes: 'S–XXL', unit: 'pc'});
    for (const {articleId} of [cap, shirt]) catalogue.setStock(articleId, {colours: [], sizes: []});
    stage.clock.turn(second);
    await stage.merchant.startRun();
    await stage.merchant.lastRun();
    await stage.quiet();
  }, 120_000);
  afterAll(() => stage.close());

  const buy = (goods: Goods, properties: Record<string, string> = {}, paid = true) => {
    const product = stage.store.products().find(({id}) => id === goods.productId);
    const customAttributes = Object.entries(properties).map(([key, value]) => ({key, value}));
    const lines = [{variantId: product?.variants[0]?.id ?? '', customAttributes}];
    return stage.buy({lines, financialStatus: paid ? 'PAID' : 'PENDING'});
  };
  const shown = async (orderGid: string) =>
    (await stage.merchant.orders()).orders.find((order) => order.orderGid === orderGid);
  const taken = [
    {what: 'colour', word: 'as pictured', from: 'standing', text: expect.stringContaining('your standing answer')},
    {what: 'size', word: 'One size', from: 'catalogue', text: expect.stringContaining('supplier’s catalogue')},
  ];

  it('shows what it takes while the order waits, then orders just that, and keeps it', async () => {
    const bought = buy(cap, {}, false);
    await stage.quiet();
    expect(await shown(bought.id)).toMatchObject({state: 'waiting', reasonCode: 'not_paid', taken});
    expect(stage.store.order(bought.id)?.metafields['dropship']?.value).toContain('"from":"catalogue"');
    stage.store.payOrder(bought.id);
    await stage.quiet();
    const row = await stage.row(bought.id);
    expect(stage.taken(row)).toMatchObject([{colour: 'as pictured', size: 'One size'}]);
    expect(await shown(bought.id)).toMatchObject({
      state: 'awaiting_payment',
      colour: 'as pictured',
      size: 'One size',
      taken,
    });
  });

  it('asks for a size that the catalogue gives as a range', async () => {
    const before = stage.supplier.orderRequests();
    const bought = buy(shirt);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'needs_details', reason_code: 'size_missing'});
    expect(await shown(bought.id)).toMatchObject({taken: [taken[0]]});
    expect(stage.supplier.orderRequests()).toBe(before);
  });

  it('orders what the buyer entered with the line, and forgets it with the buyer', async () => {
    const bought = buy(shirt, {Farbe: 'Nachtblau', Größe: '44', Gravur: 'Ada'});
    await stage.quiet();
    const row = await stage.row(bought.id);
    expect(stage.taken(row)).toMatchObject([{colour: 'Nachtblau', size: '44'}]);
    expect(JSON.stringify(row)).not.toContain('Ada');
    await eraseDetails(stage.worker.db, stage.shop, [bought.id], stage.clock.now());
    expect(await stage.row(bought.id)).toMatchObject({
      state: 'awaiting_payment',
      colour: null,
      size: null,
      words: null,
    });
  });

  it('asks where the buyer entered something that is no size, and does not repeat it', async () => {
    const bought = buy(shirt, {Size: 'as last time, Ada Beispiel'});
    await stage.quiet();
    const row = await stage.row(bought.id);
    expect(row).toMatchObject({state: 'needs_details', reason_code: 'size_missing'});
    expect(JSON.stringify(row)).not.toContain('Ada');
  });

  it('asks for the colour too where the merchant took the standing answer away, and sends when it is given again', async () => {
    const settings = await stage.merchant.settings();
    expect(settings.standingColour).toBe('as pictured');
    await stage.merchant.saveSettings({...settings, standingColour: null});
    const bought = buy(cap);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'needs_details', reason_code: 'colour_missing'});
    await stage.merchant.saveSettings({...settings, standingColour: 'assorted'});
    await stage.quiet();
    expect(stage.taken(await stage.row(bought.id))).toMatchObject([{colour: 'assorted', size: 'One size'}]);
    const {standingColour: _left, ...short} = settings;
    await stage.merchant.saveSettings(short);
    expect((await stage.merchant.settings()).standingColour).toBe('assorted');
  });
});
