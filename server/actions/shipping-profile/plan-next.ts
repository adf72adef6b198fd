// Reads what the next step of a shop's shipping profile depends on, and decides it.
import {euroRateFor} from '#domain/margins/margin.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {ShownProfile} from '#domain/shipping-profile/compare-profile.ts';
import {type ProfilePlan, planProfile} from '#domain/shipping-profile/plan-profile.ts';
import {isSurchargeForeign, planRates, rateCurrency} from '#domain/shipping-profile/profile-terms.ts';
import {missingScopes, profileScopes} from '#domain/store-access.ts';
import {hasServicedToGiveBack} from '../../db/fulfilment-services/serviced-variants.ts';
import {loadWantedServiceLocation} from '../../db/fulfilment-services/services.ts';
import {loadVariantsToGiveBack, loadVariantsToMove} from '../../db/shipping-profiles/profiled-variants.ts';
import {loadZoneFees} from '../../db/shipping-profiles/shipping-profiles.ts';
import {loadShopWithSettings, saveShopFacts} from '../../db/shops/shops.ts';
import {fetchProfile, fetchProfileNames} from '../../shopify/shop/delivery-profile.ts';
import {fetchShopFacts} from '../../shopify/shop/shop.ts';
import {scopeOf} from './move-variants.ts';
import type {ProfileDeps, ProfileWorker} from './profile-worker.ts';

/** The name of the app's profile in Shopify's settings. */
export const profileName = 'Piecewise: delivery by the supplier';

/** What a worker has learnt since it took the profile. */
export type ProfileSession = {
  /** The zones that Shopify refused, with its words. */
  readonly refused: Map<ZoneCode, string>;
  /** Whether Shopify refused several zones together, so that each is sent by itself. */
  oneByOne: boolean;
};

export type NextStep = {
  readonly plan: ProfilePlan;
  /** The profile as Shopify shows it; null: it shows none, or was not asked. */
  readonly shown: ShownProfile | null;
  /** The merchant's wish that the step is for. */
  readonly wish: number;
  /** The locations that the profile is to ship from: those of the store's other profiles, and that of the fulfilment service. */
  readonly locations: readonly string[];
};

/** Decides the next step. A profile of ours of which no id is stored is found by its name: its making was not answered. */
export async function planNext(
  {db, admin, now}: ProfileDeps,
  worker: ProfileWorker,
  {refused, oneByOne}: ProfileSession,
): Promise<NextStep> {
  const {shop, stored} = worker;
  const {facts, settings} = await loadShopWithSettings(db, shop);
  const isPermitted = facts !== null && missingScopes(facts.scopes, profileScopes).length === 0;
  const names = isPermitted ? await fetchProfileNames(admin, shop) : [];
  const made = names.find(({name}) => name === profileName);
  if (stored().profile_gid === null && made !== undefined) await worker.save({profile_gid: made.gid});
  const {want, wish, profile_gid: gid, rates: written, resets, terms, removing_since: removing} = stored();
  const others = names.filter((one) => one.gid !== gid);
  const served = await loadWantedServiceLocation(db, shop);
  const locations = [
    ...new Set([...others.flatMap((profile) => profile.locations), ...(served === null ? [] : [served])]),
  ];
  const shown = gid === null || !isPermitted ? null : await fetchProfile(admin, shop, gid);
  const isGone = gid !== null && shown === null && isPermitted;
  const scope = isGone ? 'none' : scopeOf(stored());
  const onlyNamed = want === 'off' || isGone;
  let isMarketDriven = facts?.isMarketDriven ?? null;
  if (isMarketDriven === null && isPermitted) {
    ({isMarketDriven} = await fetchShopFacts(admin, shop));
    await saveShopFacts(db, shop, {isMarketDriven}, now());
  }
  const rate = euroRateFor(facts?.currency ?? 'unknown', settings);
  const plan = planProfile({
    want,
    isPermitted,
    isMarketDriven,
    isCovered: others.some(({coversAllItems}) => coversAllItems),
    isMade: gid !== null,
    isRemoving: removing !== null,
    shown,
    rates: planRates(await loadZoneFees(db, shop), terms, rate),
    noRates: isSurchargeForeign(terms, rateCurrency(terms, rate)) ? 'other_currency' : 'no_rate',
    written,
    resets,
    refused: [...refused.keys()],
    oneByOne,
    locations,
    isServed: await hasServicedToGiveBack(db, shop, scopeOf(stored())),
    hasToMove: (await loadVariantsToMove(db, shop, scope, 1)).length > 0,
    hasToGiveBack: (await loadVariantsToGiveBack(db, shop, {scope, onlyNamed}, 1)).length > 0,
  });
  return {plan, shown, wish, locations};
}
