// The shipping profile: what it would do or does, and what the merchant wants of it.

import {Router} from 'express';
import {minute} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {euroRateFor} from '#domain/margins/margin.ts';
import {unservedCountries} from '#domain/margins/product-margin.ts';
import {minorUnitExponent} from '#domain/money.ts';
import {type ZoneCode, zoneCodes, zones} from '#domain/orders/zone.ts';
import {
  defaultProfileTerms,
  isSurchargeForeign,
  type ProfileTerms,
  planRates,
  toSurcharge,
} from '#domain/shipping-profile/profile-terms.ts';
import {toStopText} from '#domain/shipping-profile/profile-texts.ts';
import {isUnserved, marketsOf} from '#domain/shipping-profile/unserved-markets.ts';
import {missingScopes, profileScopes} from '#domain/store-access.ts';
import {scopeOf} from '../../../actions/shipping-profile/move-variants.ts';
import {inTransaction} from '../../../db/connection/transaction.ts';
import {loadService} from '../../../db/fulfilment-services/services.ts';
import {
  countProfiled,
  countTaken,
  loadProductNames,
  loadTrialProducts,
} from '../../../db/shipping-profiles/profiled-variants.ts';
import {
  loadProfile,
  loadZoneFees,
  type StoredProfile,
  saveReset,
  saveWish,
  wakeProfile,
} from '../../../db/shipping-profiles/shipping-profiles.ts';
import {saveAudit} from '../../../db/shops/audit.ts';
import {loadShopWithSettings, type Shop, type ShopWithSettings} from '../../../db/shops/shops.ts';
import {loadStoreMarkets, mayReadMarkets} from '../../../db/shops/store-markets.ts';
import type {Deps} from '../../../deps.ts';
import {askTask} from '../../../queue/ask-task.ts';
import {fetchProfileVersion} from '../../../shopify/shop/delivery-profile.ts';
import {type ShippingProfile, ShippingProfileInput} from '../../contract/shipping/shipping-profile.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';

type RouteDeps = Pick<Deps, 'db' | 'log' | 'now' | 'queues'>;
type ReadingDeps = RouteDeps & Pick<Deps, 'admin'>;

export function shippingProfileRoutes(deps: ReadingDeps): Router {
  const router = Router();
  router.get('/shipping-profile', async (_req, res) => {
    const shop = shopOf(res);
    await lookAgain(deps, shop);
    res.json(await loadShippingProfile(deps, shop));
  });
  router.put('/shipping-profile', async (req, res) => {
    const shop = shopOf(res);
    await saveProfileWish(deps, shop, actorOf(res), parseInput(ShippingProfileInput, req.body));
    res.json(await loadShippingProfile(deps, shop));
  });
  router.post('/shipping-profile/zones/:zone/give-back', async (req, res) => {
    const shop = shopOf(res);
    const zone = zoneCodes.find((code) => code === req.params.zone);
    const stored = await loadProfile(deps.db, shop);
    if (zone === undefined) throw new Refusal(404, 'not_found', 'There is no such zone.');
    if (!stored?.changes.some((change) => change.zone === zone))
      throw new Refusal(409, 'not_changed', 'This zone is as Piecewise wrote it.');
    await saveReset(deps.db, shop, zone);
    await askTask(deps, 'keep-shipping', shop);
    res.json(await loadShippingProfile(deps, shop));
  });
  return router;
}

/** While its page is looked at, what the app keeps in the store is read again after this many milliseconds. */
const lookAgainMs = 10 * minute;

/** What is stored of something that the app keeps in the store. `isMade`: whether there is something to be taken away. */
type KeptInStore = {readonly want: string; readonly isMade: boolean; readonly settledAt: Date | null};

/** Whether a worker is to look at it again: the merchant may have changed it in Shopify since the last look. */
export const isLookDue = ({want, isMade, settledAt}: KeptInStore, now: Date): boolean =>
  settledAt !== null && (want !== 'off' || isMade) && settledAt.getTime() < now.getTime() - lookAgainMs;

/** Shopify's answer is waited for this long while the page is opened. */
const versionMs = 2_000;

/**
 * Has a worker look at a profile that someone has changed in Shopify, so that the page says what shoppers pay now; and at one that was not
 * looked at for a while. Its version costs one of the shop's points.
 */
async function lookAgain(deps: ReadingDeps, shop: ShopDomain): Promise<void> {
  const {db, now} = deps;
  const stored = await loadProfile(db, shop);
  if (stored === null || !stored.is_settled) return;
  const {want, profile_gid: gid, settled_at: settledAt, version} = stored;
  const isChanged = gid !== null && version !== null && (await readVersion(deps, shop, gid, version)) !== version;
  if (isChanged) await wakeProfile(db, shop);
  if (isChanged || isLookDue({want, isMade: gid !== null, settledAt}, now()))
    await askTask(deps, 'keep-shipping', shop);
}

/** The version that Shopify shows; the known one where Shopify does not answer now. Null: it shows no such profile. */
async function readVersion({admin, log}: ReadingDeps, shop: ShopDomain, gid: string, known: number) {
  try {
    return await fetchProfileVersion(admin, shop, gid, AbortSignal.timeout(versionMs));
  } catch (err) {
    log.info({err, shop}, 'the version of the shipping profile is not read now; it is read at the next look');
    return known;
  }
}

/** How many products a trial has, also one of the fulfilment service. */
export const trialSize = 3;

