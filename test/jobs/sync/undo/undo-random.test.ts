// Random changes of the supplier, a run, random edits of the merchant, and the undo of the run. UNDO_SEED plays the same again.
import {randomInt} from 'node:crypto';
import {expect, it} from 'vitest';
import {ownableFields} from '#domain/catalogue/product-fields.ts';
import {ArticleId} from '#domain/ids.ts';
import {giveFieldBack} from '../../../../server/db/listings/ownership.ts';
import {openDraw} from '../../../sandbox/supplier/catalogue/prng.ts';
import {runsEverything} from '../../../support/database.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {onEachSyncTestApp} from '../sync-test-app.ts';
import {undoTestApp} from './undo-test-app.ts';

const seed = Number(process.env['UNDO_SEED'] ?? randomInt(2 ** 31));

// On one engine: `undo` and `undo-interrupted` send its statements on both.
onEachSyncTestApp(`undo of random changes (UNDO_SEED=${seed})`, {articles: 60, shops: 2, engines: oneEngine}, (app) => {
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
              ['status', product.status],
            ]),
          ];
        }),
      );
    const draw = openDraw(seed, 0);
    const random = (many: number) => Math.floor(draw.unit() * many);
    let changed = 0;
    const counted = {edits: 0, statuses: 0};
    for (let round = 1; changed < most; round += 1) {
      const before = look();
      const restores = [...before.keys()].map((id, index) => {
        const article = catalogue.get(id);
        const patch = {
          ...(random(2) ? {name: `Name ${round} ${index}`} : {}),
          ...(random(2) ? {description: `Words ${'of a long text '.repeat(random(200))}${round}`} : {}),
          ...(random(2) ? {category: `Category ${round} ${random(5)}`} : {}),
          ...(random(2) && article?.rrp ? {rrp: article.rrp + random(9) + 1} : {}),
        };
        if (Object.keys(patch).length > 0) catalogue.change(id, patch);
        if (random(8) === 0) {
          catalogue.withdraw(id);
          return () => catalogue.restore(id);
        }
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
        if (kind === 2) shop.store.editProduct(product.id, {status: 'ARCHIVED'});
        const edited = ['title', 'price', 'status'][kind];
        if (edited !== undefined) mine.set(id, edited);
      }
      const edited = look();
      const undone = await undo(shop, run);
      expect(undone.state).toBe('done');
      const after = look();
      for (const [id, values] of before) {
        for (const [field, was] of Object.entries(values)) {
          const stays = mine.get(id) === field || field === 'cost';
          expect(after.get(id)?.[field], `${field} of ${id}`).toEqual(stays ? edited.get(id)?.[field] : was);
          if (field === 'cost' || JSON.stringify(written.get(id)?.[field]) === JSON.stringify(was)) continue;
          changed += 1;
          if (field === 'status' && !stays) counted.statuses += 1;
        }
      }
      counted.edits += mine.size;
      await shop.run();
      expect(look()).toEqual(after);
      // The next round starts from products that follow the supplier again. Nothing announced the merchant's edits.
      for (const id of before.keys()) {
        const {edits} = await shop.listing(id);
        const own = ownableFields.filter((one) => Object.hasOwn(edits, one) || mine.get(id) === one);
        for (const field of own) {
          await giveFieldBack(app().deps.db, shop.domain, ArticleId.parse(id), field);
        }
      }
      for (const restore of restores) restore();
      await shop.run();
    }
    expect(counted.edits).toBeGreaterThan(3);
    expect(counted.statuses).toBeGreaterThan(3);
  }, 240_000);
});
