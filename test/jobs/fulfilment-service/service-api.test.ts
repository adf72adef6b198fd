// The fulfilment service as its page asks for it: what the API answers and stores, with workers that carry it out.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {testEngines} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from '../orders/order-test-app.ts';
import {allowService} from '../requests/requests-app.ts';

describe.each(testEngines)('the page of the fulfilment service, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  }, 120_000);
  afterAll(() => app.close());

  const variants = () => app.store.products().flatMap((product) => product.variants.map(({id}) => id));
  /** Variants that are stocked at the service's location alone. */
  const served = () => {
    const at = app.store.services.all().find(({owner}) => owner === 'app')?.locationId;
    const stock = app.store.services.stock();
    return variants().filter((id) => stock[id]?.length === 1 && stock[id]?.[0] === at);
  };
  const state = () => app.merchant.fulfilmentService();
  const switchService = async (want: 'off' | 'trial' | 'on') => {
    await app.merchant.switchService(want);
    await app.quiet();
  };
  const switchProfile = async (want: 'off' | 'trial' | 'on') => {
    await app.merchant.switchProfile(want);
    await app.quiet();
  };

  it('before it is on the page counts what would be stocked, and says whether it may and has its rates', async () => {
    const all = {products: app.store.products().length, variants: variants().length};
    expect(await state()).toMatchObject({want: 'off', wish: 0, isPermitted: false, all, profile: {want: 'off'}});
    await allowService(app);
    expect(await state()).toMatchObject({isPermitted: true, settledAt: null, hasOpenRequest: false});
    await switchService('on');
    expect(await state()).toMatchObject({
      want: 'on',
      stopped: 'no_profile',
      said: /shipping profile/,
      isWorking: false,
    });
    expect((await app.merchant.overview()).fulfilmentService).toEqual({said: (await state()).said, refused: 0});
    expect(served()).toEqual([]);
    await switchService('off');
    expect(await state()).toMatchObject({want: 'off', stopped: null, isWorking: false});
  });

  it('a trial has the products of the shipping profile’s trial, and the audit trail says who wanted it', async () => {
    await switchProfile('trial');
    await switchService('trial');
    const {trial} = await app.merchant.shippingProfile();
    const {trial: tried, variants: counted, isReached} = await state();
    expect([tried, isReached]).toEqual([trial, true]);
    expect(trial).toHaveLength(3);
    expect(counted).toEqual({wanted: served().length, moved: served().length, toReturn: 0});
    const [entry] = await loadAudit(app.worker.db, app.shop, {subject: 'fulfilment'});
    expect(entry).toMatchObject({action: 'fulfilment_service', before: 'off', after: 'trial', actor: /^user:/});
  });

  it('is changed by one tab only: the other one has to look again', async () => {
    await switchProfile('on');
    const {wish} = await state();
    await app.merchant.switchService('on', wish);
    await expect(app.merchant.switchService('off', wish)).rejects.toThrow('changed in another tab');
    await app.quiet();
    expect(served()).toEqual(variants());
    expect(await state()).toMatchObject({want: 'on', isReached: true, variants: {moved: variants().length}});
  });

  it('looked at ten minutes later, a service that was deleted in Shopify is found, and Home says so', async () => {
    const ours = app.store.services.all().find(({owner}) => owner === 'app');
    app.store.services.remove(ours?.id ?? '');
    await state();
    await app.quiet();
    expect(await state()).toMatchObject({stopped: null});
    app.clock.turn(11 * 60_000);
    await state();
    await app.quiet();
    expect(await state()).toMatchObject({stopped: 'removed', said: /deleted in Shopify/});
    expect((await app.merchant.overview()).fulfilmentService.said).toMatch(/deleted in Shopify/);
    await switchService('on');
    expect(served()).toEqual(variants());
    await switchService('off');
    expect(app.store.services.all()).toEqual([]);
  });

  it('names the variants that Shopify refuses with its words and their product, until they are taken', async () => {
    const [product] = app.store.products();
    const [first] = product?.variants ?? [];
    const id = first?.id ?? '';
    // Where its pieces are counted, an open order keeps it.
    app.store.editVariant(id, {inventoryItem: {tracked: true}});
    await app.merchant.pauseSending();
    const order = app.store.placeOrder({country: 'DE', lines: [{variantId: id}]});
    await app.quiet();
    await switchService('on');
    const {refused, variants: counted, stopped} = await state();
    expect([stopped, counted.moved]).toEqual([null, variants().length - 1]);
    expect(refused).toEqual({
      count: 1,
      first: [
        {
          variantGid: id,
          productGid: product?.id,
          name: expect.stringMatching(/\w/),
          options: Object.values(first?.options ?? {}),
          said: expect.stringMatching(/^Shopify refused it: .*committed quantities/),
        },
      ],
    });
    expect((await app.merchant.overview()).fulfilmentService).toEqual({said: null, refused: 1});
    app.store.fulfil(order.id);
    await switchService('on');
    expect(await state()).toMatchObject({refused: {count: 0, first: []}, variants: {moved: variants().length}});
  });
});
