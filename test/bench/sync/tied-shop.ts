// A shop in which a whole catalogue is chosen, read and tied to products, as it is after many nights. The first reading is a
// run like any other; details and ties are then written by the app's own functions, many at once and without asking
// anybody, since a hundred thousand `a=stock` and as many products would take an hour. The runs measured afterwards walk
// everything for themselves: had anything been prepared wrongly, they would read details and write products.

import {planListing} from '#domain/catalogue/plan-listing.ts';
import {ProductGid, type ShopDomain} from '#domain/ids.ts';
import {Settings} from '#domain/settings/settings.ts';
import {settingsFingerprintOf} from '../../../jobs/sync/run.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import {type NewStockReading, saveStockReadings} from '../../../server/db/catalogue/articles.ts';
import {type Candidate, loadCandidates} from '../../../server/db/catalogue/candidates.ts';
import {type ChoiceBasis, recomputeChosen, toChoiceBasis} from '../../../server/db/catalogue/choice.ts';
import {type DueDetail, loadDueDetails} from '../../../server/db/catalogue/due-details.ts';
import {saveUnchangedListings} from '../../../server/db/listings/listings.ts';
import {saveCatalogueKey, saveDropshipKey} from '../../../server/db/secrets/shop-keys.ts';
import {loadShop, saveSettings} from '../../../server/db/shops/shops.ts';
import type {Deps} from '../../../server/deps.ts';
import {fetchDropshipList} from '../../../server/supplier/dropship.ts';
import type {PartnerKeys} from '../supplier-process.ts';

const batchSize = 1_000;

/** `shop` is installed and has nothing yet. */
export async function tieWholeCatalogue(deps: Deps, shop: ShopDomain, keys: PartnerKeys): Promise<void> {
  const {db, sealer, now} = deps;
  await saveCatalogueKey(db, sealer, shop, {key: keys.catalogueKey, partner: null}, now());
  await saveDropshipKey(db, sealer, shop, {key: keys.dropshipKey}, now());
  const run = await syncCatalogue(deps, {shop, kind: 'full', trigger: 'connected'});
  if (run?.state !== 'done') throw new Error(`the first reading ended as ${run?.state}: ${run?.reason}`);
  const settings = Settings.parse({
    choice: [{id: 'everything', effect: 'include'}],
    pricing: {vatPercent: 22},
    onRequest: true,
  });
  await saveSettings(db, shop, settings, now());
  const facts = await loadShop(db, shop);
  if (facts === null) throw new Error('the shop is not installed');
  const basis = toChoiceBasis(settings, facts);
  await recomputeChosen(db, shop, basis);
  await saveDetails(deps, shop, keys);
  await tie(deps, shop, {...basis, settings});
}

/** As fresh as can be, and at the price of the list, as the supplier answers it. */
async function saveDetails({db, supplier, now}: Deps, shop: ShopDomain, {dropshipKey}: PartnerKeys): Promise<void> {
  const {prices} = await fetchDropshipList(supplier, dropshipKey);
  const toReading = ({id, readFor}: DueDetail): NewStockReading => {
    const zone = {label: 'European Union', fee: 1_600, transit: '5–7'};
    const stock = {price: prices.get(id) ?? 0, colours: [], sizes: [], shipping: {EU: zone, GB: zone, US: zone}};
    return {id, readFor, stock};
  };
  let readings: NewStockReading[] = [];
  for await (const due of loadDueDetails(db, {shop}, now())) {
    readings.push(toReading(due));
    if (readings.length < batchSize) continue;
    await saveStockReadings(db, shop, readings, now());
    readings = [];
  }
  await saveStockReadings(db, shop, readings, now());
}

type Basis = ChoiceBasis & {readonly settings: Settings};

async function tie(deps: Deps, shop: ShopDomain, basis: Basis): Promise<void> {
  const planning = {shop, settingsPrint: settingsFingerprintOf({deps, ...basis})};
  let products = 0;
  for await (const batch of loadCandidates(deps.db, planning, batchSize)) {
    const nextGid = () => ProductGid.parse(`gid://shopify/Product/${(products += 1)}`);
    await tieBatch(deps, shop, basis, batch, nextGid);
  }
}

async function tieBatch(
  {db, digest, now}: Deps,
  shop: ShopDomain,
  {settings, store}: Basis,
  batch: readonly Candidate[],
  nextGid: () => ProductGid,
): Promise<void> {
  const made = batch.flatMap((chosen) => {
    const plan = planListing({...chosen, listing: null, settings, store, digest});
    return plan.kind === 'create' ? [{...chosen, ...plan}] : [];
  });
  const at = now();
  await db
    .insertInto('listings')
    .values(
      made.map(({id, draft}) => ({
        shop,
        article_id: id,
        product_gid: nextGid(),
        state: 'active' as const,
        written: JSON.stringify({
          title: draft.title,
          description: draft.descriptionHtml,
          vendor: draft.vendor,
          type: draft.productType,
        }),
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
  await saveUnchangedListings(db, shop, made);
}
