import {Router} from 'express';
import {warningTimes} from '#domain/fulfilment-service/service-figures.ts';
import {nextLocalTime} from '#domain/next-local-time.ts';
import {nightlyStart} from '#domain/nightly-start.ts';
import {missingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {hasIncludeRule, type StoredSettings} from '#domain/settings/settings.ts';
import {toProfileWarning} from '#domain/shipping-profile/profile-texts.ts';
import {toUnservedCheckout} from '#domain/shipping-profile/unserved-checkout.ts';
import {missingScopes} from '#domain/store-access.ts';
import {hasPickedArticle} from '../../db/catalogue/articles.ts';
import {toPriceStore} from '../../db/catalogue/choice.ts';
import {countQuarantined} from '../../db/catalogue/quarantine.ts';
import {loadFailedDeliveries, type StoredDelivery} from '../../db/deliveries/deliveries.ts';
import {isDeparting} from '../../db/departures/departures.ts';
import {loadStayedOnSale} from '../../db/departures/stayed-products.ts';
import {countWarned} from '../../db/fulfilment-services/figures.ts';
import {countListings} from '../../db/listings/listing-facts.ts';
import {countDropshipOrders} from '../../db/orders/dropship-orders.ts';
import {countFlaggedOrders, countNeedingMerchant, loadPayableOrders} from '../../db/orders/flagged-orders.ts';
import {loadRuns} from '../../db/runs/runs.ts';
import {loadUnreadableKeys} from '../../db/secrets/shop-keys.ts';
import {countTaken} from '../../db/shipping-profiles/profiled-variants.ts';
import {loadProfile} from '../../db/shipping-profiles/shipping-profiles.ts';
import {loadShop, loadStoredSettings, type Shop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import type {Overview} from '../contract/overview.ts';
import {Refusal} from '../refusal.ts';
import {actorOf, shopOf} from '../session.ts';
import {toConnection, toRun} from './answers.ts';
import {toToPay} from './orders/to-dropship-order.ts';
import {loadOpenDecisions} from './overview-decisions.ts';
import {loadSending} from './sending.ts';
import {hasCompletedFirstRun, loadSetUp} from './set-up/set-up.ts';

type OverviewDeps = Pick<Deps, 'config' | 'db' | 'now' | 'sealer'>;

export function overviewRoutes(deps: OverviewDeps): Router {
  const {config, db, sealer} = deps;
  const router = Router();
  router.get('/overview', async (_req, res) => {
    const shop = shopOf(res);
    const facts = await loadShop(db, shop);
    if (facts === null) throw new Refusal(404, 'not_installed', 'The app is not installed in this store.');
    const stored = await loadStoredSettings(db, shop);
    const {settings} = stored;
    const {active, drafts, ownDrafts, held, retired} = await countListings(db, shop);
    const {count: failed, last} = await loadFailedDeliveries(db, shop);
    const profile = await loadProfile(db, shop);
    const [lastRun] = await loadRuns(db, shop, 1);
    const isLeaving = await isDeparting(db, shop);
    const overview: Overview = {
      shop,
      currency: facts.currency,
      taxesIncluded: facts.taxesIncluded,
      country: facts.country,
      needsReauth: facts.needsReauth,
      stopped: facts.stopped && {since: facts.stopped.since.toISOString(), reason: facts.stopped.reason},
      missingScopes: [...missingScopes(facts.scopes, facts.wantedScopes)],
      buyerData: facts.buyerData,
      connection: toConnection(facts, await loadUnreadableKeys(db, sealer, shop), config.supplier.supportEmail),
      settingsUnreadable: stored.isReadable ? null : 'settings',
      shippingWarning: toProfileWarning(profile, facts.isMarketDriven),
      unservedCheckout: toUnservedCheckout(profile, facts.isMarketDriven, await countTaken(db, shop)),
      missingForPrices: facts.currency === null ? null : missingForPrices({store: toPriceStore(facts), settings}),
      chosen: hasIncludeRule(settings) || (await hasPickedArticle(db, shop)),
      listings: {active, drafts, ownDrafts, held, retired, quarantined: await countQuarantined(db, shop)},
      isLeaving,
      stayedOnSale: await loadStayedOnSale(db, shop),
      lastRun: lastRun ? toRun(lastRun) : null,
      setUp: await loadSetUp(deps, facts),
      firstRunDone: await hasCompletedFirstRun(deps, facts),
      orders: await countDropshipOrders(db, shop),
      toPay: toToPay(await loadPayableOrders(db, shop)),
      flagged: await countFlaggedOrders(db, shop),
      needsYou: await countNeedingMerchant(db, shop),
      ...(await loadOpenDecisions(deps, facts, settings)),
      serviceWarnings: await countWarned(db, shop, warningTimes(deps.now())),
      sending: await loadSending(deps, shop, stored, actorOf(res)),
      timeZone: facts.timeZone,
      nextRunAt: isLeaving ? null : nextRunTimeOf(facts, stored, deps.now()),
      webhooks: {
        silent: facts.reconcileFound > 0,
        foundByReconciliation: facts.reconcileFound,
        lastWebhookAt: facts.lastWebhookAt?.toISOString() ?? null,
        reconciledAt: facts.reconciledAt?.toISOString() ?? null,
        failed,
        lastFailure: last === null ? null : toLastFailure(last),
      },
    };
    res.json(overview);
  });
  return router;
}

/** When the next scheduled run starts; null while it could not start, or if this machine does not know the time zone. */
function nextRunTimeOf(facts: Shop, {settings, isReadable}: StoredSettings, now: Date): string | null {
  const {shop, stopped, needsReauth, catalogueKeyState, dropshipKeyState, timeZone} = facts;
  const isReady = stopped === null && !needsReauth && isReadable;
  if (!isReady || catalogueKeyState !== 'accepted' || dropshipKeyState !== 'accepted') return null;
  const zone = timeZone ?? 'UTC';
  return nextLocalTime(nightlyStart(settings.nightlyAt, shop, zone), zone, now)?.toISOString() ?? null;
}

/** The last delivery that failed for good, with the time at which it was given up, or else received. */
function toLastFailure({
  topic,
  resource,
  reason,
  done_at,
  received_at,
}: StoredDelivery): Overview['webhooks']['lastFailure'] {
  return {topic, resource, reason, at: (done_at ?? received_at).toISOString()};
}
