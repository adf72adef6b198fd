import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {
  holdsRunLease,
  releaseRunLease,
  releaseTokenLease,
  renewRunLease,
  takeRunLease,
  takeTokenLease,
} from '../../server/db/runs/leases.ts';
import {markUninstalled} from '../../server/db/shops/removed-shops.ts';
import {loadShop, saveInstalledShop} from '../../server/db/shops/shops.ts';
import {onEachDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 21) + seconds * 1_000);
const minute = 60_000;

onEachDatabase("a shop's lease", (current) => {
  const db = () => current().kysely;
  const install = () => saveInstalledShop(db(), shop, {scopes: 'write_products'}, at(0));

  it('goes to one of many who ask at once', async () => {
    await install();
    const asked = await Promise.all(
      Array.from({length: 50}, (_, index) => takeRunLease(db(), shop, `run-${index}`, at(0), minute)),
    );
    expect(asked.filter((lease) => lease !== null)).toEqual([{fence: 1}]);
  });

  it('is free again when released or run out, and its number only rises', async () => {
    await install();
    expect(await takeRunLease(db(), shop, 'first', at(0), minute)).toEqual({fence: 1});
    expect(await takeRunLease(db(), shop, 'second', at(59), minute)).toBeNull();
    expect(await takeRunLease(db(), shop, 'second', at(60), minute)).toEqual({fence: 2});
    await releaseRunLease(db(), shop, 2);
    expect(await takeRunLease(db(), shop, 'third', at(61), minute)).toEqual({fence: 3});
  });

  it('lasts as long as it is renewed', async () => {
    await install();
    await takeRunLease(db(), shop, 'first', at(0), minute);
    expect(await renewRunLease(db(), shop, 1, at(50), minute)).toBe(true);
    expect(await takeRunLease(db(), shop, 'second', at(100), minute)).toBeNull();
  });

  it('tells a run that was replaced, and lets it release nothing', async () => {
    await install();
    await takeRunLease(db(), shop, 'frozen', at(0), minute);
    expect(await holdsRunLease(db(), shop, 1)).toBe(true);
    await takeRunLease(db(), shop, 'next', at(90), minute);
    expect(await holdsRunLease(db(), shop, 1)).toBe(false);
    expect(await renewRunLease(db(), shop, 1, at(91), minute)).toBe(false);
    await releaseRunLease(db(), shop, 1);
    expect(await holdsRunLease(db(), shop, 2)).toBe(true);
  });

  it('ends for a run whose merchant uninstalls the app', async () => {
    await install();
    await takeRunLease(db(), shop, 'run', at(0), minute);
    await markUninstalled(db(), shop, at(1));
    expect(await holdsRunLease(db(), shop, 1)).toBe(false);
    expect(await renewRunLease(db(), shop, 1, at(2), minute)).toBe(false);
  });

  it('to renew the token goes to one of many, also for a shop seen for the first time', async () => {
    const ask = (seconds: number) =>
      Promise.all(Array.from({length: 20}, (_, index) => takeTokenLease(db(), shop, `${index}`, at(seconds), minute)));
    const first = await ask(0);
    expect(first.filter(Boolean)).toHaveLength(1);
    expect((await loadShop(db(), shop))?.state).toBe('uninstalled');
    expect((await ask(30)).filter(Boolean)).toHaveLength(0);
    await releaseTokenLease(db(), shop, 'somebody else');
    expect((await ask(31)).filter(Boolean)).toHaveLength(0);
    await releaseTokenLease(db(), shop, String(first.indexOf(true)));
    expect((await ask(32)).filter(Boolean)).toHaveLength(1);
    expect((await ask(92)).filter(Boolean)).toHaveLength(1);
  });
});
