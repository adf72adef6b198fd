// A merchant takes one product off sale: the store shows it within that request, without a run, and no later run puts it back.
import {expect, it} from 'vitest';
import {loadRuns} from '../../../../server/db/runs/runs.ts';
import type {Misbehaviour} from '../../../sandbox/shopify/start.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';

onEachSyncTestApp('a product that is taken off sale at once', {articles: 60, shops: 17}, (app) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const imported = async (settings = {}) => {
    const shop = await app().openShop({brands, ...settings});
    await shop.run();
    const [id = '', other = ''] = [...shop.products().keys()].toSorted();
    return {shop, id, other};
  };
  const stateOf = async (shop: Shop, id: string) => {
    const {state, reasonCode, takenOffSale, takenFrom} = await shop.listing(id);
    return {state, reasonCode, takenOffSale, takenFrom, inStore: shop.product(id).status};
  };
  const offSale = {state: 'retired', reasonCode: 'left_out', takenOffSale: true, takenFrom: 'ACTIVE', inStore: 'DRAFT'};
  const trailOf = async ({domain}: Shop) => {
    const rows = await app().deps.db.selectFrom('audit').selectAll().where('shop', '=', domain).orderBy('id').execute();
    return rows.map(({actor, action, subject, before, after}) => [actor, action, subject, before, after]);
  };
  type When = NonNullable<Misbehaviour['when']>;
  const onWrite =
    ({domain}: Shop): When =>
    ({shop, kind}) =>
      shop === domain && kind === 'mutation';
  /** The question for the product after it was written. */
  const onReadBack = ({domain}: Shop): When => {
    const written = new Set<string>();
    return ({shop, kind, variables}) => {
      if (shop !== domain) return false;
      const identifier = JSON.stringify(variables);
      const gid = /gid:\/\/shopify\/Product\/\d+/.exec(identifier)?.[0] ?? '';
      if (kind === 'mutation') written.add(gid);
      return kind === 'query' && written.has(gid);
    };
  };

  it('is a draft in the store without any run, and the only product that was written', async () => {
    const {shop, id, other} = await imported();
    const runs = (await loadRuns(app().deps.db, shop.domain, 50)).length;
    const [title, writes] = [shop.product(id).title, shop.store.writes()];
    const answer = await shop.merchant.takeOffSale(id);
    expect(answer).toMatchObject({isOffSale: true, article: {hand: 'left_out', listing: {state: 'retired'}}});
    expect(answer.text).toMatch(
      /^Off sale\. Shopify shows the product as a draft\. .*the next update puts it on sale\.$/,
    );
    expect(await stateOf(shop, id)).toEqual(offSale);
    expect(shop.store.writes()).toBe(writes + 1);
    expect([shop.product(id).title, shop.product(other).status]).toEqual([title, 'ACTIVE']);
    expect(await loadRuns(app().deps.db, shop.domain, 50)).toHaveLength(runs);
    expect(await trailOf(shop)).toEqual([
      ['user:42', 'choice_changed', id, 'by the rules', 'left_out'],
      ['user:42', 'taken_off_sale', id, 'ACTIVE', 'DRAFT'],
    ]);
  });

  it('stays off sale in every run, until the merchant chooses it again: then the next run puts it on sale', async () => {
    const {shop, id} = await imported();
    await shop.merchant.takeOffSale(id);
    await shop.notice(shop.product(id).id);
    const writes = shop.store.writes();
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 0}});
    expect(shop.store.writes()).toBe(writes);
    expect(await stateOf(shop, id)).toEqual(offSale);
    await shop.merchant.decideByHand(id, null);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {restored: 1}});
    expect(await stateOf(shop, id)).toMatchObject({state: 'active', takenOffSale: false, inStore: 'ACTIVE'});
  });

  it('by two presses at the same time is written and noted once, and a third press says the same', async () => {
    const {shop, id} = await imported();
    const press = () => shop.merchant.takeOffSale(id);
    const [one, two] = await Promise.all([press(), press()]);
    const third = await press();
    expect([one.isOffSale, two.isOffSale, third.isOffSale]).toEqual([true, true, true]);
    expect(third.text).toContain('as a draft already');
    expect(await stateOf(shop, id)).toEqual(offSale);
    const actions = (await trailOf(shop)).map(([, action]) => action);
    expect(actions.filter((action) => action === 'choice_changed')).toHaveLength(1);
    await shop.merchant.decideByHand(id, 'picked');
    await shop.run();
    expect(shop.product(id).status).toBe('ACTIVE');
  });

  it('is archived where the settings say that of products that leave, and keeps what the merchant edited', async () => {
    const {shop, id} = await imported({retireAs: 'archive', owned: {title: 'sync'}});
    shop.store.editProduct(shop.product(id).id, {title: 'My own words'});
    expect((await shop.merchant.takeOffSale(id)).text).toContain('as archived');
    expect(shop.product(id)).toMatchObject({status: 'ARCHIVED', title: 'My own words'});
  });

  it('that the merchant had made a draft stays one, and no run puts it on sale for the merchant', async () => {
    const {shop, id} = await imported();
    shop.store.editProduct(shop.product(id).id, {status: 'DRAFT'});
    const writes = shop.store.writes();
    const {isOffSale, text} = await shop.merchant.takeOffSale(id);
    expect([isOffSale, text]).toEqual([true, expect.stringContaining('only you can put it on sale')]);
    await shop.merchant.decideByHand(id, 'picked');
    await shop.run();
    expect([shop.product(id).status, shop.store.writes()]).toEqual(['DRAFT', writes]);
  });

  it('that was deleted in Shopify is said to be deleted, now and in the listing', async () => {
    const {shop, id} = await imported();
    shop.store.deleteProduct(shop.product(id).id);
    for (const _ of ['first', 'again']) {
      const answer = await shop.merchant.takeOffSale(id);
      expect(answer).toMatchObject({isOffSale: true, article: {listing: {state: 'deleted_in_store'}}});
      expect(answer.text).toContain('was deleted in Shopify');
    }
  });

  it('that was never made is not made: the article is left out', async () => {
    const shop = await app().openShop({brands});
    await shop.run({kind: 'preview'});
    const article = app()
      .supplier.catalogue.all()
      .find(({brand}) => brand === 'Nordhaag');
    const {text, article: detail} = await shop.merchant.takeOffSale(article?.id ?? '');
    expect([text, detail.hand]).toEqual([expect.stringContaining('no product in your store'), 'left_out']);
    await shop.run();
    expect(shop.products().has(article?.id ?? '')).toBe(false);
  });

  it.each([
    ['refuses', onWrite, {fault: 'userErrors', userErrors: [{field: ['status'], message: 'Not today'}]}, 'Not today'],
    ['cannot be reached', onWrite, {fault: 'cut', at: 'before'}, 'Shopify did not answer'],
    ['does it, but does not show it', onReadBack, {fault: 'cut', at: 'before'}, 'may still be on sale'],
    ['does not take the app’s token', onWrite, {fault: 'unauthorised'}, 'does not let the app in'],
    ['refuses every write', onWrite, {fault: 'status', status: 403}, 'may still be on sale'],
  ] as const)(
    'and Shopify %s: the decision stays, the page says so, and a second press or the next run does it',
    async (_, when, fault, said) => {
      const {shop, id, other} = await imported();
      const end = app().testApp.shopify.misbehave({...fault, when: when(shop)});
      for (const one of [id, other]) {
        const answer = await shop.merchant.takeOffSale(one);
        expect(answer).toMatchObject({isOffSale: false, article: {hand: 'left_out', listing: {state: 'active'}}});
        expect(answer.text).toContain(said);
        expect(answer.text).toContain('the next update takes the product off sale');
      }
      end();
      expect(await shop.merchant.takeOffSale(id)).toMatchObject({isOffSale: true});
      await shop.run();
      for (const one of [id, other]) expect(await stateOf(shop, one)).toEqual(offSale);
      await shop.merchant.decideByHand(other, null);
      await shop.run();
      expect(shop.product(other).status).toBe('ACTIVE');
    },
  );

  it('is not said to be off sale where the store shows it on sale after the write', async () => {
    const {shop, id} = await imported();
    const gid = shop.product(id).id;
    let isWritten = false;
    const end = app().testApp.shopify.misbehave({
      fault: 'delay',
      ms: 1,
      when({shop: of, kind}) {
        if (of === shop.domain && kind === 'query' && isWritten) shop.store.editProduct(gid, {status: 'ACTIVE'});
        isWritten ||= of === shop.domain && kind === 'mutation';
        return false;
      },
    });
    const {isOffSale, text, article} = await shop.merchant.takeOffSale(id);
    end();
    expect([isOffSale, text]).toEqual([false, expect.stringContaining('still shows the product on sale')]);
    expect(article.listing).toMatchObject({state: 'active', lowered: true});
    // Pressed again, it is the app's: taken back, the next update puts it on sale.
    expect(await shop.merchant.takeOffSale(id)).toMatchObject({isOffSale: true});
    await shop.merchant.decideByHand(id, null);
    await shop.run();
    expect(shop.product(id).status).toBe('ACTIVE');
  });

  it('though the answer was lost, is put on sale again once that is taken back, also before the next update', async () => {
    const {shop, id} = await imported();
    const end = app().testApp.shopify.misbehave({fault: 'cut', at: 'before', when: onReadBack(shop)});
    expect(await shop.merchant.takeOffSale(id)).toMatchObject({isOffSale: false});
    end();
    expect(shop.product(id).status).toBe('DRAFT');
    await shop.merchant.decideByHand(id, null);
    await shop.run();
    expect(shop.product(id).status).toBe('ACTIVE');
  });

  it('of another shop, and an article that does not exist, are not found, and nothing is written or noted', async () => {
    const {shop, id} = await imported();
    const stranger = await app().openShop({});
    for (const unknown of [id, 'no such', `${id}\u0000`]) {
      await expect(stranger.merchant.takeOffSale(unknown)).rejects.toThrow('There is no such article.');
    }
    expect(shop.product(id).status).toBe('ACTIVE');
    expect([await trailOf(shop), await trailOf(stranger)]).toEqual([[], []]);
  });
});
