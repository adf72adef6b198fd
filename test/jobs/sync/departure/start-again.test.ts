// A merchant who left uses the app again: what the departure changed is put back, and nothing of what the merchant had decided before.
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {ArticleId, VariantGid} from '#domain/ids.ts';
import {startAgain} from '../../../../server/actions/departure/ask-departure.ts';
import {saveVariantOffSale} from '../../../../server/db/listings/listing-variants.ts';
import {purgeHistory} from '../../../../server/db/runs/run-changes.ts';
import {onEachSyncTestApp, type Product, type Shop} from '../sync-test-app.ts';
import {departureApp} from './departure-app.ts';

onEachSyncTestApp('a merchant who starts again', {articles: 60, shops: 14}, (app) => {
  const {imported, carryOut, leave, onSale, departWith} = departureApp(app);
  const idsIn = ({store}: Shop) =>
    store
      .products()
      .map(({articleId}) => articleId ?? '')
      .toSorted();
  const wordsOf = ({options}: Product['variants'][number]) => Object.values(options).join(' / ');
  const variantsOf = (shop: Shop, id: string) => shop.product(id).variants.map(wordsOf).toSorted();
  const brakes = async (shop: Shop) => (await shop.merchant.brakes()).brakes;

  it('gets what was deleted made again, but not what the merchant had deleted, and again after a second departure', async () => {
    const {shop, ids} = await imported();
    const [known = '', unknown = '', ...others] = ids;
    shop.store.deleteProduct(shop.product(known).id);
    await shop.notice((await shop.listing(known)).productGid ?? '');
    // No webhook has said yet that this one is gone.
    shop.store.deleteProduct(shop.product(unknown).id);
    for (const turn of [1, 2]) {
      await leave(shop, 'delete');
      expect(shop.store.products()).toEqual([]);
      expect((await shop.merchant.departure()).departure, `turn ${turn}`).toMatchObject({deleted: others.length});
      await shop.merchant.startAgain();
      await shop.run();
      expect([idsIn(shop), onSale(shop)]).toEqual([others, others]);
    }
  });

  it('gets no variant back that was off sale or deleted before', async () => {
    const {shop, ids} = await imported();
    const id = ids.find((each) => shop.product(each).variants.length > 3) ?? '';
    const [off, gone] = shop.product(id).variants;
    if (off === undefined || gone === undefined) throw new Error('no article has so many variants');
    const {deps} = app();
    await saveVariantOffSale(deps.db, shop.domain, VariantGid.parse(off.id), true, deps.now());
    shop.store.deleteVariant(gone.id);
    await shop.notice(shop.product(id).id);
    await shop.run();
    const before = variantsOf(shop, id);
    expect(before).not.toContain(wordsOf(off));
    expect(before).not.toContain(wordsOf(gone));
    await leave(shop, 'delete');
    await shop.merchant.startAgain();
    await shop.run();
    expect(variantsOf(shop, id)).toEqual(before);
  });

  it('gets the drafts of the merchant as drafts, also those that leaving had archived before, as on sale what was on sale', async () => {
    const {shop, ids} = await imported();
    const [mine = '', archived = '', ...others] = ids;
    shop.store.editProduct(shop.product(mine).id, {status: 'DRAFT'});
    shop.store.editProduct(shop.product(archived).id, {status: 'ARCHIVED'});
    await leave(shop, 'archive');
    await leave(shop, 'delete');
    expect(shop.store.products()).toEqual([]);
    await shop.merchant.startAgain();
    await shop.run();
    expect([idsIn(shop), onSale(shop)]).toEqual([ids, others]);
    for (const id of [mine, archived]) expect(shop.product(id).status).toBe('DRAFT');
    await shop.run();
    expect(onSale(shop)).toEqual(others);
  });

  it('with other rules gets what they choose, and nothing waits for a decision', async () => {
    const {shop, ids} = await imported({brands: ['Nordhaag', 'Sablefen', 'Ferro Lino']});
    await leave(shop, 'delete');
    await shop.merchant.startAgain();
    await shop.set({brands: ['Nordhaag']});
    await shop.run();
    const back = idsIn(shop);
    expect(back.length).toBeGreaterThan(0);
    expect(back.length).toBeLessThan(ids.length);
    expect(await brakes(shop)).toEqual([]);
    await shop.set({});
    await shop.run();
    expect(idsIn(shop)).toEqual(ids);
  });

  it('is promised only what is listed and chosen; of all else the reason is said', async () => {
    const {shop, ids} = await imported();
    const [out = '', chosen = '', other = ''] = ids;
    await shop.merchant.decideByHand(out, 'left_out');
    await leave(shop, 'delete');
    const choose = (isChosen: boolean) =>
      app()
        .deps.db.updateTable('articles')
        .set({chosen: isChosen})
        .where('shop', '=', shop.domain)
        .where('article_id', '=', ArticleId.parse(other))
        .execute();
    await choose(false);
    // What the page says beforehand.
    expect((await shop.merchant.departure()).departure?.toMakeAgain).toEqual({products: ids.length - 2, drafts: 0});
    await shop.merchant.startAgain();
    await choose(true);
    expect(await shop.listing(chosen)).toMatchObject({productGid: null, reason: 'The next update makes it again.'});
    expect((await shop.listing(out)).reason).toBe('You left it out.');
    expect((await shop.listing(other)).reason).toBe('It is no longer among the chosen articles.');
    await shop.run();
    expect(idsIn(shop)).toEqual(ids.filter((id) => id !== out));
    expect(await brakes(shop)).toEqual([]);
  });

  it('after leaving was stopped half-way, and another choice, has everything as before', async () => {
    const {shop, ids} = await imported({brands: ['Nordhaag', 'Sablefen', 'Ferro Lino', 'Tarn & Tweed']});
    await shop.merchant.leave('delete', 'DELETE');
    await departWith(shop, 2, () => shop.merchant.stopLeaving());
    const left = idsIn(shop);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(ids.length);
    await leave(shop, 'draft');
    expect(onSale(shop)).toEqual([]);
    await shop.merchant.startAgain();
    await shop.run();
    expect(onSale(shop)).toEqual(ids);
  });

  it('is on sale as before where the answer about taking a product off sale was lost when leaving ended', async () => {
    const {shop, ids} = await imported();
    await shop.merchant.leave('draft');
    let isLost = false;
    await departWith(
      shop,
      0,
      async () => {},
      async (call) => {
        const answer = await call();
        if (!isLost && onSale(shop).length < ids.length) {
          isLost = true;
          throw new Error('the connection is gone');
        }
        return answer;
      },
    );
    expect(onSale(shop).length).toBeLessThan(ids.length);
    await shop.merchant.startAgain();
    await shop.run();
    expect(onSale(shop)).toEqual(ids);
  });

  it('has everything again where the answer to a deletion was lost, or the worker died before it stored it', async () => {
    const {shop, ids} = await imported();
    await shop.merchant.leave('delete', 'DELETE');
    let isLost = false;
    const run = await departWith(
      shop,
      0,
      async () => {},
      async (call) => {
        const answer = await call();
        if (!isLost && shop.store.products().length < ids.length) {
          isLost = true;
          throw new Error('the connection is gone');
        }
        return answer;
      },
    );
    expect([run?.state, isLost]).toEqual(['failed', true]);
    await shop.merchant.tryLeavingAgain();
    await carryOut(shop);
    expect((await shop.merchant.departure()).departure).toMatchObject({phase: 'done', deleted: ids.length});
    await shop.merchant.startAgain();
    await shop.run();
    expect(onSale(shop)).toEqual(ids);
  });

  it('has everything again after the history was purged', async () => {
    const {shop, ids} = await imported();
    await leave(shop, 'delete');
    const {deps, clock, passDays} = app();
    await passDays(7);
    await purgeHistory(deps.db, shop.domain, clock.now());
    await shop.merchant.startAgain();
    await shop.run();
    expect(onSale(shop)).toEqual(ids);
  });

  it('that the merchant deletes after starting again stays deleted', async () => {
    const {shop, ids} = await imported();
    const [id = '', ...others] = ids;
    await leave(shop, 'archive');
    await shop.merchant.startAgain();
    await shop.run();
    shop.store.deleteProduct(shop.product(id).id);
    await shop.notice((await shop.listing(id)).productGid ?? '');
    await leave(shop, 'delete');
    await shop.merchant.startAgain();
    await shop.run();
    expect(idsIn(shop)).toEqual(others);
  });

  it('starts again with more products than a statement takes values', {timeout: 60_000}, async () => {
    const {shop, ids} = await imported();
    const {db, now} = app().deps;
    await leave(shop, 'delete');
    await sql`
      insert into listings (shop, article_id, product_gid, state, departed_as, created_at, updated_at)
      select ${shop.domain}, 'X-' || n, 'gid://shopify/Product/9' || n, 'deleted_in_store', 'active', ${now()}, ${now()}
      from generate_series(1, 66000) as n
    `.execute(db);
    expect(await startAgain(db, {shop: shop.domain, actor: 'user:1', now: now()})).toEqual({kind: 'done'});
    const left = await db.selectFrom('listings').select('state').distinct().where('shop', '=', shop.domain).execute();
    expect(left).toEqual([{state: 'retired'}]);
    await shop.run();
    expect(idsIn(shop)).toEqual(ids);
  });
});