async function saveProfileWish(
  deps: RouteDeps,
  shop: ShopDomain,
  actor: string,
  {want, wish: seen, percent, surcharge, currency}: ShippingProfileInput,
): Promise<void> {
  const {db, now} = deps;
  const {facts} = await loadShopWithSettings(db, shop);
  const storeCurrency = facts?.currency ?? 'EUR';
  const before = await loadProfile(db, shop);
  if (want !== 'off' && facts?.isMarketDriven === true && (before?.want ?? 'off') === 'off')
    throw new Refusal(409, 'market_driven', toStopText('market_driven', null));
  const inCurrency = currency === 'EUR' ? 'EUR' : storeCurrency;
  const terms = {percent, surcharge: toSurcharge(surcharge, inCurrency), surchargeIn: inCurrency, currency};
  await inTransaction(db, async (transaction) => {
    const trial = want === 'trial' ? await loadTrialProducts(transaction, shop, trialSize) : [];
    const asked = {want, terms: want === 'off' ? (before?.terms ?? terms) : terms, trial, actor, seen};
    if (!(await saveWish(transaction, shop, asked, now())))
      throw new Refusal(
        409,
        'changed_elsewhere',
        'The shipping profile was changed in another tab. Look at it as it is now, then press again if you still want to.',
      );
    const values = {before: before?.want ?? 'off', after: want};
    await saveAudit(transaction, shop, {actor, action: 'shipping_profile', subject: 'shipping', ...values}, now());
  });
  await askTask(deps, 'keep-shipping', shop);
}

/** Everything the page says of the profile, from the database alone. */
async function loadShippingProfile({db}: RouteDeps, shop: ShopDomain): Promise<ShippingProfile> {
  const found = await loadShopWithSettings(db, shop);
  const {facts} = found;
  const stored = await loadProfile(db, shop);
  const scope = stored === null || stored.want === 'off' ? 'all' : scopeOf(stored);
  const {moved, wanted} = await countProfiled(db, shop, scope);
  const all = await countProfiled(db, shop, 'all');
  const terms = stored?.terms ?? defaultProfileTerms;
  const unit = terms.currency === 'EUR' ? 'EUR' : (facts?.currency ?? 'EUR');
  const countries = facts?.shipsToCountries ?? null;
  const service = await loadService(db, shop);
  // The fulfilment service moves its variants back first, and wakes the profile's worker then.
  const isAwaited = stored?.stopped === 'serviced' && service !== null && !service.is_settled;
  return {
    want: stored?.want ?? 'off',
    wish: stored?.wish ?? 0,
    isWorking: stored !== null && (!stored.is_settled || isAwaited),
    hasService: service !== null && service.want !== 'off',
    isReached: stored !== null && stored.settled_wish === stored.wish,
    stopped: stored?.stopped ?? null,
    said: stored === null || stored.stopped === null || isAwaited ? null : toStopText(stored.stopped, stored.said),
    isPermitted: facts !== null && missingScopes(facts.scopes, profileScopes).length === 0,
    isMarketDriven: facts?.isMarketDriven ?? null,
    storeCurrency: facts?.currency ?? null,
    terms: {
      percent: terms.percent,
      currency: terms.currency,
      surcharge: isSurchargeForeign(terms, unit) ? null : terms.surcharge / 10 ** minorUnitExponent(unit),
    },
    zones: await loadZones(db, shop, found, terms, stored),
    all: {products: all.products, variants: all.wanted},
    variants: {wanted, moved, taken: await countTaken(db, shop)},
    trial: stored === null ? [] : [...(await loadProductNames(db, shop, stored.trial))],
    unserved: countries === null ? null : [...unservedCountries(countries)],
    markets: {
      isPermitted: facts !== null && mayReadMarkets(facts.scopes),
      read: facts === null ? null : await loadMarkets(db, facts),
    },
    settledAt: stored?.settled_at?.toISOString() ?? null,
  };
}

/** The markets of the unserved countries that the store sells to; null: they or its countries are not known. */
async function loadMarkets(db: RouteDeps['db'], facts: Shop): Promise<ShippingProfile['markets']['read']> {
  const read = await loadStoreMarkets(db, facts);
  if (read === null || facts.shipsToCountries === null) return null;
  const {markets, inNone} = marketsOf(facts.shipsToCountries.filter(isUnserved), read);
  return {
    markets: markets.map(({gid, name, countries}) => ({gid, name, countries: [...unservedCountries(countries)]})),
    inNone: [...unservedCountries(inNone)],
    isComplete: read.isComplete,
  };
}

async function loadZones(
  db: RouteDeps['db'],
  shop: ShopDomain,
  {facts, settings}: ShopWithSettings,
  terms: ProfileTerms,
  stored: StoredProfile | null,
): Promise<ShippingProfile['zones']> {
  const fees = await loadZoneFees(db, shop);
  const rates = planRates(fees, terms, euroRateFor(facts?.currency ?? 'unknown', settings));
  const priceOf = (zone: ZoneCode) => rates?.find((rate) => rate.zone === zone) ?? null;
  return zoneCodes.map((zone) => {
    const {deliversTo, transit} = zones[zone];
    const price = priceOf(zone);
    const change = stored?.changes.find((one) => one.zone === zone) ?? null;
    return {
      zone,
      deliversTo,
      transit,
      fee: fees[zone],
      price: price === null ? null : {minor: price.price, currency: price.currency},
      change: change?.what ?? null,
      shown: change?.price ?? null,
    };
  });
}
