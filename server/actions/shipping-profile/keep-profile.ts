// Brings the store's shipping profile to what the merchant wants, step by step, and keeps it so. Every step can be repeated: what a lost
// answer left behind is found in the store.
import {hour, second} from '#domain/durations.ts';
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {WrittenRate} from '#domain/shipping-profile/compare-profile.ts';
import type {PriceChange, ProfileStep, ProfileStop} from '#domain/shipping-profile/plan-profile.ts';
import type {ProfileRate} from '#domain/shipping-profile/profile-terms.ts';
import {toRefusedZoneText, unexpectedText} from '#domain/shipping-profile/profile-texts.ts';
import {forgetVariants} from '../../db/shipping-profiles/profiled-variants.ts';
import type {ProfileProgress} from '../../db/shipping-profiles/shipping-profiles.ts';
import {loadShop} from '../../db/shops/shops.ts';
import {type Refused, toLogCodes, toMerchantSentence} from '../../shopify/client/user-errors.ts';
import {changeProfile, createProfile, type ProfileChange, removeProfile} from '../../shopify/shop/change-profile.ts';
import {fetchProfileVersion} from '../../shopify/shop/delivery-profile.ts';
import {followWithService, wakeServiceWorker} from '../fulfilment-service/ask-worker.ts';
import {readShippingRates} from '../read-shipping-rates.ts';
import {giveVariantsBack, moveVariants, noticeTakenVariants} from './move-variants.ts';
import {type NextStep, type ProfileSession, planNext, profileName} from './plan-next.ts';
import {type ProfileDeps, type ProfileWorker, saveOwnVersion, takeProfile} from './profile-worker.ts';

/** Steps of one job: many more than it takes. */
const mostSteps = 200;
/** Shopify deletes a profile in a job of its own: it is looked for this often before the next task does. */
const removalLooks = 10;
/** After this many milliseconds Shopify is asked again to delete a profile that it still shows. */
const removeAgainMs = hour;

/** Works on the shop's profile until it is as wanted, or something hinders it. Does nothing while another worker has it. */
export async function keepProfile(deps: ProfileDeps, shop: ShopDomain): Promise<void> {
  const worker = await takeProfile(deps, shop);
  if (worker === null) return;
  const session: ProfileSession = {refused: new Map(), oneByOne: false};
  let last = '';
  try {
    for (let steps = 0; steps < mostSteps; steps += 1) {
      const next = await planNext(deps, worker, session);
      const {step, written: rates, resets, changes} = next.plan;
      const isSame = await worker.save({rates, resets, changes, ...versionOf(worker, next)}, next.wish);
      if (!isSame) continue;
      const repeated = nameOfChange(step);
      if (repeated !== '' && repeated === last) return void (await stop(deps, worker, next, 'refused', unexpectedText));
      last = repeated;
      if (!(await takeStep(deps, worker, session, next))) return;
    }
  } catch (error) {
    if (!(error instanceof Failure && error.isDenied)) throw error;
    await worker.save({stopped: 'not_permitted', said: null, is_settled: true, settled_at: deps.now()});
  } finally {
    await worker.release();
  }
}

/** What a step changes of the profile's zones and locations; '': nothing. The same twice in a row means that it had no effect. */
function nameOfChange(step: ProfileStep): string {
  if (step.kind === 'add_zones' || step.kind === 'change_prices')
    return `${step.kind} ${step.rates.map(({zone}) => zone).join(' ')}`;
  if (step.kind === 'add_locations') return `${step.kind} ${step.locations.join(' ')}`;
  return step.kind === 'delete_zones' ? `${step.kind} ${step.zoneGids.join(' ')}` : '';
}

/** The version to store. Another one than the known version means that someone else has changed the profile. */
function versionOf({stored}: ProfileWorker, {shown}: NextStep): Partial<ProfileProgress> {
  if (shown === null) return {version: null};
  const {version, needs_check: isDue} = stored();
  return {version: shown.version, needs_check: isDue || (version !== null && shown.version !== version)};
}

