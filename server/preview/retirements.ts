// Computes, with the function of a run, what proposed rules would retire: if they are saved with the preview's id, and without it.
import type {Kysely} from 'kysely';
import {
  type ChoiceState,
  chooseRetirements,
  type NotOfferedListing,
} from '#domain/catalogue/off-sale/choose-retirements.ts';
import {articlesKeptBraked} from '#domain/catalogue/off-sale/divide-brake.ts';
import type {Retirement, RetirementPlan} from '#domain/catalogue/off-sale/plan-retirement.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {hasIncludeRule, type Settings} from '#domain/settings/settings.ts';
import {hasPickedArticle} from '../db/catalogue/articles.ts';
import {type ChoiceBasis, rulesFingerprint} from '../db/catalogue/choice.ts';
import {loadListings} from '../db/listings/listings.ts';
import {loadRetiredFor} from '../db/listings/listings-to-retire.ts';
import {loadWaitingBrake} from '../db/runs/brakes.ts';
import {loadStoredSettings} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {SettingsPreview} from './sum.ts';

/** What counting retirements needs of the preview. */
type RetirementContext = {
  readonly db: Kysely<Tables>;
  readonly shop: ShopDomain;
  readonly basis: ChoiceBasis & {readonly settings: Settings};
  readonly sum: SettingsPreview;
};

/**
 * Adds to the figures: how many listings a run retires if the settings are saved with the preview's id, the brake that stops it if saved
 * without, and products that stay on sale because they wait for a brake or the settings keep them.
 */
export async function addRetirements(
  {db, shop, basis, sum}: RetirementContext,
  retiring: readonly NotOfferedListing[],
  liveListings: number,
): Promise<void> {
  const keptBraked = articlesKeptBraked(await loadWaitingBrake(db, shop, 'retire'));
  const plan = (choice: ChoiceState) => chooseRetirements(retiring, {...basis, choice, liveListings, keptBraked});
  const named = plan('confirmed');
  const unnamed = plan(await choiceStateWithoutPreview(db, shop, basis));
  sum.retired = named.retire.length;
  sum.brake = unnamed.kind === 'brake' ? unnamed.reason : null;
  const waitingAnyway = new Set(waitingRetirements(named).map(({articleId}) => articleId));
  const retired = new Set(named.retire.map(({articleId}) => articleId));
  const kept = basis.settings.keepOnSale ? retiring.filter(({articleId}) => !retired.has(articleId)) : [];
  if (unnamed.kind === 'brake') {
    const {reason, waiting} = unnamed;
    sum.brakes.push({kind: 'retire', reason, articles: waiting.length, unlessConfirmed: waitingAnyway.size === 0});
    for (const {articleId} of waiting) {
      sum.stopped.push({articleId, by: 'retire', code: null, reason, unlessConfirmed: !waitingAnyway.has(articleId)});
    }
  }
  const staying = new Set([...waitingAnyway, ...kept.map(({articleId}) => articleId)]);
  const listings = await loadListings(db, shop, [...staying]);
  for (const {state, variants} of listings.values()) {
    if (state !== 'active') continue;
    sum.products += 1;
    sum.variants += variants.filter((variant) => variant.state === 'live').length;
  }
}

/** The retirements that the brake makes wait; empty without a brake. */
const waitingRetirements = (plan: RetirementPlan): readonly Retirement[] => (plan.kind === 'brake' ? plan.waiting : []);

/** How a run would see the proposed rules if they were saved without the preview's id, or are stored already. */
async function choiceStateWithoutPreview(
  db: Kysely<Tables>,
  shop: ShopDomain,
  basis: RetirementContext['basis'],
): Promise<ChoiceState> {
  const retiredFor = await loadRetiredFor(db, shop);
  if (retiredFor === null)
    return hasIncludeRule(basis.settings) || (await hasPickedArticle(db, shop)) ? 'first' : 'none';
  const rules = rulesFingerprint(basis);
  const stored = await loadStoredSettings(db, shop);
  const isSaved = stored.isReadable && rules === rulesFingerprint(stored);
  return isSaved && retiredFor !== rules ? 'confirmed' : 'unconfirmed';
}
