// Chooses the listings to retire because their article is no longer listed or chosen, and applies the merchant's decisions on brakes.
import {rulesUseMargin} from '#domain/catalogue/choice-rule.ts';
import {
  type ListingAvailability,
  planRetirement,
  type RetirementPlan,
} from '#domain/catalogue/off-sale/plan-retirement.ts';
import type {ArticleId} from '#domain/ids.ts';
import {missingForPrices} from '#domain/pricing/missing-for-prices.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** A listing whose article is no longer listed or chosen. */
export type NotOfferedListing = ListingAvailability & {
  /** Whether the merchant released this retirement from a brake. */
  readonly released: boolean;
};

/**
 * The state of the merchant's choice of articles.
 * none: no rule includes articles, no article is picked by hand, and no choice was applied yet. first: since the products became
 * listings, the merchant has confirmed no choice and no run has retired products by a choice. confirmed: the merchant saw the effect of
 * the rules in the preview and saved them, and no run has applied them since. unconfirmed: the last run applied the same rules, or they
 * were saved without a preview.
 */
export type ChoiceState = 'none' | 'first' | 'confirmed' | 'unconfirmed';

export type RetirementBasis = {
  readonly choice: ChoiceState;
  readonly settings: Pick<Settings, 'choice' | 'pricing' | 'keepOnSale'>;
  readonly store: PriceStore;
  /** Listings that are active or drafted. */
  readonly liveListings: number;
  /** Articles that wait however few they are (`articlesKeptBraked`). */
  readonly keptBraked: ReadonlySet<ArticleId>;
};

/** False if the rules use the margin but no price can be calculated. Then no listing is retired for not being chosen. */
export const canJudgeChoice = (basis: {
  readonly settings: Pick<Settings, 'choice' | 'pricing'>;
  readonly store: PriceStore;
}): boolean => missingForPrices(basis) === null || !rulesUseMargin(basis.settings.choice);

/**
 * Plans which listings to retire. Those that the merchant released from a brake do not count towards a new brake. If the settings keep
 * products on sale, only what the merchant left out or released by hand is retired.
 */
export function chooseRetirements(notOffered: readonly NotOfferedListing[], facts: RetirementBasis): RetirementPlan {
  const {choice, liveListings, settings, keptBraked} = facts;
  const mayRetireUnchosen = canJudgeChoice(facts) && choice !== 'none';
  const retiring = notOffered.filter(
    ({listed, leftOut, released}) => leftOut || released || (!settings.keepOnSale && (!listed || mayRetireUnchosen)),
  );
  const released = retiring.filter((listing) => listing.released);
  const asked = planRetirement(released, {choiceConfirmed: true, liveListings: Number.POSITIVE_INFINITY});
  const rest = retiring.filter((listing) => !listing.released);
  const plan = planRetirement(rest, {
    choiceConfirmed: choice === 'confirmed',
    isFirstChoice: choice === 'first',
    liveListings,
    keptBraked,
  });
  return {...plan, retire: [...asked.retire, ...plan.retire]};
}
