// An app at rest, with the whole catalogue read and everything chosen, and nothing in the store yet.
import {ShopDomain} from '#domain/ids.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import type {TestApp} from '../../support/test-app.ts';

/** Without workers: runs are called by hand, so that nothing else happens meanwhile. */
export async function chooseEverything({merchant, supplier, deps, shop}: TestApp): Promise<void> {
  await merchant.connect('catalogue', supplier.issueKey('catalogue'));
  await merchant.connect('dropship', supplier.issueKey('dropship'));
  const run = await syncCatalogue(deps, {shop: ShopDomain.parse(shop), kind: 'full', trigger: 'connected'});
  if (run?.state !== 'done') throw new Error(`the first reading ended as ${run?.state}: ${run?.reason}`);
  const brands = (await merchant.choices()).brands.map(({name}) => name);
  await merchant.choose(brands);
  await merchant.saveSettings({...(await merchant.settings()), newProducts: 'draft'});
  await merchant.savePricing({vatPercent: 22});
}
