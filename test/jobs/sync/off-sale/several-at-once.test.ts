// A merchant takes several products off sale at once, or gives back what was edited of them: each has its own outcome, and a repetition
// changes nothing.
import {expect, it} from 'vitest';
import {ArticleId, RunId} from '#domain/ids.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';

onEachSyncTestApp('several products at once', {articles: 60, shops: 8}, (app) => {
  const brands = ['Nordhaag', 'Sablefen'];
  const imported = async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    return {shop, ids: [...shop.products().keys()].toSorted()};
  };
  const statuses = (shop: Shop) => [...shop.products().values()].map(({status}) => status);
  const trailOf = async ({domain}: Shop, named: string) => {
    const rows = await app().deps.db.selectFrom('audit').selectAll().where('shop', '=', domain).orderBy('id').execute();
    return rows.filter(({action}) => action === named).map(({actor, subject, detail}) => [actor, subject, detail]);
  };
  const editPrices = async (shop: Shop, id: string, price: string) => {
    for (const {id: gid} of shop.product(id).variants) shop.store.editVariant(gid, {price});
    await shop.notice(shop.product(id).id);
  };

  it('all go off sale without a run, each with its line in the audit trail, and come back with the next run', async () => {
    const {shop, ids} = await imported();
    expect(ids.length).toBeGreaterThan(2);
    const {results} = await shop.merchant.takeSeveralOffSale(ids);
    expect(results.map(({id, isOffSale}) => [id, isOffSale])).toEqual(ids.map((id) => [id, true]));
    expect(new Set(statuses(shop))).toEqual(new Set(['DRAFT']));
    const noted = (await trailOf(shop, 'taken_off_sale')).map(([actor, id]) => `${actor} ${id}`);
    expect(new Set(noted)).toEqual(new Set(ids.map((id) => `user:42 ${id}`)));
    expect(noted).toHaveLength(ids.length);
    await shop.run();
    expect(new Set(statuses(shop))).toEqual(new Set(['DRAFT']));
    for (const id of ids) await shop.merchant.decideByHand(id, null);
    await shop.run();
    expect(new Set(statuses(shop))).toEqual(new Set(['ACTIVE']));
  });

  it('by two presses at the same time each is written and noted once', async () => {
    const {shop, ids} = await imported();
    const writes = shop.store.writes();
    const presses = await Promise.all([shop.merchant.takeSeveralOffSale(ids), shop.merchant.takeSeveralOffSale(ids)]);
    const again = await shop.merchant.takeSeveralOffSale(ids);
    for (const {results} of [...presses, again]) expect(results.every(({isOffSale}) => isOffSale)).toBe(true);
    expect(again.results.map(({text}) => text)).toEqual(ids.map(() => expect.stringContaining('as a draft already')));
    expect(await trailOf(shop, 'choice_changed')).toHaveLength(ids.length);
    expect(shop.store.writes()).toBeLessThanOrEqual(writes + 2 * ids.length);
    expect((await shop.listing(ids[0] ?? '')).takenFrom).toBe('ACTIVE');
  });

  it('one that Shopify refuses stops no other: it is named with the reason, and the next run does it', async () => {
    const {shop, ids} = await imported();
    const [refused = '', ...others] = ids;
    const gid = shop.product(refused).id;
    const end = app().testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{field: ['status'], message: 'Not today'}],
      when: ({shop: of, kind, variables}) =>
        of === shop.domain && kind === 'mutation' && JSON.stringify(variables).includes(`${gid}"`),
    });
    const {results} = await shop.merchant.takeSeveralOffSale(ids);
    end();
    expect(results.filter(({isOffSale}) => !isOffSale)).toEqual([
      {id: refused, isOffSale: false, text: expect.stringMatching(/Not today.*the next update takes/)},
    ]);
    expect(shop.product(refused).status).toBe('ACTIVE');
    for (const id of others) expect(shop.product(id).status).toBe('DRAFT');
    await shop.run();
    expect(shop.product(refused).status).toBe('DRAFT');
  });

  it('an error of the app for one is that one’s outcome: the others go off sale', async () => {
    const {shop, ids} = await imported();
    const [broken = '', ...others] = ids;
    const {db} = app().deps;
    await db
      .updateTable('listings')
      .set({edits: JSON.stringify({title: 'no edit'})})
      .where('shop', '=', shop.domain)
      .where('article_id', '=', ArticleId.parse(broken))
      .execute();
    const answer = await shop.merchant.takeSeveralOffSale(ids).catch(String);
    const brokenOne = {id: broken, isOffSale: false, text: expect.stringContaining('went wrong on our side')};
    expect(answer).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining(brokenOne)]),
    });
    for (const id of others) expect(shop.product(id).status).toBe('DRAFT');
  });

  it('during a run, whichever writes first, all are off sale in the end', async () => {
    const {shop, ids} = await imported();
    for (const id of ids) app().supplier.catalogue.setStock(id, {price: 31.4});
    const presses: Promise<unknown>[] = [];
    app().onCheckpoint = (name) => {
      if (name !== 'operation-answered' || presses.length > 0) return;
      presses.push(shop.merchant.takeSeveralOffSale(ids), shop.merchant.takeSeveralOffSale(ids));
    };
    await shop.run();
    app().onCheckpoint = () => {};
    expect(presses).toHaveLength(2);
    await Promise.all(presses);
    await shop.run();
    expect(new Set(statuses(shop))).toEqual(new Set(['DRAFT']));
  });

  it('what was edited is given back for all that were, and one run writes it; a repetition gives nothing back', async () => {
    const {shop, ids} = await imported();
    const [one = '', two = '', three = ''] = ids;
    const prices = (id: string) => shop.product(id).variants.map(({price}) => price);
    const before = new Map(ids.map((id) => [id, prices(id)]));
    await editPrices(shop, one, '199.00');
    await editPrices(shop, two, '198.00');
    const first = await shop.merchant.giveBack([one, two, three]);
    expect(first).toMatchObject({
      results: [
        {id: one, fields: 1},
        {id: two, fields: 1},
        {id: three, fields: 0},
      ],
      run: {kind: 'selected', named: 2},
    });
    expect(await shop.merchant.giveBack([one, two, three])).toEqual({
      results: [one, two, three].map((id) => ({id, fields: 0})),
      run: null,
    });
    expect(await trailOf(shop, 'field_given_back')).toEqual([
      ['user:42', one, 'price'],
      ['user:42', two, 'price'],
    ]);
    await shop.run({runId: RunId.parse(first.run?.id), kind: 'selected'});
    for (const id of ids) expect(prices(id)).toEqual(before.get(id));
  });

  it('an edit in the store of a product of another shop, and an unknown article, are not found: nothing is given back', async () => {
    const {shop, ids} = await imported();
    const [id = ''] = ids;
    await editPrices(shop, id, '199.00');
    const stranger = await app().openShop({});
    for (const act of [stranger.merchant.giveBack, stranger.merchant.takeSeveralOffSale])
      await expect(act([id])).rejects.toThrow('does not exist');
    await expect(shop.merchant.giveBack([id, 'no such'])).rejects.toThrow('does not exist');
    expect((await shop.listing(id)).edits.price).toMatchObject({live: '199.00'});
    expect(shop.product(id).status).toBe('ACTIVE');
  });
});
