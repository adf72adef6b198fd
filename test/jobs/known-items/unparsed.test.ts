// What a shop remembers of the catalogue's items: what it saves, whom it belongs to, and when it is forgotten.
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {loadKnownItems, saveKnownItems} from '../../../server/db/known-items/known-items.ts';
import {onEachSyncTestApp, type Shop} from '../sync/sync-test-app.ts';

onEachSyncTestApp('the catalogue’s items', {articles: 1_000, shops: 6}, (app) => {
  const knownOf = (shop: Shop) => loadKnownItems(app().deps.db, shop.domain);
  const digestsOf = async (shop: Shop) => {
    const {rows} = await sql<{id: string; digest: string}>`
      select article_id as id, encode(digest, 'hex') as digest from known_items where shop = ${shop.domain} order by article_id
    `.execute(app().deps.db);
    return rows;
  };
  const stored = async (shop: Shop, id: string) =>
    (
      await sql<{name: string}>`select name from articles where shop = ${shop.domain} and article_id = ${id}`.execute(
        app().deps.db,
      )
    ).rows[0]?.name;

  it('are known to the shop that read them, and to no other', async () => {
    const [shop, other] = [await app().openShop(), await app().openShop()];
    expect(await shop.run()).toMatchObject({state: 'done', counts: {articles: 1_000}});
    expect([(await knownOf(shop)).articles.size, (await knownOf(other)).articles.size]).toEqual([1_000, 0]);
    // Nor is what another shop's item was read as: here that it cannot be read.
    const {db} = app().deps;
    const [first] = await digestsOf(shop);
    await saveKnownItems(db, shop.domain, [
      {digest: first?.digest ?? '', id: null, reason: 'What only one key was told.'},
    ]);
    expect((await knownOf(other)).unreadable.size).toBe(0);
    expect(await other.run()).toMatchObject({state: 'done', reason: null, counts: {articles: 1_000, quarantined: 0}});
    expect((await digestsOf(other)).map(({id}) => id)).toHaveLength(1_000);
  });

  it('are parsed again where another program, perhaps of a release before, changed what is stored', async () => {
    const {db} = app().deps;
    const shop = await app().openShop();
    await shop.run();
    const [one, two] = app().supplier.catalogue.all();
    const ids = [one?.id ?? '', two?.id ?? ''];
    await sql`update articles set name = 'changed', data = jsonb_set(data, '{name}', '"changed"'), hash = 'changed'
      where shop = ${shop.domain} and article_id = ${ids[0]}`.execute(db);
    await sql`update articles set hash = null, name = 'changed' where shop = ${shop.domain} and article_id = ${ids[1]}`.execute(
      db,
    );
    await sql`update articles set updated_at = updated_at where shop = ${shop.domain}`.execute(db);
    expect((await knownOf(shop)).articles.size).toBe(998);
    await shop.run();
    expect([await stored(shop, ids[0] ?? ''), await stored(shop, ids[1] ?? '')]).toEqual([one?.name, two?.name]);
    expect((await knownOf(shop)).articles.size).toBe(1_000);
  });

  it('whose image addresses are signed again are not remembered, and those whose addresses stay are from the second night on', async () => {
    const {supplier} = app();
    const shop = await app().openShop();
    await shop.run();
    const [one] = supplier.catalogue.all();
    const id = one?.id ?? '';
    const sizeWith = async (images: readonly string[]) => {
      supplier.catalogue.change(id, {images: [...images]});
      await shop.run();
      return (await knownOf(shop)).articles.size;
    };
    const address = 'https://img.example.com/1.jpg?X-Amz-Signature=';
    expect(await sizeWith([`${address}a`])).toBe(999);
    expect(await sizeWith([`${address}b`])).toBe(999);
    expect(await sizeWith([`${address}b`])).toBe(1_000);
    expect(await sizeWith([`${address}c`])).toBe(999);
    expect(await sizeWith(one?.images ?? [])).toBe(1_000);
  });

  it('that cannot be read are known with their reason, count as unreadable each night, and are forgotten once they are gone', async () => {
    const {supplier} = app();
    const shop = await app().openShop();
    await shop.run();
    const end = supplier.misbehave({a: 'products', page: 1, does: {kind: 'entries', fault: 'no-tiers', at: [3]}});
    const endOther = supplier.misbehave({a: 'products', page: 2, does: {kind: 'entries', fault: 'no-id', at: [3, 4]}});
    const nights = [await shop.run(), await shop.run()];
    const bad = [...(await knownOf(shop)).unreadable.values()];
    end();
    endOther();
    expect(nights[1]?.counts).toEqual(nights[0]?.counts);
    expect(nights[1]?.counts).toMatchObject({articles: 1_000, quarantined: 2});
    expect(bad.map(({reason}) => reason)).toEqual([
      'The article has no readable id.',
      'The article has no readable id.',
    ]);
    await shop.run();
    expect((await knownOf(shop)).unreadable.size).toBe(0);
  });

  it('are loaded in as many parts as it takes', async () => {
    const {db} = app().deps;
    const shop = ShopDomain.parse('shop-1.myshopify.com');
    await sql`insert into known_items (shop, digest, article_id)
      select ${shop}, decode(md5(n::text), 'hex'), 'many-' || n from generate_series(1, 120000) as n on conflict do nothing`.execute(
      db,
    );
    const {rows} = await sql<{digest: string}>`
      select encode(digest, 'hex') as digest from known_items where shop = ${shop} and reason is null order by digest
    `.execute(db);
    const {articles} = await loadKnownItems(db, shop);
    expect(articles.size).toBe(rows.length);
    expect(rows.every(({digest}, number) => articles.find(digest) === number)).toBe(true);
    await sql`delete from known_items where shop = ${shop}`.execute(db);
  });
});