/** Takes the step. Returns whether there is another one to take now. */
async function takeStep(
  deps: ProfileDeps,
  worker: ProfileWorker,
  session: ProfileSession,
  next: NextStep,
): Promise<boolean> {
  const {step} = next.plan;
  switch (step.kind) {
    case 'create':
      return create(deps, worker, session, {rates: step.rates, locations: next.locations});
    case 'add_locations':
      return goesOn(deps, worker, next, await change(deps, worker, {...step, kind: 'locations'}));
    case 'add_zones': {
      const result = await change(deps, worker, {...step, kind: 'zones'});
      return noteRefusedZones(deps, worker, session, step.rates, result) || goesOn(deps, worker, next, result);
    }
    case 'change_prices':
      return goesOn(deps, worker, next, await changePrices(deps, worker, step));
    case 'delete_zones':
      return goesOn(deps, worker, next, await change(deps, worker, step));
    case 'move':
      return goesOn(deps, worker, next, await moveVariants(deps, worker));
    case 'give_back':
      return goesOn(deps, worker, next, await giveVariantsBack(deps, worker, next.shown !== null));
    case 'remove':
    case 'await_removal':
      return remove(deps, worker, next);
    case 'stop':
      return stopFor(deps, worker, session, next, step.why);
    case 'settled':
      return settle(deps, worker, session, next);
  }
}

/** Stops for what was planned, and has everything follow that depends on it. */
async function stopFor(
  deps: ProfileDeps,
  worker: ProfileWorker,
  {refused}: ProfileSession,
  next: NextStep,
  why: ProfileStop,
): Promise<boolean> {
  if (why === 'removed') await forgetVariants(deps.db, worker.shop);
  // All zones were refused: the first refusal says why.
  const said = why === 'refused' ? ([...refused.values()][0] ?? null) : null;
  const isMore = await stop(deps, worker, next, why, said);
  // Variants without rates of this profile do not stay at the location of the fulfilment service.
  if (why === 'removed' || why === 'serviced') await wakeServiceWorker(deps, worker.shop, ['no_profile', 'refused']);
  return isMore;
}

/** Stores why nothing more is done now. Returns whether the merchant has asked for something else meanwhile. */
const stop = async (
  {now}: ProfileDeps,
  worker: ProfileWorker,
  {wish}: NextStep,
  stopped: NonNullable<ProfileProgress['stopped']>,
  said: string | null,
): Promise<boolean> => !(await worker.save({stopped, said, is_settled: true, settled_at: now()}, wish));

/** Everything is as wanted, but for zones that Shopify refused. Returns whether the merchant has asked for something else meanwhile. */
async function settle(
  deps: ProfileDeps,
  worker: ProfileWorker,
  {refused}: ProfileSession,
  {shown, wish}: NextStep,
): Promise<boolean> {
  const {db, now} = deps;
  if (shown === null) await forget(deps, worker);
  else if (worker.stored().needs_check) await noticeTakenVariants(deps, worker);
  const [first] = refused;
  const outcome =
    first === undefined
      ? {stopped: null, said: null}
      : {stopped: 'refused' as const, said: toRefusedZoneText(...first)};
  const settled = {...outcome, is_settled: true, settled_at: now(), settled_wish: wish};
  if (!(await worker.save(settled, wish))) return true;
  await followWithService(deps, worker.shop);
  const facts = await loadShop(db, worker.shop);
  if (facts?.currency != null)
    await readShippingRates(deps, worker.shop, {
      scopes: facts.scopes,
      currency: facts.currency,
      isMarketDriven: facts.isMarketDriven === true,
    });
  return false;
}

