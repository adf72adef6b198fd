// Stocks variants at the location of the fulfilment service and nowhere else, and moves them back to where they were stocked before.
import {isSameGid} from '#domain/fulfilment-service/plan-service.ts';
import {missingVariantText, unexpectedStockText} from '#domain/fulfilment-service/service-texts.ts';
import type {VariantGid} from '#domain/ids.ts';
import {
  forgetServiced,
  loadVariantsToReturn,
  loadVariantsToStock,
  type ServicedVariant,
  saveRefused,
  saveStocked,
  saveStockOrigins,
  serviceScopeOf,
} from '../../db/fulfilment-services/serviced-variants.ts';
import {type Refused, toMerchantSentence} from '../../shopify/client/user-errors.ts';
import {changeStock, fetchStock, type StockChange, type VariantStock} from '../../shopify/fulfilment-service/stock.ts';
import {giveSkus, takeSkusBack} from './give-skus.ts';
import {refusedSince, type ServiceDeps, type ServiceWorker} from './service-worker.ts';

/** Variants that are read, changed and read again together. */
const variantsPerBatch = 20;

/** What a worker has learnt since it took the service. */
export type StockSession = {
  /** When the job ends, so that other shops have their turn; the rest is another job's. */
  readonly until: Date;
  /** Whether Shopify refuses to switch a variant's last location off with the call that switches another one on. */
  needsTwoCalls: boolean;
};

/** Stocks all that are to be there at the location, one batch after another. Where each was is stored before. */
export async function stockVariants(deps: ServiceDeps, worker: ServiceWorker, session: StockSession): Promise<void> {
  const {db, admin, now} = deps;
  const {shop, stored} = worker;
  while (now() < session.until) {
    const location = stored().location_gid ?? '';
    const which = {scope: serviceScopeOf(stored()), triedBefore: refusedSince(deps)};
    const next = await loadVariantsToStock(db, shop, which, variantsPerBatch);
    if (next.length === 0) return;
    const before = await fetchStock(admin, shop, next);
    const origins = next.map((gid) => [gid, without(location, before.get(gid)?.locations ?? [])] as const);
    await saveStockOrigins(db, shop, new Map(origins));
    const refused = new Map(await giveSkus(deps, worker, before));
    for (const gid of next) {
      if (refused.has(gid)) continue;
      const stock = before.get(gid);
      const said = stock === undefined ? missingVariantText : await moveThere(deps, worker, session, stock);
      if (said !== null) refused.set(gid, said);
    }
    const after = await fetchStock(admin, shop, next);
    const moved = next.filter((gid) => !refused.has(gid) && isOnlyAt(location, after.get(gid)));
    for (const gid of next) if (!moved.includes(gid) && !refused.has(gid)) refused.set(gid, unexpectedStockText);
    await saveStocked(db, shop, {moved, refused}, now());
    logRefused(deps, worker, refused);
    await worker.save({});
  }
}

/** Why each was refused is stored at the variant. */
function logRefused({log}: ServiceDeps, {shop}: ServiceWorker, refused: ReadonlyMap<VariantGid, string>): void {
  if (refused.size > 0)
    log.warn({shop, variants: refused.size}, 'Shopify refused to change where variants are stocked');
}

const without = (location: string, all: readonly string[]): readonly string[] =>
  all.filter((one) => !isSameGid(one, location));

const isAt = (location: string | null, {locations}: VariantStock): boolean =>
  locations.some((one) => isSameGid(one, location));

const isOnlyAt = (location: string, stock: VariantStock | undefined): boolean =>
  stock !== undefined && isAt(location, stock) && stock.locations.length === 1;

/** Stocks a variant at the location alone. Null: done; else Shopify's words, and the variant is stocked as before. */
async function moveThere(
  deps: ServiceDeps,
  worker: ServiceWorker,
  session: StockSession,
  stock: VariantStock,
): Promise<string | null> {
  const location = worker.stored().location_gid ?? '';
  const others = without(location, stock.locations);
  const on = isAt(location, stock) ? [] : [location];
  const refused = await change(deps, worker, session, {stock, on, off: others});
  if (refused === null) return null;
  // Also where an earlier worker was killed halfway, or someone stocked it at both.
  if (others.length > 0) await change(deps, worker, session, {stock, on: others, off: [location]});
  return toMerchantSentence(refused);
}

