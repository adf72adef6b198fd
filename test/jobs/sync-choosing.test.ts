// What the merchant chose is imported; what is not chosen any more leaves the shelf, and only named products are deleted.
import {expect, it} from 'vitest';
import {Settings} from '#domain/settings.ts';
import {choiceBasis, saveHand} from '../../server/db/choice.ts';
import {loadSettings, loadShop} from '../../server/db/shops.ts';
import {onEachStage, type Shop} from './sync-stage.ts';

onEachStage('choosing', {articles: 60, shops: 8}, (stage) => {
  const including = (id: string, brands: string[]) => ({id, effect: 'include', brands});
  const hand = async (shop: Shop, ids: readonly string[], how: 'picked' | 'left_out' | null) => {
    const {db} = stage().deps;
    const facts = await loadShop(db, shop.domain);
    if (facts === null) throw new Error('no shop');
    const settings = Settings.parse(await loadSettings(db, shop.domain));
    return saveHand(db, shop.domain, ids, how, choiceBasis(settings, facts));
  };
  const idsOf = (shop: Shop) => [...shop.products().keys()].toSorted();
  const brandOf = (id: string) => stage().supplier.catalogue.get(id)?.brand;

  it('nothing is imported where nothing is chosen', async () => {
    const shop = await stage().openShop();
    expect(await shop.run()).toMatchObject({state: 'done', counts: {chosen: 0, created: 0, writes: 0}});
  });

  it('an excluding rule is stronger than an including one, and a hand stronger than both', async () => {
    const shop = await stage().openShop({
      choice: [
        including('all', []),
        {id: 'not these', effect: 'exclude', brands: ['tarn & tweed']},
        {id: 'cheap ones', effect: 'exclude', costTo: 3_000},
      ],
    });
    await shop.run({kind: 'preview'});
    const listed = stage().supplier.catalogue.listed();
    const tweed = listed.find(({id}) => brandOf(id) === 'Tarn & Tweed')?.id ?? '';
    const dear = listed.find(({id, cents}) => brandOf(id) !== 'Tarn & Tweed' && cents > 3_000)?.id ?? '';
    await hand(shop, [tweed], 'picked');
    await hand(shop, [dear], 'left_out');
    await shop.run();
    const ids = idsOf(shop);
    expect(ids).toContain(tweed);
    expect(ids).not.toContain(dear);
    expect(ids.length).toBeGreaterThan(5);
    for (const id of ids.filter((each) => each !== tweed)) {
      expect(brandOf(id)).not.toBe('Tarn & Tweed');
      expect(listed.find((entry) => entry.id === id)?.cents).toBeGreaterThan(3_000);
    }
  });

  it('an article that arrives follows the rules by itself', async () => {
    const {catalogue} = stage().supplier;
    const shop = await stage().openShop({brands: ['Sablefen']});
    await shop.run();
    const before = idsOf(shop).length;
    const arrived = catalogue.add({brand: 'Sablefen', pricing: 'fixed', currency: 'EUR'});
    await shop.run();
    expect(idsOf(shop)).toContain(arrived.id);
    expect(idsOf(shop)).toHaveLength(before + 1);
    catalogue.remove(arrived.id);
  });

  it('what is switched off becomes a draft, is never deleted, and comes back when it is switched on again', async () => {
    const shop = await stage().openShop({brands: ['Nordhaag', 'Sablefen']});
    await shop.run();
    const [first = ''] = idsOf(shop).filter((id) => brandOf(id) === 'Sablefen');
    await shop.set({brands: ['Nordhaag']});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 2}});
    expect(idsOf(shop)).toContain(first);
    expect(shop.product(first).status).toBe('DRAFT');
    expect(await shop.listing(first)).toMatchObject({state: 'retired', reasonCode: 'not_chosen'});
    await shop.set({brands: ['Nordhaag', 'Sablefen']});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {restored: 2}});
    expect(shop.product(first).status).toBe('ACTIVE');
  });

  it('is archived instead where the merchant wants it so, and comes back from there', async () => {
    const shop = await stage().openShop({brands: ['Nordhaag', 'Sablefen'], retireAs: 'archive'});
    await shop.run();
    const [first = ''] = idsOf(shop).filter((id) => brandOf(id) === 'Sablefen');
    await hand(shop, [first], 'left_out');
    expect((await shop.run()).counts.retired).toBe(1);
    expect(shop.product(first).status).toBe('ARCHIVED');
    await hand(shop, [first], null);
    expect((await shop.run()).counts.restored).toBe(1);
    expect(shop.product(first).status).toBe('ACTIVE');
  });

  it('only the products the merchant names are deleted, and they are not made again', async () => {
    const shop = await stage().openShop({brands: ['Nordhaag', 'Sablefen']});
    await shop.run();
    const [named = '', ...others] = idsOf(shop);
    expect(await shop.runOver('delete', [named, 'unknown'])).toMatchObject({state: 'done', counts: {writes: 1}});
    expect(idsOf(shop)).toEqual(others);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 0, writes: 0}});
    expect(idsOf(shop)).toEqual(others);
  });
});
