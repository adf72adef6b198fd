// What waits for the merchant besides orders, for the overview: brakes, costs to approve, possible matches, failed images, options that
// are not used, colours and sizes that are not stated, the fulfilment service where something hinders it, countries without delivery.
import {toServiceStopText} from '#domain/fulfilment-service/service-texts.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {isUnserved} from '#domain/shipping-profile/unserved-markets.ts';
import {countOverruledOptions, loadOverruledOptions} from '../../db/catalogue/defined-options.ts';
import {countUndecidedMatches, loadUndecidedMatches} from '../../db/catalogue/product-matches.ts';
import {countUnanswered, countUnread} from '../../db/catalogue/unanswered.ts';
import {countRefused} from '../../db/fulfilment-services/refused-variants.ts';
import {loadService} from '../../db/fulfilment-services/services.ts';
import {loadFailedMedia} from '../../db/listings/listing-media.ts';
import {countFailedMedia, countWaitingCosts, loadWaitingCosts} from '../../db/runs/approvals.ts';
import type {Shop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import type {Overview} from '../contract/overview.ts';
import {showWaitingBrakes} from './show-brakes.ts';

/** Loads for the overview what waits for a decision besides orders, as counts with a first entry, and the countries without delivery. */
export async function loadOpenDecisions(
  deps: Pick<Deps, 'db'>,
  {shop, shipsToCountries}: Pick<Shop, 'shop' | 'shipsToCountries'>,
  {orders}: Settings,
): Promise<
  Pick<
    Overview,
    | 'brakes'
    | 'costs'
    | 'matches'
    | 'failedImages'
    | 'overruledOptions'
    | 'unanswered'
    | 'fulfilmentService'
    | 'unserved'
  >
> {
  const {db} = deps;
  return {
    brakes: await showWaitingBrakes(deps, shop),
    costs: await loadCostSummary(db, shop),
    matches: await loadMatchSummary(db, shop),
    failedImages: await loadFailedImageSummary(db, shop),
    overruledOptions: await loadOverruledSummary(db, shop),
    fulfilmentService: await loadServiceTrouble(db, shop),
    unanswered: {
      colours: await countUnanswered(db, shop, {option: 'colours', answers: orders}),
      sizes: await countUnanswered(db, shop, {option: 'sizes', answers: orders}),
      unread: await countUnread(db, shop),
    },
    unserved: shipsToCountries === null ? null : shipsToCountries.filter(isUnserved),
  };
}

async function loadCostSummary(db: Deps['db'], shop: ShopDomain): Promise<Overview['costs']> {
  const [first] = await loadWaitingCosts(db, shop, {after: '', limit: 1});
  return first === undefined ? {count: 0, first: null} : {count: await countWaitingCosts(db, shop), first};
}

async function loadMatchSummary(db: Deps['db'], shop: ShopDomain): Promise<Overview['matches']> {
  const [first] = await loadUndecidedMatches(db, shop, 1);
  return first === undefined ? {count: 0, first: null} : {count: await countUndecidedMatches(db, shop), first};
}

async function loadFailedImageSummary(db: Deps['db'], shop: ShopDomain): Promise<Overview['failedImages']> {
  const [first] = await loadFailedMedia(db, shop, 1);
  return first === undefined
    ? {count: 0, reason: null}
    : {count: await countFailedMedia(db, shop), reason: first.reason};
}

async function loadOverruledSummary(db: Deps['db'], shop: ShopDomain): Promise<Overview['overruledOptions']> {
  const [first] = await loadOverruledOptions(db, shop, {after: '', limit: 1});
  if (first === undefined) return {count: 0, first: null, digest: ''};
  const {articleId, name} = first;
  return {...(await countOverruledOptions(db, shop)), first: {articleId, name}};
}

async function loadServiceTrouble(db: Deps['db'], shop: ShopDomain): Promise<Overview['fulfilmentService']> {
  const stored = await loadService(db, shop);
  const said = stored === null || stored.stopped === null ? null : toServiceStopText(stored.stopped, stored.said);
  return {said, refused: stored === null ? 0 : await countRefused(db, shop)};
}
