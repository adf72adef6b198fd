// A preview of many articles with the largest maps: the maps are folded once, and the event loop goes on in between.
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {Settings} from '#domain/settings/settings.ts';
import {sliceSize} from '../../server/db/catalogue/in-slices.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {previewSettings} from '../../server/preview/settings-preview.ts';
import {onSale, stock} from '../http/catalogue-test-app.ts';
import {countFolds} from '../support/count-folds.ts';
import {onEachDatabase} from '../support/database.ts';
import {countPerTurn} from '../support/turns.ts';

const shop = ShopDomain.parse('preview.myshopify.com');
const articles = 4 * sliceSize + 10;

onEachDatabase('a preview', (current) => {
  it('reads each map of the template twice, however many articles there are, and plans no more articles in a row than a slice has', async () => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR', taxesIncluded: true}, new Date());
    const entries = Array.from({length: articles}, (_, at) => [`A-${at}`, {brand: `Brand ${at}`, category: `C ${at}`}]);
    await stock({db}, Object.fromEntries(entries), shop);
    const settings = Settings.parse({choice: [{id: 'all', effect: 'include'}], pricing: {vatPercent: 20}});
    const maps = countFolds(settings);
    const counted = countPerTurn();
    const digest = (text: string) => {
      // Of each plan the price is digested.
      if (/^\d+ EUR$/.test(text)) counted.count();
      return text;
    };
    const store = {currency: 'EUR', taxesIncluded: true};
    // A product is compared with what the article says now; without one no texts are made.
    await onSale({db}, Object.keys(Object.fromEntries(entries)), {}, shop);
    const sum = await previewSettings(db, shop, {settings: maps.settings, store, digest, zones: []});
    expect(sum).toMatchObject({articles, chosen: articles, updated: articles});
    // Once for the fingerprint of the settings, once for all texts.
    expect(maps.folds()).toEqual({vendors: 2, types: 2, weights: 2});
    const {total, most} = counted.end();
    const each = total / articles;
    expect(each).toBeGreaterThan(0);
    expect(Number.isInteger(each)).toBe(true);
    expect(most).toBe(sliceSize * each);
  });
});
