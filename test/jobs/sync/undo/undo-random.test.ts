// Random changes of the supplier, a run, random edits of the merchant, and the undo of the run.
import {expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {giveFieldBack} from '../../../../server/db/listings/ownership.ts';
import {runsEverything} from '../../../support/database.ts';
import {onEachSyncTestApp} from '../sync-test-app.ts';
import {undoTestApp} from './undo-test-app.ts';

onEachSyncTestApp('undo of random changes', {articles: 60, shops: 2}, (app) => {
  const {lastRun, moveCost, undo} = undoTestApp(app);

  it('every field of a thousand random changes (fewer in `npm test`) is as before, except those edited since', async () => {
    const most = runsEverything ? 1_000 : 150;
    const {catalogue} = app().supplier;
    const shop = await app().openShop({
      brands: [...new Set(catalogue.all().map(({brand}) => brand))],
      owned: {title: 'sync', description: 'sync', tags: 'sync', vendor: 'sync', type: 'sync'},
      template: {tags: ['{brand}', '{category}']},
    });
    await shop.run();
    const fields = ['title', 'descriptionHtml', 'tags', 'vendor', 'productType'] as const;
    const look = () =>
      new Map(
        [...shop.products()].map(([id, product]) => {
          const [variant] = product.variants;
          const texts = fields.map((field): [string, unknown] => [field, product[field]]);
          return [
            id,
            Object.fromEntries([
              ...texts,
              ['price', variant?.price],
              ['compareAt', variant?.compareAtPrice],
              ['cost', variant?.cost],
            ]),
          ];
        }),
      );
    let changed = 0;
    let edits = 0;
    for (let round = 1; changed < most; round += 1) {
      const before = look();
      const random = (many: number) => Math.floor(Math.random() * many);
      const restores = [...before.keys()].map((id, index) => {
        const article = catalogue.get(id);
        const patch = {
          ...(random(2) ? {name: `Name ${round} ${index}`} : {}),
          ...(random(2) ? {description: `Words ${'of a long text '.repeat(random(200))}${round}`} : {}),
          ...(random(2) ? {category: `Category ${round} ${random(5)}`} : {}),
          ...(random(2) && article?.rrp ? {rrp: article.rrp + random(9) + 1} : {}),
        };
        if (Object.keys(patch).length > 0) catalogue.change(id, patch);
        return random(2) ? moveCost(id, 0.9 + random(20) / 100) : () => {};
      });
      await shop.run();
      const {id: run} = await lastRun(shop);
      const written = look();
      const mine = new Map<string, string>();
      for (const [id, product] of shop.products()) {
        const kind = random(8);
        if (kind === 0) shop.store.editProduct(product.id, {title: `Mine ${round}`});
        if (kind === 1) for (const variant of product.variants) shop.store.editVariant(variant.id, {price: '777.00'});
        if (kind < 2) mine.set(id, kind === 0 ? 'title' : 'price');
      }
      const edited = look();
      const undone = await undo(shop, run);
      expect(undone.state).toBe('done');
      const after = look();
      for (const [id, values] of before) {
        for (const [field, was] of Object.entries(values)) {
          const stays = mine.get(id) === field || field === 'cost';
          expect(after.get(id)?.[field], `${field} of ${id}`).toEqual(stays ? edited.get(id)?.[field] : was);
          if (JSON.stringify(written.get(id)?.[field]) !== JSON.stringify(was)) changed += 1;
        }
      }
      edits += mine.size;
      await shop.run();
      expect(look()).toEqual(after);
      // The next round starts from products that follow the supplier again.
      for (const id of before.keys()) {
        for (const field of ['title', 'description', 'tags', 'vendor', 'type', 'price', 'compareAt', 'cost'] as const) {
          await giveFieldBack(app().deps.db, shop.domain, ArticleId.parse(id), field);
        }
      }
      for (const restore of restores) restore();
      await shop.run();
    }
    expect(edits).toBeGreaterThan(3);
  }, 120_000);
});
