// What happens beside a departure: the merchant stops it, takes one product off sale, sells one more, and gets shipping profile and
// fulfilment service taken back.
import {expect, it} from 'vitest';
import {serviceTestApp} from '../../fulfilment-service/service-app.ts';
import {onEachSyncTestApp} from '../sync-test-app.ts';
import {departureApp} from './departure-app.ts';

onEachSyncTestApp('beside a merchant who leaves', {articles: 60, shops: 10}, (app) => {
  const {imported, carryOut, leave, onSale, expectStill, departWith} = departureApp(app);
  const service = serviceTestApp(app);

  it('stopped half-way, what was done stays, nothing comes back, and it can go on', async () => {
    const {shop, ids} = await imported({brands: ['Nordhaag', 'Sablefen', 'Ferro Lino', 'Tarn & Tweed']});
    await shop.merchant.leave('archive');
    const run = await departWith(shop, 2, () => shop.merchant.stopLeaving());
    expect(run).toMatchObject({
      state: 'stopped',
      reason: expect.stringContaining('On the page Leave you go on with it'),
    });
    const left = onSale(shop);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(ids.length);
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'stopped', onSale: null});
    await expectStill(shop);
    await shop.merchant.tryLeavingAgain();
    await carryOut(shop);
    expect(onSale(shop)).toEqual([]);
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'done', archived: ids.length});
  });

  it('a product that is taken off sale at once, and one that is put back by hand, are off sale in the end', async () => {
    const {shop, ids} = await imported();
    const [mine = '', back = ''] = [ids[0], ids.at(-1)];
    shop.store.editProduct(shop.product(back).id, {status: 'DRAFT'});
    await shop.merchant.leave('draft');
    await departWith(shop, 1, async () => {
      expect((await shop.merchant.takeOffSale(mine)).isOffSale).toBe(true);
      shop.store.editProduct(shop.product(back).id, {status: 'UNLISTED'});
    });
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'done', onSale: 0});
    expect(onSale(shop)).toEqual([]);
    await expectStill(shop);
  });

  it('a product without our key, because someone removed it, is compared by its listing', async () => {
    const {shop, ids} = await imported();
    const gid = shop.product(ids[0] ?? '').id;
    await shop.merchant.leave('draft');
    await departWith(shop, 'comparison', async () => {
      shop.store.editProduct(gid, {status: 'ACTIVE', removeMetafields: true});
    });
    expect(onSale(shop)).toEqual([]);
    expect(shop.store.product(gid)?.status).toBe('DRAFT');
  });

  it('stopped right before the end, nothing is taken back; once the store was compared nothing is left to stop', async () => {
    const {shop} = await imported();
    await shop.merchant.leave('keep');
    let stopped: Promise<unknown> | undefined;
    await departWith(
      shop,
      0,
      async () => {},
      async (call) => {
        const answer = await call();
        await (stopped ??= shop.merchant.stopLeaving());
        return answer;
      },
    );
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'stopped', onSale: null});
    await shop.merchant.tryLeavingAgain();
    await carryOut(shop);
    await shop.merchant.stopLeaving();
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'done'});
  });

  it('until its run has seen the stop, a request says that it is about to stop', async () => {
    const {shop} = await imported();
    await shop.merchant.leave('archive');
    await departWith(shop, 1, async () => {
      await expect(shop.merchant.startAgain()).rejects.toThrow('Wait for the end, or stop leaving.');
      await shop.merchant.stopLeaving();
      await expect(shop.merchant.startAgain()).rejects.toThrow('Leaving is about to stop.');
    });
  });

  it('is refused: an update, an undo, a trial, a publication and a deletion, and switching on what is taken back', async () => {
    const {shop, ids} = await imported();
    const {runs} = await shop.merchant.runs();
    await leave(shop, 'draft');
    const refused = /You asked to stop using Piecewise/;
    await expect(shop.merchant.startRun('preview')).rejects.toThrow(refused);
    await expect(shop.merchant.startTrial()).rejects.toThrow(refused);
    await expect(shop.merchant.undo(runs[0]?.id ?? '')).rejects.toThrow(refused);
    await expect(shop.merchant.publish('all')).rejects.toThrow(refused);
    await expect(shop.merchant.deleteProducts(ids)).rejects.toThrow(refused);
    await expect(shop.merchant.switchProfile('on')).rejects.toThrow(refused);
    await expect(shop.merchant.giveZoneBack('de')).rejects.toThrow(refused);
    await expect(shop.merchant.switchService('on')).rejects.toThrow(refused);
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'done'});
  });

  it('once all is done shipping profile and fulfilment service are taken back, and the store is as before', async () => {
    const shop = await service.openService();
    const before = service.wholeStock(shop);
    await service.switchProfile(shop, 'on');
    await service.switchService(shop, 'on');
    await service.work(shop);
    expect(service.served(shop)).toHaveLength(service.variantsOf(shop).length);
    expect(await shop.merchant.departure()).toMatchObject({profile: {state: 'on'}, service: {state: 'on'}});
    await leave(shop, 'archive');
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'taking_back', onSale: 0});
    await service.work(shop);
    expect(service.wholeStock(shop)).toEqual(before);
    expect(shop.store.profiles.all().filter(({isDefault}) => !isDefault)).toEqual([]);
    expect(await shop.merchant.departure()).toMatchObject({
      departure: {phase: 'done'},
      profile: {state: 'off'},
      service: {state: 'off'},
    });
  });

  it('what Shopify does not take back is named with its words, and is tried again', async () => {
    const shop = await service.openService();
    await service.switchProfile(shop, 'on');
    await leave(shop, 'delete');
    const end = app().testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{field: ['id'], message: 'The profile is in use.'}],
      when: ({shop: of, rootFields}) => of === shop.domain && rootFields.includes('deliveryProfileRemove'),
    });
    await service.work(shop);
    expect(await shop.merchant.departure()).toMatchObject({
      departure: {phase: 'incomplete', failed: 0},
      profile: {state: 'stuck', said: expect.stringContaining('The profile is in use.')},
    });
    end();
    await shop.merchant.tryLeavingAgain();
    await carryOut(shop);
    await service.work(shop);
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'done', onSale: 0});
    expect(shop.store.products()).toEqual([]);
  });
});
