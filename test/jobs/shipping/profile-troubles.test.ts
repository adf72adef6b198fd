// The shipping profile in trouble: permissions that come and go, what Shopify refuses, and what is asked while something else is under way.
import {expect, it} from 'vitest';
import {keepProfile} from '../../../server/actions/shipping-profile/keep-profile.ts';
import type {Admin} from '../../../server/shopify/client/admin.ts';
import {onEachSyncTestApp, type Shop} from '../sync/sync-test-app.ts';
import {shippingTestApp} from './shipping-app.ts';

onEachSyncTestApp('a shipping profile in trouble', {articles: 60, shops: 14}, (app) => {
  const {openShipping, work, ours, variantsOf, shippingTo, wholeShipping, readFacts, allow} = shippingTestApp(app);
  /** A shop in which one variant was in another profile of the merchant's, and the profile is on. */
  const switchedOn = async () => {
    const shop = await openShipping();
    const [first = ''] = variantsOf(shop);
    const zones = [{name: 'Home', countries: ['DE'], rates: [{price: '29.00'}]}];
    const heavy = shop.store.profiles.create({name: 'Heavy goods', zones, variantIds: [first]});
    const before = wholeShipping(shop);
    await shop.merchant.switchProfile('on');
    await work(shop);
    expect(shippingTo(shop, 'DE')).toBe('16.00');
    return {shop, before, first, heavy};
  };
  const withoutPermission = ({store}: Shop) =>
    store.setScopes(store.scopes().filter((scope) => !['write_shipping', 'read_locations'].includes(scope)));
  type Call = {readonly document: string; readonly sent: string; readonly go: () => Promise<unknown>};
  /** A worker whose writing calls go through `meanwhile`. */
  const workWith = ({domain}: Shop, meanwhile: (call: Call) => Promise<unknown>) => {
    const {deps} = app();
    const admin: Admin = {
      async call(of, operation, variables, signal) {
        const go = () => deps.admin.call(of, operation, variables, signal);
        if (!operation.isWrite) return go();
        const answer = await meanwhile({document: operation.document, sent: JSON.stringify(variables), go});
        return answer as Awaited<ReturnType<typeof go>>;
      },
    };
    return keepProfile({...deps, admin}, domain);
  };
  const refusal = {profile: null, userErrors: [{code: null, field: null, message: 'The country is in no market'}]};
  const state = ({merchant}: Shop) => merchant.shippingProfile();

  it('that is switched off without the permission stays as it is, says so, and goes once it is allowed again', async () => {
    const {shop, before} = await switchedOn();
    withoutPermission(shop);
    await readFacts(shop);
    await shop.merchant.switchProfile('off');
    await work(shop);
    expect(await state(shop)).toMatchObject({want: 'off', stopped: 'not_permitted', isWorking: false});
    expect(ours(shop).variantIds).toEqual(variantsOf(shop));
    await allow(shop);
    app().clock.turn(21 * 3_600_000);
    await work(shop);
    expect(wholeShipping(shop)).toEqual(before);
  });

  it('whose permission was taken away without a word says so too', async () => {
    const {shop} = await switchedOn();
    withoutPermission(shop);
    await shop.merchant.switchProfile('on', {percent: 50});
    await work(shop);
    expect(await state(shop)).toMatchObject({stopped: 'not_permitted', isWorking: false});
    await allow(shop);
    await work(shop);
    expect([shippingTo(shop, 'DE'), (await state(shop)).stopped]).toEqual(['8.00', null]);
  });

  it('learns from a run that the store’s markets have the rates', async () => {
    const shop = await openShipping();
    shop.store.profiles.toMarketDriven();
    await shop.run();
    expect(await state(shop)).toMatchObject({isMarketDriven: true});
    await expect(shop.merchant.switchProfile('on')).rejects.toThrow(/are those of its markets/);
  });

  it('charges the table’s fee where only some articles state a lower one', async () => {
    const {shop} = await switchedOn();
    const {db} = app().deps;
    const [lower = '', silent = ''] = [...shop.products().keys()];
    const rows = [
      [lower, {price: 1_000, shipping: {EU: {fee: 800}}}],
      [silent, {price: 1_000, shipping: {}}],
    ] as const;
    for (const [id, stock] of rows)
      await db
        .updateTable('articles')
        .set({stock: JSON.stringify(stock)})
        .where('shop', '=', shop.domain)
        .where('article_id', '=', id as never)
        .execute();
    await work(shop);
    expect(shippingTo(shop, 'DE')).toBe('16.00');
  });

  it('leaves a variant where the merchant has just put it, also right before it goes', async () => {
    const {shop, first} = await switchedOn();
    const bulky = shop.store.profiles.create({name: 'Bulky goods', variantIds: [first]});
    await shop.merchant.switchProfile('off');
    await work(shop);
    expect(shop.store.profiles.all().find(({id}) => id === bulky)?.variantIds).toEqual([first]);
  });

  it('takes no price of its own for the merchant’s, whatever is asked while it is being written', async () => {
    const {shop} = await switchedOn();
    await shop.merchant.switchProfile('on', {percent: 50});
    let isAsked = false;
    await workWith(shop, async ({sent, go}) => {
      const answer = await go();
      if (sent.includes('methodDefinitionsToUpdate') && !isAsked) {
        isAsked = true;
        await shop.merchant.switchProfile('on', {percent: 80});
        throw new Error('killed');
      }
      return answer;
    }).catch(() => {});
    await work(shop);
    const {zones} = await state(shop);
    expect([isAsked, zones.filter(({change}) => change !== null)]).toEqual([true, []]);
    expect([shippingTo(shop, 'DE'), shippingTo(shop, 'GB'), shippingTo(shop, 'US')]).toEqual([
      '12.80',
      '24.00',
      '24.00',
    ]);
  });

  it.each(['create', 'update'] as const)('goes on without a country that Shopify refuses (%s)', async (kind) => {
    const shop = await openShipping();
    await shop.merchant.switchProfile('on');
    const refused = kind === 'create' ? 'GB' : 'SA';
    await workWith(shop, async ({document, sent, go}) => {
      if (!sent.includes(`"code":"${refused}"`)) return go();
      return {
        [document.includes('deliveryProfileCreate') ? 'deliveryProfileCreate' : 'deliveryProfileUpdate']: refusal,
      };
    });
    expect(ours(shop).zones).toHaveLength(10);
    expect([shippingTo(shop, 'DE'), shippingTo(shop, refused)]).toEqual(['16.00', 'refused']);
    const {said, isWorking} = await state(shop);
    expect([isWorking, said]).toEqual([
      false,
      expect.stringMatching(/^Shopify did not take the zone for .*in no market/),
    ]);
    await shop.merchant.switchProfile('on');
    await work(shop);
    expect([ours(shop).zones.length, (await state(shop)).said]).toEqual([11, null]);
  });

  it('says in Shopify’s words why no zone at all was taken', async () => {
    const shop = await openShipping();
    await shop.merchant.switchProfile('on');
    await workWith(shop, async () => ({deliveryProfileCreate: refusal}));
    expect(await state(shop)).toMatchObject({stopped: 'refused', said: /in no market/, isWorking: false});
    expect(shop.store.profiles.all()).toHaveLength(1);
  });

  it('stops where Shopify takes a change and shows something else', async () => {
    const {shop} = await switchedOn();
    await shop.merchant.switchProfile('on', {percent: 50});
    let calls = 0;
    await workWith(shop, async ({sent, go}) => {
      if (!sent.includes('methodDefinitionsToUpdate')) return go();
      calls += 1;
      return {deliveryProfileUpdate: {profile: {version: 99}, userErrors: []}};
    });
    expect(calls).toBe(1);
    expect((await state(shop)).said).toMatch(/^Shopify took a change of the profile and shows something else/);
  });

  it('is not lost where another profile refuses to take its variant back', async () => {
    const {shop, before, heavy} = await switchedOn();
    await shop.merchant.switchProfile('off');
    await workWith(shop, async ({sent, go}) => {
      if (!sent.includes(`"id":"${heavy}"`)) return go();
      return {deliveryProfileUpdate: refusal};
    });
    expect(await state(shop)).toMatchObject({stopped: 'refused', said: /in no market/});
    await work(shop);
    expect(wholeShipping(shop)).toEqual(before);
  });

  it('that is wanted again while Shopify deletes it is made once more, whole', async () => {
    const {shop} = await switchedOn();
    shop.store.setSettings({profileRemovalMs: 1_800_000});
    await shop.merchant.switchProfile('off');
    await work(shop);
    expect(await state(shop)).toMatchObject({want: 'off', isWorking: true});
    await shop.merchant.switchProfile('on');
    await work(shop);
    expect((await state(shop)).isWorking).toBe(true);
    app().clock.turn(1_800_000);
    await work(shop);
    expect(await state(shop)).toMatchObject({isWorking: false, stopped: null});
    expect([ours(shop).zones.length, ours(shop).variantIds]).toEqual([11, variantsOf(shop)]);
  });

  it('is changed by one tab only: the other one has to look again', async () => {
    const shop = await openShipping();
    const {wish} = await state(shop);
    await shop.merchant.switchProfile('on');
    const answered = await shop.merchant.switchProfile('off', {wish}).catch((error: Error) => error.message);
    expect(answered).toEqual(expect.stringMatching(/changed in another tab/));
    expect((await state(shop)).want).toBe('on');
  });
});
