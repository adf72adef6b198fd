// Statements that change many rows lock them in one order, so that two of them never wait for each other.
import {expect, it} from 'vitest';
import {ArticleId, ShopDomain} from '#domain/ids.ts';
import {changeManualChoice} from '../../server/actions/audited-changes.ts';
import {saveListedArticles} from '../../server/db/catalogue/article-list.ts';
import {recomputeChosen, toChoiceBasis} from '../../server/db/catalogue/choice.ts';
import {loadShop, loadStoredSettings, saveInstalledShop} from '../../server/db/shops/shops.ts';
import {onEachDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const now = new Date('2026-11-21T10:00:00Z');
const ids = Array.from({length: 200}, (_, index) => ArticleId.parse(`A-${String(index).padStart(3, '0')}`));

onEachDatabase('requests that choose the same articles by hand at once', (current) => {
  it('all end, whatever their order and whatever they choose, also while the rules are applied', async () => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR', taxesIncluded: true}, now);
    // Where the rows lie is not their order.
    const scattered = ids.toSorted((a, b) => a.slice(-1).localeCompare(b.slice(-1)) || b.localeCompare(a));
    await saveListedArticles(
      db,
      shop,
      scattered.map((id) => ({id, price: 1_000})),
      now,
    );
    const facts = await loadShop(db, shop);
    if (facts === null) throw new Error('the shop is not installed');
    const basis = toChoiceBasis((await loadStoredSettings(db, shop)).settings, facts);
    const by = {shop, actor: 'user:1', now};
    // The embedded engine has one connection: nothing races there.
    const rounds = current().engine === 'postgres' ? 20 : 1;
    for (let round = 0; round < rounds; round += 1) {
      const half = ids.filter((_, index) => index % 2 === round % 2);
      await changeManualChoice(db, by, half, 'picked');
      const racing = [
        changeManualChoice(db, by, ids, 'picked'),
        changeManualChoice(db, by, ids.toReversed(), 'left_out'),
        changeManualChoice(db, by, half.toReversed(), null),
        recomputeChosen(db, shop, basis),
      ];
      const ended = await Promise.allSettled(racing);
      expect(ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
    }
  }, 60_000);
});
