// The fulfilment service: what it would do or does, and what the merchant wants of it.

import {Router} from 'express';
import type {ServiceWish} from '#domain/fulfilment-service/plan-service.ts';
import {toServiceStopText} from '#domain/fulfilment-service/service-texts.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {toStopText} from '#domain/shipping-profile/profile-texts.ts';
import {missingScopes, serviceScopes} from '#domain/store-access.ts';
import {inTransaction} from '../../../db/connection/transaction.ts';
import {countRefused, countToReturn, loadRefusedVariants} from '../../../db/fulfilment-services/refused-variants.ts';
import {loadUnanswered} from '../../../db/fulfilment-services/requests.ts';
import {countServiced, serviceScopeOf} from '../../../db/fulfilment-services/serviced-variants.ts';
import {loadService, saveServiceWish} from '../../../db/fulfilment-services/services.ts';
import {loadProductNames, loadTrialProducts} from '../../../db/shipping-profiles/profiled-variants.ts';
import {loadProfile} from '../../../db/shipping-profiles/shipping-profiles.ts';
import {saveAudit} from '../../../db/shops/audit.ts';
import {loadShop} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {askTask} from '../../../queue/ask-task.ts';
import {type FulfilmentService, FulfilmentServiceInput} from '../../contract/shipping/fulfilment-service.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';
import {isLookDue, trialSize} from './shipping-profile.ts';

type RouteDeps = Pick<Deps, 'db' | 'log' | 'now' | 'queues'>;

export function fulfilmentServiceRoutes(deps: RouteDeps): Router {
  const router = Router();
  router.get('/fulfilment-service', async (_req, res) => {
    const shop = shopOf(res);
    await lookAgain(deps, shop);
    res.json(await loadFulfilmentService(deps, shop));
  });
  router.put('/fulfilment-service', async (req, res) => {
    const shop = shopOf(res);
    await saveWanted(deps, shop, actorOf(res), parseInput(FulfilmentServiceInput, req.body));
    res.json(await loadFulfilmentService(deps, shop));
  });
  return router;
}

/** Has a worker look at a service that was not looked at for a while: the merchant may just have changed it in Shopify. */
async function lookAgain(deps: RouteDeps, shop: ShopDomain): Promise<void> {
  const stored = await loadService(deps.db, shop);
  if (stored === null || !stored.is_settled) return;
  const {want, service_gid: gid, settled_at: settledAt} = stored;
  if (isLookDue({want, isMade: gid !== null, settledAt}, deps.now())) await askTask(deps, 'keep-service', shop);
}

async function saveWanted(
  deps: RouteDeps,
  shop: ShopDomain,
  actor: string,
  {want, wish: seen}: FulfilmentServiceInput,
): Promise<void> {
  const {db, now} = deps;
  await inTransaction(db, async (transaction) => {
    const before = await loadService(transaction, shop);
    const trial = want === 'trial' ? await chooseTrial(transaction, shop, before) : [];
    if (!(await saveServiceWish(transaction, shop, {want, trial, actor, seen}, now())))
      throw new Refusal(
        409,
        'changed_elsewhere',
        'This was changed in another tab. Look at it as it is now, then press again if you still want to.',
      );
    const values = {before: before?.want ?? 'off', after: want};
    await saveAudit(transaction, shop, {actor, action: 'fulfilment_service', subject: 'fulfilment', ...values}, now());
  });
  await askTask(deps, 'keep-service', shop);
}

/** The products of a trial: those of the shipping profile's, since only they have rates at the location; else those tried already. */
async function chooseTrial(
  db: RouteDeps['db'],
  shop: ShopDomain,
  before: {readonly want: ServiceWish; readonly trial: readonly string[]} | null,
): Promise<readonly string[]> {
  const profile = await loadProfile(db, shop);
  const known = profile?.want === 'trial' ? profile.trial : before?.want === 'trial' ? before.trial : [];
  const trial = known.length > 0 ? known : await loadTrialProducts(db, shop, trialSize);
  if (trial.length === 0)
    throw new Refusal(409, 'nothing_to_try', 'None of your products is on sale yet, so there is nothing to try.');
  return trial;
}

/** How many refused variants the page lists. */
const mostListed = 50;

/** Everything the page says of the service, from the database alone. */
async function loadFulfilmentService({db}: RouteDeps, shop: ShopDomain): Promise<FulfilmentService> {
  const facts = await loadShop(db, shop);
  const stored = await loadService(db, shop);
  const isOff = stored === null || stored.want === 'off';
  const {wanted, moved} = await countServiced(db, shop, isOff ? 'all' : serviceScopeOf(stored));
  const all = await countServiced(db, shop, 'all');
  const refused = await loadRefusedVariants(db, shop, mostListed);
  return {
    want: stored?.want ?? 'off',
    wish: stored?.wish ?? 0,
    isWorking: stored !== null && !stored.is_settled,
    isReached: stored !== null && stored.settled_wish === stored.wish,
    stopped: stored?.stopped ?? null,
    said: stored === null || stored.stopped === null ? null : toServiceStopText(stored.stopped, stored.said),
    isPermitted: facts !== null && missingScopes(facts.scopes, serviceScopes).length === 0,
    profile: await loadProfileState(db, shop, facts?.isMarketDriven ?? null),
    all: {products: all.products, variants: all.wanted},
    variants: {wanted, moved, toReturn: stored === null ? 0 : await countToReturn(db, shop, serviceScopeOf(stored))},
    trial: stored === null ? [] : [...(await loadProductNames(db, shop, stored.trial))],
    refused: {
      count: await countRefused(db, shop),
      first: refused.map(({gid, productGid, name, colour, size, said}) => ({
        variantGid: gid,
        productGid,
        name,
        options: [colour, size].filter((option) => option !== null),
        said,
      })),
    },
    // Without the location none can be answered any more.
    hasOpenRequest: stored !== null && stored.location_gid !== null && (await loadUnanswered(db, shop, 1)).length > 0,
    settledAt: stored?.settled_at?.toISOString() ?? null,
  };
}

async function loadProfileState(
  db: RouteDeps['db'],
  shop: ShopDomain,
  isMarketDriven: boolean | null,
): Promise<FulfilmentService['profile']> {
  const stored = await loadProfile(db, shop);
  return {
    want: stored?.want ?? 'off',
    isWorking: stored !== null && !stored.is_settled,
    said: stored === null || stored.stopped === null ? null : toStopText(stored.stopped, stored.said),
    isMarketDriven,
  };
}
