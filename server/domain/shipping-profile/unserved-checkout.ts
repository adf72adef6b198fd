// Whether shoppers in a country that the supplier does not serve can order articles. Imports no zod: the pages speak of it.
import type {ZoneChange} from '#domain/shipping-profile/compare-profile.ts';
import type {ProfileStop, ProfileWish} from '#domain/shipping-profile/plan-profile.ts';

/**
 * `refused`: the shipping profile refuses them. `being_written`: the profile with all products is being written. `by_markets`: as the store's markets say. `by_zones`: as
 * its shipping zones say.
 */
export const unservedCheckouts = ['refused', 'being_written', 'by_markets', 'by_zones'] as const;
export type UnservedCheckout = (typeof unservedCheckouts)[number];

type SettledProfile = {
  readonly want: ProfileWish;
  readonly wish: number;
  readonly settled_wish: number | null;
  /** Whether a worker has nothing left to do about it. */
  readonly is_settled: boolean;
  readonly stopped: ProfileStop | null;
  readonly changes: readonly Pick<ZoneChange, 'what'>[];
};

/**
 * @param profile null: none was ever asked for. @param isMarketDriven null: not known.
 * @param taken variants that someone has put into another profile, which may have a rate for any country.
 */
export function toUnservedCheckout(
  profile: SettledProfile | null,
  isMarketDriven: boolean | null,
  taken: number,
): UnservedCheckout {
  if (isMarketDriven === true) return 'by_markets';
  if (profile === null || isMarketDriven === null) return 'by_zones';
  const {want, wish, settled_wish: settledWish, is_settled: isSettled, stopped, changes} = profile;
  const isElsewhere = taken > 0 || changes.some(({what}) => what === 'countries');
  if (want !== 'on' || stopped !== null || isElsewhere) return 'by_zones';
  // Another wish, such as another rate, takes nothing out of the profile; but it may be the one that puts all products into it.
  if (settledWish === wish) return 'refused';
  return isSettled ? 'by_zones' : 'being_written';
}
