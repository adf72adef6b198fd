// A run is undone: what is still as the run wrote it becomes what it was, and is the merchant’s from then on.
import {expect, it} from 'vitest';
import {ArticleId, type RunId} from '#domain/ids.ts';
import {countListings} from '../../../../server/db/listings/listing-facts.ts';
import {giveFieldBack} from '../../../../server/db/listings/ownership.ts';
import {quickestEngine} from '../../../support/test-app.ts';
import {onEachSyncTestApp} from '../sync-test-app.ts';
import {brands, idsOf, pricesOf, undoTestApp} from './undo-test-app.ts';

onEachSyncTestApp('undo', {articles: 60, shops: 10}, (app, engine) => {
  const {changesOf, expectTrueFigures, lastRun, moveCost, undo} = undoTestApp(app);

  it('sets prices back, they are the merchant’s for every later run, and given back they follow the supplier again', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = ''] = idsOf(shop);
    const before = pricesOf(shop.product(id));
    const restore = moveCost(id, 1.1);
    await shop.run();
    const moved = pricesOf(shop.product(id));
    expect(moved).not.toEqual(before);
    const undone = await undo(shop, (await lastRun(shop)).id);
    expect(undone).toMatchObject({state: 'done', counts: {chosen: 1, updated: 1, unchanged: 0}});
    expect(pricesOf(shop.product(id))).toEqual(before);
    expect((await shop.listing(id)).edits.price).toEqual({written: moved[0], live: before[0]});
    await shop.run();
    moveCost(id, 1.2);
    await shop.run();
    expect(pricesOf(shop.product(id))).toEqual(before);
    await shop.notice(shop.product(id).id);
    await giveFieldBack(app().deps.db, shop.domain, ArticleId.parse(id), 'price');
    await shop.run();
    expect(pricesOf(shop.product(id))).not.toEqual(before);
    restore();
  });

  it('products the run made become drafts, none is deleted, and no run puts them on sale again', async () => {
    const shop = await app().openShop({brands: brands.slice(0, 1)});
    await shop.run();
    const first = idsOf(shop);
    await shop.set({brands: brands.slice(0, 2)});
    await shop.run();
    const made = idsOf(shop).filter((id) => !first.includes(id));
    expect(made.length).toBeGreaterThan(0);
    const undone = await undo(shop, (await lastRun(shop)).id);
    expect(undone.counts).toMatchObject({updated: made.length});
    const {active, drafts} = await countListings(app().deps.db, shop.domain);
    expect({active, drafts}).toEqual({active: first.length + made.length, drafts: made.length});
    await expectTrueFigures(shop);
    await shop.run();
    expect(made.map((id) => shop.product(id).status)).toEqual(made.map(() => 'DRAFT'));
    expect(first.map((id) => shop.product(id).status)).toEqual(first.map(() => 'ACTIVE'));
  });

  // The tests above, and those of other suites, send each statement of those below to the other engine too.
  if (engine !== quickestEngine) return;

  it('an edit since the run stays, a later run’s value too, and what is gone is named; each with its reason', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [edited = '', later = '', gone = '', plain = ''] = idsOf(shop);
    const before = new Map([...shop.products()].map(([id, product]) => [id, pricesOf(product)]));
    const restores = [edited, later, gone, plain].map((id) => moveCost(id, 1.1));
    await shop.run();
    const {id: run} = await lastRun(shop);
    moveCost(later, 1.15);
    await shop.run();
    const laterPrices = pricesOf(shop.product(later));
    // The webhook of this edit never arrives: only the store knows of it.
    for (const {id} of shop.product(edited).variants) shop.store.editVariant(id, {price: '199.00'});
    shop.store.deleteProduct(shop.product(gone).id);
    const undone = await undo(shop, run);
    expect(undone).toMatchObject({state: 'done', counts: {chosen: 4, updated: 1, unchanged: 3}});
    expect(pricesOf(shop.product(edited))).toEqual(before.get(edited)?.map(() => '199.00'));
    expect(pricesOf(shop.product(later))).toEqual(laterPrices);
    expect(pricesOf(shop.product(plain))).toEqual(before.get(plain));
    const prices = (await changesOf(shop, undone.id)).filter(({field}) => field === 'price');
    expect(new Map(prices.map(({articleId, applied}): [string, boolean] => [articleId, applied]))).toEqual(
      new Map([edited, later, gone, plain].map((id) => [id, id === plain])),
    );
    const whyOf = (id: string) => prices.find(({articleId}) => articleId === id)?.why;
    expect(whyOf(edited)).toContain('You changed it');
    expect(whyOf(later)).toContain('A later update');
    expect(whyOf(gone)).toContain('no longer in your store');
    expect((await shop.listing(gone)).state).toBe('deleted_in_store');
    await expectTrueFigures(shop);
    for (const restore of restores) restore();
  });

  it('retired products come back as they were and no run retires them again; held ones too', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands});
    await shop.run();
    const [draft = '', unlisted = '', held = ''] = idsOf(shop);
    shop.store.editProduct(shop.product(unlisted).id, {status: 'UNLISTED'});
    for (const id of [draft, unlisted]) catalogue.withdraw(id);
    const restore = moveCost(held, 1.7);
    await shop.run();
    const statuses = () => [draft, unlisted, held].map((id) => shop.product(id).status);
    expect(statuses()).toEqual(['DRAFT', 'DRAFT', 'DRAFT']);
    await undo(shop, (await lastRun(shop)).id);
    expect(statuses()).toEqual(['ACTIVE', 'UNLISTED', 'ACTIVE']);
    await expectTrueFigures(shop);
    const writes = shop.store.writes();
    for (const _night of [1, 2]) await shop.run();
    expect(statuses()).toEqual(['ACTIVE', 'UNLISTED', 'ACTIVE']);
    expect(shop.store.writes()).toBe(writes);
    expect((await shop.listing(draft)).state).toBe('active');
    // Listed again and then gone once more, it is retired as ever.
    restore();
    for (const id of [draft, unlisted]) catalogue.restore(id);
    await shop.run();
    catalogue.withdraw(draft);
    await shop.run();
    expect(shop.product(draft).status).toBe('DRAFT');
    catalogue.restore(draft);
  });

  it('what came back on sale by the run is a draft again, and stays one', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = ''] = idsOf(shop);
    catalogue.withdraw(id);
    await shop.run();
    catalogue.restore(id);
    await shop.run();
    expect(shop.product(id).status).toBe('ACTIVE');
    await undo(shop, (await lastRun(shop)).id);
    await expectTrueFigures(shop);
    await shop.run();
    expect(shop.product(id).status).toBe('DRAFT');
    await expectTrueFigures(shop);
  });

  it('runs are undone one after the other, the newest first: prices are what they were before the oldest', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = ''] = idsOf(shop);
    const seen = [pricesOf(shop.product(id))];
    const restore = moveCost(id, 1);
    const runs: RunId[] = [];
    for (const factor of [1.1, 1.1]) {
      moveCost(id, factor);
      await shop.run();
      runs.push((await lastRun(shop)).id);
      seen.push(pricesOf(shop.product(id)));
    }
    const [older, newer] = runs;
    if (older === undefined || newer === undefined) throw new Error('two runs are needed');
    expect(new Set(seen.map(([price]) => price)).size).toBe(3);
    expect(await undo(shop, newer)).toMatchObject({counts: {updated: 1}});
    expect(pricesOf(shop.product(id))).toEqual(seen[1]);
    // What the store announces of the first undo changes nothing for the second.
    await shop.notice(shop.product(id).id);
    expect(await undo(shop, older)).toMatchObject({state: 'done', counts: {updated: 1}});
    expect(pricesOf(shop.product(id))).toEqual(seen[0]);
    await shop.run();
    expect(pricesOf(shop.product(id))).toEqual(seen[0]);
    restore();
  });

  it('so it is with what a run took off sale and the next put on sale again', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = ''] = idsOf(shop);
    catalogue.withdraw(id);
    await shop.run();
    const retiring = (await lastRun(shop)).id;
    catalogue.restore(id);
    await shop.run();
    await undo(shop, (await lastRun(shop)).id);
    expect(shop.product(id).status).toBe('DRAFT');
    expect(await undo(shop, retiring)).toMatchObject({counts: {updated: 1}});
    expect(shop.product(id).status).toBe('ACTIVE');
    await shop.run();
    expect(shop.product(id).status).toBe('ACTIVE');
  });

  it('what the store refuses stays the sync’s, and the undo says so', async () => {
    const shop = await app().openShop({brands});
    await shop.run();
    const [id = ''] = idsOf(shop);
    const restore = moveCost(id, 1.1);
    await shop.run();
    const {id: run} = await lastRun(shop);
    const moved = pricesOf(shop.product(id));
    const userErrors = [{field: null, message: 'No.', code: null}];
    const end = app().testApp.shopify.misbehave({
      fault: 'userErrors',
      userErrors,
      when: ({rootFields}) => rootFields.includes('productVariantsBulkUpdate'),
    });
    const undone = await undo(shop, run);
    end();
    expect(undone).toMatchObject({
      state: 'partial',
      reason: expect.stringContaining('refused'),
      counts: {unchanged: 1},
    });
    expect(pricesOf(shop.product(id))).toEqual(moved);
    expect((await shop.listing(id)).edits).toEqual({});
    restore();
  });
});
