// What would leave the store under proposed rules, by the function a run uses: if they are saved with the preview's id, and without it.
import type {Kysely} from 'kysely';
import {type ChoiceState, type Leaving, planLeaving} from '#domain/catalogue/off-sale/plan-leaving.ts';
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

type Work = {
  readonly db: Kysely<Tables>;
  readonly shop: ShopDomain;
  readonly basis: ChoiceBasis & {readonly settings: Settings};
  readonly sum: SettingsPreview;
};

export async function addRetirements(
  {db, shop, basis, sum}: Work,
  leaving: readonly Leaving[],
  liveListings: number,
): Promise<void> {
  const plan = (choice: ChoiceState) => planLeaving(leaving, {...basis, choice, liveListings});
  const named = plan('confirmed');
  const unnamed = plan(await stateWithoutPreview(db, shop, basis));
  sum.retired = named.retire.length;
  sum.brake = unnamed.kind === 'brake' ? unnamed.reason : null;
  const heldAnyway = new Set(heldOf(named).map(({articleId}) => articleId));
  if (unnamed.kind === 'brake') {
    const {reason, held} = unnamed;
    sum.brakes.push({kind: 'retire', reason, articles: held.length, unlessConfirmed: heldAnyway.size === 0});
    for (const {articleId} of held) {
      sum.stopped.push({articleId, by: 'retire', code: null, reason, unlessConfirmed: !heldAnyway.has(articleId)});
    }
  }
  const listings = await loadListings(db, shop, [...heldAnyway]);
  for (const {state, variants} of listings.values()) {
    if (state !== 'active') continue;
    sum.products += 1;
    sum.variants += variants.filter((variant) => variant.state === 'live').length;
  }
}

const heldOf = (plan: RetirementPlan): readonly Retirement[] => (plan.kind === 'brake' ? plan.held : []);

/** How a run would see the proposed rules if they were saved without the preview's id, or are stored already. */
async function stateWithoutPreview(db: Kysely<Tables>, shop: ShopDomain, basis: Work['basis']): Promise<ChoiceState> {
  const retiredFor = await loadRetiredFor(db, shop);
  if (retiredFor === null) return hasChosen(basis.settings) || (await hasPicked(db, shop)) ? 'first' : 'none';
  const rules = rulesPrint(basis);
  const stored = await loadStoredSettings(db, shop);
  const isSaved = stored.isReadable && rules === rulesPrint(stored);
  return isSaved && retiredFor !== rules ? 'confirmed' : 'unconfirmed';
}
