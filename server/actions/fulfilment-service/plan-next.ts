// Reads what the next step of a shop's fulfilment service depends on, and decides it.
import {
  bareGid,
  findService,
  planService,
  type RatesThere,
  type ServiceStep,
  toCallbackUrl,
} from '#domain/fulfilment-service/plan-service.ts';
import {missingScopes, profileScopes, serviceScopes} from '#domain/store-access.ts';
import {
  findWithoutRates,
  loadFirstRefusal,
  loadVariantsToReturn,
  loadVariantsToStock,
  serviceScopeOf,
} from '../../db/fulfilment-services/serviced-variants.ts';
import {loadProfile} from '../../db/shipping-profiles/shipping-profiles.ts';
import {loadShop} from '../../db/shops/shops.ts';
import {fetchServices} from '../../shopify/fulfilment-service/service.ts';
import {fetchProfileNames} from '../../shopify/shop/delivery-profile.ts';
import {refusedSince, type ServiceDeps, type ServiceWorker} from './service-worker.ts';

export type NextStep = {
  readonly step: ServiceStep;
  /** The merchant's wish that the step is for. */
  readonly wish: number;
  /** The location that the store ships from by default; null: Shopify names none, or was not asked. */
  readonly mainLocation: string | null;
  /** Whether Shopify no longer shows the app's service, and with it its location. */
  readonly isGone: boolean;
};

/** Decides the next step. A service of which no id is stored is found in the store: its making was not answered. */
export async function planNext(deps: ServiceDeps, worker: ServiceWorker): Promise<NextStep> {
  const {db, admin, config} = deps;
  const {shop, stored} = worker;
  const {want, wish, service_gid: gid, location_gid: location} = stored();
  const scopes = (await loadShop(db, shop))?.scopes ?? '';
  const isPermitted = missingScopes(scopes, serviceScopes).length === 0;
  const callbackUrl = toCallbackUrl(config.host);
  const store = isPermitted ? await fetchServices(admin, shop) : null;
  const found = store === null ? null : findService(store.services, {gid, callbackUrl});
  const isGone = isPermitted && gid !== null && found?.isOurs !== true;
  const scope = isGone ? 'none' : serviceScopeOf(stored());
  const which = {scope, triedBefore: refusedSince(deps)};
  const hasToMove = (await loadVariantsToStock(db, shop, which, 1)).length > 0;
  const withoutRates = await findWithoutRates(db, shop, scope);
  const isAsked = location !== null && isPermitted && (hasToMove || withoutRates !== 'none');
  const step = planService({
    want,
    isPermitted,
    isMade: gid !== null,
    found,
    callbackUrl,
    rates: isAsked ? await findRates(deps, worker, {location, scopes}) : 'no',
    hasToMove,
    withoutRates,
    hasToGiveBack: (await loadVariantsToReturn(db, shop, which, 1)).length > 0,
    hasRefused: (await loadFirstRefusal(db, shop)) !== null,
  });
  return {step, wish, mainLocation: store?.mainLocation ?? null, isGone};
}

/** Whether the app's shipping profile has rates at the location, or will have. */
async function findRates(
  {db, admin}: ServiceDeps,
  {shop}: ServiceWorker,
  {location, scopes}: {readonly location: string; readonly scopes: string},
): Promise<RatesThere> {
  const profile = await loadProfile(db, shop);
  if (profile === null || profile.want === 'off' || missingScopes(scopes, profileScopes).length > 0) return 'no';
  const shown = (await fetchProfileNames(admin, shop)).find(({gid}) => gid === profile.profile_gid);
  if (shown?.locations.some((one) => bareGid(one) === bareGid(location))) return 'yes';
  return profile.stopped === null || profile.stopped === 'refused' ? 'soon' : 'no';
}
