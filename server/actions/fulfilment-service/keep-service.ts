// Brings the store's fulfilment service to what the merchant wants, step by step, and keeps it so. Every step can be repeated: what a lost
// answer left behind is found in the store.

import {minute} from '#domain/durations.ts';
import {Failure} from '#domain/failure.ts';
import {
  findService,
  type ServiceStep,
  type ShownService,
  serviceName,
  toCallbackUrl,
} from '#domain/fulfilment-service/plan-service.ts';
import {unexpectedServiceText} from '#domain/fulfilment-service/service-texts.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {endRequests} from '../../db/fulfilment-services/requests.ts';
import {forgetServiced, loadFirstRefusal, saveLocationGone} from '../../db/fulfilment-services/serviced-variants.ts';
import type {ServiceProgress} from '../../db/fulfilment-services/services.ts';
import {wakeProfile} from '../../db/shipping-profiles/shipping-profiles.ts';
import {askTask} from '../../queue/ask-task.ts';
import {type Refused, toLogCodes, toMerchantSentence} from '../../shopify/client/user-errors.ts';
import {createService, deleteService, fetchServices, updateService} from '../../shopify/fulfilment-service/service.ts';
import {returnVariants, type StockSession, stockVariants} from './move-stock.ts';
import {type NextStep, planNext} from './plan-next.ts';
import {type ServiceDeps, type ServiceWorker, takeService} from './service-worker.ts';

/** A job ends after this many milliseconds, and another one goes on: a store may have more variants than an hour is enough for. */
const longestJobMs = 5 * minute;

/** Works on the shop's service until it is as wanted, or something hinders it. Does nothing while another worker has it. */
export async function keepService(deps: ServiceDeps, shop: ShopDomain): Promise<void> {
  const worker = await takeService(deps, shop);
  if (worker === null) return;
  let isDone = false;
  try {
    isDone = await takeSteps(deps, worker);
  } catch (error) {
    if (!(error instanceof Failure && error.isDenied)) throw error;
    await worker.save({stopped: 'not_permitted', said: null, is_settled: true, settled_at: deps.now()});
    isDone = true;
  } finally {
    await worker.release();
  }
  if (!isDone) await askTask(deps, 'keep-service', shop);
}

/** Takes one step after another. Returns whether there is none left to take now. */
async function takeSteps(deps: ServiceDeps, worker: ServiceWorker): Promise<boolean> {
  const until = new Date(deps.now().getTime() + longestJobMs);
  const session: StockSession = {until, needsTwoCalls: false};
  let last = '';
  while (deps.now() < until) {
    const next = await planNext(deps, worker);
    const {kind} = next.step;
    // Twice in a row: the first had no effect.
    const isRepeated = kind === last && (kind === 'reattach' || kind === 'remove');
    last = kind;
    const isMore = isRepeated
      ? await stop(deps, worker, next, {stopped: 'refused', said: unexpectedServiceText})
      : await takeStep(deps, worker, session, next);
    if (!isMore) return true;
  }
  return false;
}

/** Takes the step. Returns whether there is another one to take now. */
async function takeStep(
  deps: ServiceDeps,
  worker: ServiceWorker,
  session: StockSession,
  next: NextStep,
): Promise<boolean> {
  const {step} = next;
  switch (step.kind) {
    case 'create':
      return create(deps, worker, next);
    case 'adopt':
      return adopt(deps, worker, step.service);
    case 'reattach':
      return reattach(deps, worker, next, step);
    case 'await_rates':
      // The service is looked at again once the shipping profile has the location and its variants.
      await worker.save({stopped: null, said: null});
      await wakeProfileWorker(deps, worker);
      return false;
    case 'move':
      await stockVariants(deps, worker, session);
      return true;
    case 'give_back':
      await returnVariants(deps, worker, session, next);
      // The profile may wait for these variants.
      await wakeProfileWorker(deps, worker);
      return true;
    case 'remove': {
      const result = await deleteService(deps.admin, worker.shop, {gid: step.gid, to: next.mainLocation});
      return result.kind === 'refused' ? refuse(deps, worker, next, result) : true;
    }
    case 'forget':
      await forgetServiced(deps.db, worker.shop);
      await endRequests(deps.db, worker.shop, deps.now());
      await worker.save({service_gid: null, location_gid: null});
      return true;
    case 'stop':
      if (step.why === 'removed') await saveLocationGone(deps.db, worker.shop);
      return stop(deps, worker, next, {
        stopped: step.why,
        said: step.why === 'refused' ? await loadFirstRefusal(deps.db, worker.shop) : null,
      });
    case 'settled':
      return stop(deps, worker, next, {stopped: null, said: null, settled_wish: next.wish});
  }
}

