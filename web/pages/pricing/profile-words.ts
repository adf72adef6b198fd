// What the section about the shipping profile says.
import {count, joinNames} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import type {Profile, Zone} from './profile-api.ts';

const mostCountriesNamed = 8;

/** "4 countries you sell to are not served: Norway, …"; null: all are served. @param named how many countries are named. */
export function unservedSentence({unserved}: Profile, named = mostCountriesNamed): string | null {
  if (unserved === null) return 'Which countries you sell to is not known yet: the next update reads it.';
  if (unserved.length === 0) return null;
  const list = joinNames(unserved.slice(0, named), Math.max(0, unserved.length - named));
  return `${countNoun(unserved.length, 'country you sell to is', 'countries you sell to are')} not served: ${list}`;
}

/** What the profile changes in this store: what it would change, until it is switched on for all products. */
export function offerFacts(profile: Profile): readonly string[] {
  const {want, all, unserved} = profile;
  const isMeant = want === 'on';
  return [
    all.products === 0
      ? `None of your products is in the store yet. Products ${isMeant ? 'move' : 'would move'} into it when they are made.`
      : `${countNoun(all.products, 'product')} with ${countNoun(all.variants, 'variant')} ${!isMeant ? 'would move' : all.products === 1 ? 'moves' : 'move'} into it.`,
    ...(unserved === null || unserved.length === 0
      ? [unservedSentence(profile) ?? 'The supplier delivers to every country you sell to.']
      : []),
  ];
}

/** What the profile does to shoppers in countries that are not served, or would do. */
export const unservedEffect = ({want}: Pick<Profile, 'want'>): string =>
  `Shoppers there ${want === 'on' ? 'cannot buy these products any more' : 'could no longer buy these products'}.`;

/** How the profile works, in every store, or would work. */
export const offerRules = ({want}: Pick<Profile, 'want'>): readonly string[] =>
  want === 'on'
    ? [
        'Shoppers pay the supplier’s fee for their country, and cannot check out where the supplier does not deliver.',
        'A shopper who buys several different articles pays one fee, while the supplier charges you one for each.',
        'In a basket with other products of yours, the rates of both profiles are added up.',
        'Custom shipping on draft orders and orders of other apps go past it.',
      ]
    : [
        'Shoppers would pay the supplier’s fee for their country, and could not check out where the supplier does not deliver.',
        'A shopper who buys several different articles would pay one fee, while the supplier charges you one for each.',
        'In a basket with other products of yours, the rates of both profiles would be added up.',
        'Custom shipping on draft orders and orders of other apps would go past it.',
      ];

/** What the app is doing; null: nothing. */
export function workText({want, isWorking, stopped, variants: {moved, wanted}}: Profile): string | null {
  if (!isWorking) return null;
  if (stopped === 'serviced') return 'Products go back from the location of the fulfilment service first.';
  if (want === 'off') return 'The profile is being taken away. Everything goes back to where it was.';
  if (moved < wanted) return `Variants are moving into it: ${count(moved)} of ${count(wanted)}.`;
  return 'The profile in Shopify is being brought to what you want.';
}

/** What was reached. @param isChanged whether other rates are typed than the stored ones. */
export function stateText({want, isMarketDriven, variants: {moved}, trial}: Profile, isChanged: boolean): string {
  if (want === 'trial')
    return `${joinNames(trial)} ${trial.length === 1 ? 'is' : 'are'} in it. Look at ${trial.length === 1 ? 'it' : 'them'} in your shop, then switch it on for all or take it back.`;
  const paid = isChanged
    ? 'Shoppers pay the saved rates, not yet those that you typed; products'
    : 'Shoppers pay the rates below, and products';
  const rates = isMarketDriven === true ? 'Products' : paid;
  return `${countNoun(moved, 'variant is', 'variants are')} in it. ${rates} made later move into it.`;
}

/** "The 27 EU member states". */
export const zoneName = ({deliversTo}: Pick<Zone, 'deliversTo'>): string =>
  deliversTo.charAt(0).toUpperCase() + deliversTo.slice(1);

export const changeTexts: Readonly<Record<NonNullable<Zone['change']>, string>> = {
  removed: 'You removed this zone: shoppers there cannot buy.',
  countries: 'You changed its countries.',
  price: 'You changed its price.',
  methods: 'You changed its rates.',
};

/** What no longer holds of a profile in a store whose rates are those of its markets. */
export const noLongerHoldsText =
  'Shopify now takes the rates of your store from its markets. So a shopper may be offered a cheaper rate than the supplier’s fee, and can check out in a country that is not served.';

/** Why the profile is not offered. */
export const marketDrivenText =
  'Shopify takes the shipping rates of your store from its markets. A profile of Piecewise would stand beside them: shoppers would choose the cheaper rate, and could still check out where the supplier does not deliver. So it is not offered here.';

/** What becomes of a fulfilment service when the profile is switched off. */
export const serviceStopsText =
  'The fulfilment service does nothing without the profile: its products go back to where they were stocked, and new orders are sent without a request in Shopify.';
