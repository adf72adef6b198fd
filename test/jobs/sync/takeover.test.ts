// A run whose lease is taken over while an answer is on its way: what comes back is not written, and nothing more is sent.
import {expect, it} from 'vitest';
import {takeRunLease} from '../../../server/db/runs/leases.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

// On one engine: `lease` and `db/leases` (fences) send its statements on both.
onEachSyncTestApp(
  'a run that is replaced while it waits for an answer',
  {articles: 60, shops: 4, engines: oneEngine},
  (app) => {
    const brands = ['Tarn & Tweed', 'Ferro Lino', 'Nordhaag', 'Sablefen'];
    const replaced = {state: 'stopped', reason: expect.stringContaining('Another update took over')};
    const stored = async (shop: Shop) => {
      const {db} = app().deps;
      const tables = ['articles', 'listings', 'listing_variants', 'quarantine'] as const;
      const rows = tables.map((table) => db.selectFrom(table).selectAll().where('shop', '=', shop.domain).execute());
      return JSON.stringify(
        (await Promise.all(rows)).map((found) => found.map((row) => JSON.stringify(row)).toSorted()),
      );
    };
    /** As if the run had not been heard of for ten minutes. */
    const seize = async (shop: Shop) => {
      const later = new Date(app().clock.now().getTime() + 600_000);
      const taken = await takeRunLease(app().deps.db, shop.domain, 'another', later, 90_000);
      if (taken === null) throw new Error('The lease could not be taken over.');
    };

    it.each([
      ['a page of the catalogue', 'catalogue', 'products'],
      ['what an article costs', 'dropship', 'stock'],
    ] as const)('writes nothing of %s', async (_what, api, a) => {
      const {supplier} = app();
      const shop = await app().openShop({brands});
      const asked = supplier.requestCount(api, a);
      const end = supplier.misbehave({api, a, does: {kind: 'slow', ms: 400}});
      const running = shop.run();
      await expect.poll(() => supplier.requestCount(api, a), {interval: 5, timeout: 10_000}).toBeGreaterThan(asked);
      await seize(shop);
      const rows = await stored(shop);
      expect(await running).toMatchObject(replaced);
      end();
      expect(await stored(shop)).toBe(rows);
    });

    it('right before it would write to the store sends nothing', async () => {
      const shop = await app().openShop({brands});
      let isAsked = false;
      // The last question before the first product.
      const end = app().testApp.shopify.misbehave({
        fault: 'delay',
        ms: 400,
        when({shop: of, rootFields}) {
          const isIt = of === shop.domain && rootFields.includes('metafieldDefinitions');
          isAsked ||= isIt;
          return isIt;
        },
      });
      const running = shop.run();
      await expect.poll(() => isAsked, {interval: 5, timeout: 10_000}).toBe(true);
      await seize(shop);
      expect(await running).toMatchObject(replaced);
      end();
      expect(shop.store.writes()).toBe(0);
      expect(shop.store.products()).toEqual([]);
    });

    it('between two writes of a product sends only the first', async () => {
      const shop = await app().openShop({brands});
      const sent = new Set<string>();
      const end = app().testApp.shopify.misbehave({
        fault: 'delay',
        ms: 400,
        when({shop: of, rootFields}) {
          if (of !== shop.domain) return false;
          for (const field of rootFields) sent.add(field);
          return rootFields.includes('productSet');
        },
      });
      const running = shop.run();
      await expect.poll(() => sent.has('productSet'), {interval: 5, timeout: 10_000}).toBe(true);
      await seize(shop);
      expect(await running).toMatchObject(replaced);
      end();
      expect([...sent]).not.toContain('publishablePublish');
    });
  },
);
