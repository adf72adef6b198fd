// An undo that Shopify refuses in part, or answers unreadably, keeps what was done and can be asked for again. What the merchant does
// meanwhile stays.
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {FieldEdits} from '#domain/catalogue/edits.ts';
import {ArticleId, type RunId} from '#domain/ids.ts';
import {loadUndoRefusal} from '../../../../server/actions/ask-undo.ts';
import {giveFieldBack} from '../../../../server/db/listings/ownership.ts';
import {loadRun} from '../../../../server/db/runs/runs.ts';
import {loadUndos} from '../../../../server/db/runs/undos.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';
import {brands, idsOf, pricesOf, undoTestApp} from './undo-test-app.ts';

const owned = {title: 'sync', type: 'sync'} as const;
const bulk = 'productVariantsBulkUpdate';
const userErrors = [{field: null, message: 'No.', code: null}];

// On one engine: `undo` and `undo-interrupted` send its statements on both.
onEachSyncTestApp('undo refused', {articles: 60, shops: 8, engines: oneEngine}, (app, engine) => {
  const {changesOf, lastRun, moveCost, undo} = undoTestApp(app);
  const misbehave = (...[rule]: Parameters<ReturnType<typeof app>['testApp']['shopify']['misbehave']>) =>
    app().testApp.shopify.misbehave(rule);

  /** A run that has changed the price and the title of one product. */
  const changed = async (shop: Shop) => {
    const {catalogue} = app().supplier;
    await shop.run();
    const [id = ''] = idsOf(shop);
    const before = {price: pricesOf(shop.product(id))[0], title: shop.product(id).title};
    const name = catalogue.get(id)?.name ?? '';
    catalogue.change(id, {name: `${name} II`});
    const restore = moveCost(id, 1.1);
    await shop.run();
    const {id: run} = await lastRun(shop);
    const moved = {price: pricesOf(shop.product(id))[0], title: shop.product(id).title};
    expect([moved.price === before.price, moved.title === before.title]).toEqual([false, false]);
    const now = () => ({price: pricesOf(shop.product(id))[0], title: shop.product(id).title});
    return {
      id,
      run,
      before,
      moved,
      now,
      restore: () => {
        catalogue.change(id, {name});
        restore();
      },
    };
  };
  const refusalOf = async (shop: Shop, id: RunId) => {
    const {db} = app().deps;
    const run = await loadRun(db, shop.domain, id);
    if (run === null) throw new Error('no run');
    return (await loadUndoRefusal(db, shop.domain, run, await loadUndos(db, shop.domain, [id])))?.code ?? null;
  };
  const editsOf = async (shop: Shop, id: string) => (await shop.listing(id)).edits;

  it('what was written before a refusal counts, the rest can be undone again, and after that nothing is left', async () => {
    const shop = await app().openShop({brands, owned});
    const {id, run, before, moved, now, restore} = await changed(shop);
    const end = misbehave({
      fault: 'userErrors',
      userErrors,
      when: ({rootFields}) => rootFields.includes('productUpdate'),
    });
    const first = await undo(shop, run);
    end();
    expect(first).toMatchObject({state: 'partial', reason: expect.stringContaining('can be tried again')});
    expect(now()).toEqual({price: before.price, title: moved.title});
    expect(Object.keys(await editsOf(shop, id)).toSorted()).toEqual(['price']);
    const applied = (await changesOf(shop, first.id)).map(({field, applied: isDone}) => [field, isDone]);
    expect(new Map(applied as [string, boolean][])).toEqual(
      new Map([
        ['price', true],
        ['cost', false],
        ['title', false],
      ]),
    );
    expect(await refusalOf(shop, run)).toBeNull();
    const second = await undo(shop, run);
    expect(second).toMatchObject({state: 'done', counts: {chosen: 1, updated: 1, unchanged: 0}});
    expect(now()).toEqual(before);
    expect((await changesOf(shop, second.id)).map(({field}) => field)).toEqual(['title']);
    expect(await refusalOf(shop, run)).toBe('undone');
    await shop.run();
    expect(now()).toEqual(before);
    restore();
  });

  it('an unreadable answer after the write counts as what the store shows then', async () => {
    const shop = await app().openShop({brands, owned});
    const {id, run, before, now, restore} = await changed(shop);
    const writes = shop.store.writes();
    const end = misbehave({fault: 'unreadable', when: ({kind}) => kind === 'mutation'});
    const undone = await undo(shop, run);
    end();
    expect(undone).toMatchObject({state: 'done', reason: null, counts: {updated: 1}});
    expect(now()).toEqual(before);
    expect(shop.store.writes() - writes).toBe(2);
    expect(await editsOf(shop, id)).toMatchObject({price: {live: before.price}, title: {live: before.title}});
    expect(await refusalOf(shop, run)).toBe('undone');
    await shop.run();
    expect(now()).toEqual(before);
    restore();
  });

  it('where the product cannot be read again either, its fields stay the merchant’s and are settled by the next undo', async () => {
    const shop = await app().openShop({brands, owned});
    const {id, run, before, now, restore} = await changed(shop);
    let reads = 0;
    const end = misbehave({
      fault: 'unreadable',
      when: ({kind, operationName}) => {
        if (operationName === 'ProductToUndo') reads += 1;
        return kind === 'mutation' || (operationName === 'ProductToUndo' && reads > 1);
      },
    });
    expect(await undo(shop, run)).toMatchObject({state: 'partial', counts: {unchanged: 1}});
    end();
    expect(Object.keys(await editsOf(shop, id)).toSorted()).toEqual(['price', 'title']);
    moveCost(id, 1.3);
    await shop.run();
    expect(now()).toEqual(before);
    const writes = shop.store.writes();
    expect(await undo(shop, run)).toMatchObject({state: 'done', counts: {updated: 1}});
    expect(shop.store.writes()).toBe(writes);
    expect(await refusalOf(shop, run)).toBe('undone');
    restore();
  });

  it.each(['userErrors', 'cut'] as const)(
    'an undo of more than 250 variants that ends between two portions (%s) goes on there',
    async (fault) => {
      const {catalogue} = app().supplier;
      const shop = await app().openShop({brands});
      // Not the article of the other tests.
      const ids = catalogue.all().flatMap((article) => (brands.includes(article.brand) ? [article.id] : []));
      const id = ids.toSorted().at(-1) ?? '';
      const colours = Array.from({length: 20}, (_, at) => `Colour ${at}`);
      catalogue.setStock(id, {colours, sizes: Array.from({length: 15}, (_, at) => `${at + 30}`), price: 50});
      await shop.run();
      const before = pricesOf(shop.product(id));
      expect(before).toHaveLength(300);
      catalogue.setStock(id, {price: 55});
      await shop.run();
      const {id: run} = await lastRun(shop);
      let portions = 0;
      const when = ({rootFields}: {readonly rootFields: readonly string[]}) =>
        rootFields.includes(bulk) && ++portions > 1;
      const end = misbehave(fault === 'cut' ? {fault, at: 'before', when} : {fault, userErrors, when});
      const reason = fault === 'cut' ? 'can be undone again, which sets back the rest' : 'can be tried again';
      expect(await undo(shop, run)).toMatchObject({
        state: fault === 'cut' ? 'failed' : 'partial',
        reason: expect.stringContaining(reason),
      });
      end();
      expect(new Set(pricesOf(shop.product(id))).size).toBe(2);
      // The store announces the product, half written, before the undo is asked for again.
      await shop.notice(shop.product(id).id);
      expect(await undo(shop, run)).toMatchObject({state: 'done', counts: {updated: 1}});
      expect(pricesOf(shop.product(id))).toEqual(before);
    },
  );

  // The embedded database runs one transaction after the other.
  it.runIf(engine !== 'embedded')(
    'an edit that is being saved when the undo decides is waited for, and stays',
    async () => {
      const {db} = app().deps;
      const shop = await app().openShop({brands, owned});
      const {id, run, before, now, restore} = await changed(shop);
      const vendor = {vendor: {written: 'Theirs', live: 'Mine'}};
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const edit = async () => {
        const edits = JSON.stringify(FieldEdits.parse({...(await editsOf(shop, id)), ...vendor}));
        await db.transaction().execute(async (to) => {
          const listing = to.updateTable('listings').where('article_id', '=', ArticleId.parse(id));
          await listing.set({edits}).where('shop', '=', shop.domain).execute();
          await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0);
        });
      };
      const meanwhile: Promise<void>[] = [];
      const end = misbehave({
        fault: 'delay',
        ms: 300,
        at: 'after',
        when({operationName}) {
          if (operationName === 'ProductToUndo' && meanwhile.length === 0) meanwhile.push(edit());
          return operationName === 'ProductToUndo';
        },
      });
      await undo(shop, run);
      end();
      await Promise.all(meanwhile);
      expect(meanwhile).toHaveLength(1);
      expect(await editsOf(shop, id)).toMatchObject({...vendor, title: {live: before.title}});
      expect(now()).toEqual(before);
      restore();
    },
  );

  it('a field that is edited or given back while the store is asked stays so', async () => {
    const {db} = app().deps;
    const shop = await app().openShop({brands, owned});
    const {id, run, before, now, restore} = await changed(shop);
    const articleId = ArticleId.parse(id);
    const meanwhile: Promise<unknown>[] = [];
    const vendor = {vendor: {written: 'Theirs', live: 'Mine'}};
    const edit = async () =>
      db
        .updateTable('listings')
        .set({edits: JSON.stringify(FieldEdits.parse({...(await editsOf(shop, id)), ...vendor}))})
        .where('article_id', '=', articleId)
        .where('shop', '=', shop.domain)
        .execute();
    let asked = 0;
    const end = misbehave({
      fault: 'delay',
      ms: 300,
      at: 'after',
      when: ({operationName, rootFields}) => {
        const isRead = operationName === 'ProductToUndo';
        if (isRead && asked === 0) meanwhile.push(edit());
        if (rootFields.includes(bulk))
          meanwhile.push(db.transaction().execute((to) => giveFieldBack(to, shop.domain, articleId, 'price')));
        asked += isRead ? 1 : 0;
        return true;
      },
    });
    await undo(shop, run);
    end();
    await Promise.all(meanwhile);
    expect(meanwhile).toHaveLength(2);
    expect(now()).toEqual(before);
    const edits = await editsOf(shop, id);
    expect(edits).toMatchObject({...vendor, title: {live: before.title}});
    expect(Object.hasOwn(edits, 'price')).toBe(false);
    await shop.run();
    expect(now()).toMatchObject({title: before.title});
    expect(now().price).not.toBe(before.price);
    restore();
  });
});