/** Has the shipping profile take in the service's location, or let variants go that are no longer stocked there. */
async function wakeProfileWorker(deps: ServiceDeps, {shop}: ServiceWorker): Promise<void> {
  if (await wakeProfile(deps.db, shop, ['refused', 'serviced'])) await askTask(deps, 'keep-shipping', shop);
}

type Outcome = Pick<ServiceProgress, 'stopped' | 'said'> & Partial<Pick<ServiceProgress, 'settled_wish'>>;

/** Stores that nothing more is done now, and why. Returns whether the merchant has asked for something else meanwhile. */
const stop = async ({now}: ServiceDeps, worker: ServiceWorker, {wish}: NextStep, outcome: Outcome): Promise<boolean> =>
  !(await worker.save({...outcome, is_settled: true, settled_at: now()}, wish));

/** Stops at a refusal of Shopify's, which is tried again at the next look. */
async function refuse(
  deps: ServiceDeps,
  worker: ServiceWorker,
  next: NextStep,
  refused: Refused,
  isNameTaken = false,
): Promise<boolean> {
  deps.log.warn({shop: worker.shop, codes: toLogCodes(refused)}, 'Shopify refused a change of the fulfilment service');
  return stop(
    deps,
    worker,
    next,
    isNameTaken ? {stopped: 'name_taken', said: null} : {stopped: 'refused', said: toMerchantSentence(refused)},
  );
}

async function create(deps: ServiceDeps, worker: ServiceWorker, next: NextStep): Promise<boolean> {
  const {admin, config} = deps;
  const callbackUrl = toCallbackUrl(config.host);
  const made = await createService(admin, worker.shop, {name: serviceName, callbackUrl});
  if (made.kind === 'done') return adopt(deps, worker, made.service);
  const isNameTaken = made.errors.some(({field}) => field === 'name');
  // An earlier attempt whose answer was lost may have the name by now.
  const {services} = await fetchServices(admin, worker.shop);
  if (isNameTaken && findService(services, {gid: null, callbackUrl})?.isOurs === true) return true;
  return refuse(deps, worker, next, made, isNameTaken);
}

/** Stores the ids of the service, and has its location taken into the shipping profile. */
async function adopt(deps: ServiceDeps, worker: ServiceWorker, {gid, locationGid}: ShownService): Promise<boolean> {
  await worker.save({service_gid: gid, location_gid: locationGid});
  await wakeProfileWorker(deps, worker);
  return true;
}

/** Has Shopify call the app's present address. Of a service that is not the app's, Shopify refuses that. */
async function reattach(
  deps: ServiceDeps,
  worker: ServiceWorker,
  next: NextStep,
  {gid, isOurs}: Extract<ServiceStep, {kind: 'reattach'}>,
): Promise<boolean> {
  const callbackUrl = toCallbackUrl(deps.config.host);
  const updated = await updateService(deps.admin, worker.shop, {gid, callbackUrl});
  if (updated.kind === 'done') return adopt(deps, worker, updated.service);
  return refuse(deps, worker, next, updated, !isOurs);
}