/** Forgets the profile, which Shopify no longer shows, with its variants. */
async function forget({db}: ProfileDeps, worker: ProfileWorker): Promise<void> {
  await forgetVariants(db, worker.shop);
  await worker.save({profile_gid: null, removing_since: null, version: null, rates: [], resets: [], changes: []});
}

type Changed = {readonly kind: 'changed'; readonly version: number} | Refused;

/** Sends a change of zones, prices or locations. */
async function change(deps: ProfileDeps, worker: ProfileWorker, wanted: ProfileChange): Promise<Changed> {
  const gid = worker.stored().profile_gid ?? '';
  const result = await changeProfile(deps.admin, worker.shop, gid, wanted);
  if (result.kind === 'changed') await saveOwnVersion(worker, result.version);
  return result;
}

/** Stores the prices before they are sent, so that they count as the app's own whatever becomes of the answer. */
async function changePrices(
  deps: ProfileDeps,
  worker: ProfileWorker,
  step: {readonly groupGid: string; readonly rates: readonly PriceChange[]},
): Promise<Changed> {
  const withIntended = (rate: WrittenRate): WrittenRate => {
    const found = step.rates.find(({zone}) => zone === rate.zone)?.newPrice;
    return found === undefined ? rate : {...rate, intended: {minor: found.price, currency: found.currency}};
  };
  await worker.save({rates: worker.stored().rates.map(withIntended)});
  return change(deps, worker, {...step, kind: 'prices'});
}

/** Stops at a refusal of Shopify's, which is tried again at the next look. */
async function goesOn(
  deps: ProfileDeps,
  worker: ProfileWorker,
  next: NextStep,
  result: {readonly kind: string} | Refused,
): Promise<boolean> {
  if (!('errors' in result)) return true;
  deps.log.warn({shop: worker.shop, codes: toLogCodes(result)}, 'Shopify refused a change of the shipping profile');
  return stop(deps, worker, next, 'refused', toMerchantSentence(result));
}

/** Notes what was refused: several zones are then sent one by one, and one by itself is left out. False: nothing was refused. */
function noteRefusedZones(
  {log}: ProfileDeps,
  {shop}: ProfileWorker,
  session: ProfileSession,
  rates: readonly ProfileRate[],
  result: {readonly kind: string} | Refused,
): boolean {
  const [only, ...others] = rates;
  if (!('errors' in result) || only === undefined) return false;
  log.warn(
    {shop, zones: rates.map(({zone}) => zone), codes: toLogCodes(result)},
    'Shopify refused zones of the shipping profile',
  );
  if (others.length === 0) session.refused.set(only.zone, toMerchantSentence(result));
  session.oneByOne = true;
  return true;
}

async function create(
  deps: ProfileDeps,
  worker: ProfileWorker,
  session: ProfileSession,
  wanted: {readonly rates: readonly ProfileRate[]; readonly locations: readonly string[]},
): Promise<boolean> {
  const made = await createProfile(deps.admin, worker.shop, {name: profileName, ...wanted});
  if (made.kind === 'made') await worker.save({profile_gid: made.gid});
  else noteRefusedZones(deps, worker, session, wanted.rates, made);
  return true;
}

/** Deletes the profile, and waits until Shopify no longer shows it. Variants that were in the general profile are in it again then. */
async function remove(deps: ProfileDeps, worker: ProfileWorker, next: NextStep): Promise<boolean> {
  const {admin, now, waitMs} = deps;
  const {profile_gid: gid, removing_since: since} = worker.stored();
  if (gid === null) return true;
  if (since === null || since.getTime() < now().getTime() - removeAgainMs) {
    if (!(await goesOn(deps, worker, next, await removeProfile(admin, worker.shop, gid)))) return false;
    await worker.save({removing_since: now()});
  }
  for (let look = 0; look < removalLooks; look += 1) {
    if ((await fetchProfileVersion(admin, worker.shop, gid)) === null) {
      await forget(deps, worker);
      return true;
    }
    await waitMs(2 * second);
  }
  return false;
}