/** Changes where a variant is stocked: with one call if Shopify takes it, else with one that switches on before one that switches off. */
async function change(
  {admin}: ServiceDeps,
  {shop}: ServiceWorker,
  session: StockSession,
  {stock: {itemGid}, on, off}: StockChange & {readonly stock: VariantStock},
): Promise<Refused | null> {
  const isOneCall = on.length === 0 || off.length === 0;
  if (isOneCall || !session.needsTwoCalls) {
    const result = await changeStock(admin, shop, itemGid, {on, off});
    if (result.kind === 'done') return null;
    if (isOneCall) return result;
  }
  const first = await changeStock(admin, shop, itemGid, {on, off: []});
  if (first.kind === 'refused') return first;
  const second = await changeStock(admin, shop, itemGid, {on: [], off});
  if (second.kind === 'refused') return second;
  session.needsTwoCalls = true;
  return null;
}

export type ReturnTo = {
  /** For variants that were stocked nowhere before; null: Shopify names none. */
  readonly mainLocation: string | null;
  /** Whether the service's location is gone. */
  readonly isGone: boolean;
};

/** Moves all that are no longer to be at the location back to where they were, one batch after another. */
export async function returnVariants(
  deps: ServiceDeps,
  worker: ServiceWorker,
  session: StockSession,
  to: ReturnTo,
): Promise<void> {
  const {db, admin, now} = deps;
  const {shop, stored} = worker;
  while (now() < session.until) {
    const scope = to.isGone ? 'none' : serviceScopeOf(stored());
    const next = await loadVariantsToReturn(db, shop, {scope, triedBefore: refusedSince(deps)}, variantsPerBatch);
    if (next.length === 0) return;
    const gids = next.map(({gid}) => gid);
    const before = await fetchStock(admin, shop, gids);
    const refused = new Map<VariantGid, string>();
    for (const variant of next) {
      const stock = before.get(variant.gid);
      // A variant that the store no longer has is stocked nowhere.
      const said = stock === undefined ? null : await moveBack(deps, worker, session, {...to, variant, stock});
      if (said !== null) refused.set(variant.gid, said);
    }
    const after = await fetchStock(admin, shop, gids);
    for (const [gid, stock] of after)
      if (!refused.has(gid) && (isAt(stored().location_gid, stock) || stock.locations.length === 0))
        refused.set(gid, unexpectedStockText);
    const returned = next.filter(({gid}) => !refused.has(gid));
    for (const [gid, said] of await takeSkusBack(deps, worker, after, returned)) refused.set(gid, said);
    await forgetServiced(
      db,
      shop,
      gids.filter((gid) => !refused.has(gid)),
    );
    await saveRefused(db, shop, refused, now());
    logRefused(deps, worker, refused);
    await worker.save({});
  }
}

type Return = ReturnTo & {readonly variant: ServicedVariant; readonly stock: VariantStock};

/** Moves one variant back. Null: done, or the merchant has moved it elsewhere, where it stays; else Shopify's words. */
async function moveBack(
  deps: ServiceDeps,
  worker: ServiceWorker,
  session: StockSession,
  {variant, stock, mainLocation, isGone}: Return,
): Promise<string | null> {
  const location = worker.stored().location_gid;
  const isThere = isAt(location, stock);
  if (!isGone && !isThere && stock.locations.length > 0) return null;
  const main = mainLocation === null ? [] : [mainLocation];
  const isStockedAt = (origin: string) => stock.locations.some((one) => isSameGid(one, origin));
  const on = (variant.origins.length > 0 ? variant.origins : main).filter((origin) => !isStockedAt(origin));
  const off = isThere && location !== null ? [location] : [];
  const refused = await change(deps, worker, session, {stock, on, off});
  if (refused === null) return null;
  return returnOneByOne(deps, worker, {itemGid: stock.itemGid, on, off, main});
}

/** Of several locations one may be gone: each is tried by itself, and the store's main location where all others are gone. */
async function returnOneByOne(
  {admin}: ServiceDeps,
  {shop}: ServiceWorker,
  {itemGid, on, off, main}: StockChange & {readonly itemGid: string; readonly main: readonly string[]},
): Promise<string | null> {
  let [last, isStocked]: [Refused | null, boolean] = [null, on.length === 0];
  for (const location of [...on, ...main]) {
    if (isStocked && !on.includes(location)) break;
    const result = await changeStock(admin, shop, itemGid, {on: [location], off: []});
    if (result.kind === 'done') isStocked = true;
    else last = result;
  }
  const switchedOff = isStocked ? await changeStock(admin, shop, itemGid, {on: [], off}) : last;
  return switchedOff?.kind === 'refused' ? toMerchantSentence(switchedOff) : null;
}
