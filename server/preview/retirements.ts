// What would be retired under proposed rules, by the function a run uses: if they are saved with the preview's id, and without it.
import type {Kysely} from 'kysely';
import {type ChoiceState, chooseRetirements, type NotOffered} from '#domain/catalogue/off-sale/choose-retirements.ts';
import type {Retirement, RetirementPlan} from '#domain/catalogue/off-sale/plan-retirement.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {hasChosen, type Settings} from '#domain/settings/settings.ts';
import {hasPicked} from '../db/catalogue/article-search.ts';
import {type ChoiceBasis, rulesPrint} from '../db/catalogue/choice.ts';
import {loadListings} from '../db/listings/listings.ts';
import {loadRetiredFor} from '../db/listings/listings-to-retire.ts';
import {loadStoredSettings} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {SettingsPreview} from './sum.ts';

type RetirementWork = {
  readonly db: Kysely<Tables>;
  readonly shop: ShopDomain;
  readonly basis: ChoiceBasis & {readonly settings: Settings};
  readonly sum: SettingsPreview;
};

export async function addRetirements(
  {db, shop, basis, sum}: RetirementWork,
  retiring: readonly NotOffered[],
  liveListings: number,
): Promise<void> {
  const plan = (choice: ChoiceState) => chooseRetirements(retiring, {...basis, choice, liveListings});
  const named = plan('confirmed');
  const unnamed = plan(await stateWithoutPreview(db, shop, basis));
  sum.retired = named.retire.length;
  sum.brake = unnamed.kind === 'brake' ? unnamed.reason : null;
  const waitingAnyway = new Set(waitingOf(named).map(({articleId}) => articleId));
  if (unnamed.kind === 'brake') {
    const {reason, waiting} = unnamed;
    sum.brakes.push({kind: 'retire', reason, articles: waiting.length, unlessConfirmed: waitingAnyway.size === 0});
    for (const {articleId} of waiting) {
      sum.stopped.push({articleId, by: 'retire', code: null, reason, unlessConfirmed: !waitingAnyway.has(articleId)});
    }
  }
  const listings = await loadListings(db, shop, [...waitingAnyway]);
  for (const {state, variants} of listings.values()) {
    if (state !== 'active') continue;
    sum.products += 1;
    sum.variants += variants.filter((variant) => variant.state === 'live').length;
  }
}

const waitingOf = (plan: RetirementPlan): readonly Retirement[] => (plan.kind === 'brake' ? plan.waiting : []);

/** How a run would see the proposed rules if they were saved without the preview's id, or are stored already. */
async function stateWithoutPreview(
  db: Kysely<Tables>,
  shop: ShopDomain,
  basis: RetirementWork['basis'],
): Promise<ChoiceState> {
  const retiredFor = await loadRetiredFor(db, shop);
  if (retiredFor === null) return hasChosen(basis.settings) || (await hasPicked(db, shop)) ? 'first' : 'none';
  const rules = rulesPrint(basis);
  const stored = await loadStoredSettings(db, shop);
  const isSaved = stored.isReadable && rules === rulesPrint(stored);
  return isSaved && retiredFor !== rules ? 'confirmed' : 'unconfirmed';
}
