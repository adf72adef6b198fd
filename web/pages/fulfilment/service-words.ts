// What the page about orders requested in Shopify says.
import {count, joinNames} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import type {Service} from './service-api.ts';

/** What the service is for, until it is on for all products. */
export const purposeText =
  'orders of your products are requested in Shopify and accepted there, so that each order shows where it stands. A request that you make there yourself is sent to the supplier by the same rules.';

/** What happens once it is on for all products. */
export function offerSentences({all: {products, variants}}: Service): readonly string[] {
  return [
    products === 0
      ? 'None of your products is in the store yet. They are stocked at the location Piecewise when they are made.'
      : `${countNoun(variants, 'variant')} of ${countNoun(products, 'product')} will be stocked at the location Piecewise, and nowhere else.`,
    'A variant without an SKU gets the number of its article as one.',
    'A request is accepted once the supplier has the order, or rejected with the reason, within 20 hours.',
    'Orders from before stay where they are, and are sent as before.',
  ];
}

/** What the app is doing; null: nothing. */
export function workText({want, isWorking, profile, variants: {wanted, moved, toReturn}}: Service): string | null {
  if (!isWorking) return null;
  if (toReturn > 0) return `Variants go back to where they were stocked: ${count(toReturn)} to go.`;
  if (want === 'off') return 'The fulfilment service is being taken away.';
  if (moved === wanted) return 'The fulfilment service in Shopify is being brought to what you want.';
  const figures = `${count(moved)} of ${count(wanted)}`;
  return profile.isWorking
    ? `The shipping profile takes the variants in before they are stocked at the location Piecewise: ${figures}.`
    : `Variants are being stocked at the location Piecewise: ${figures}.`;
}

/** What was reached. */
export function stateText({want, variants: {moved}, trial}: Service): string {
  if (want === 'trial')
    return `${joinNames(trial)} ${trial.length === 1 ? 'is' : 'are'} stocked at the location Piecewise. Look at the next order of ${trial.length === 1 ? 'it' : 'them'} in Shopify, then switch it on for all or take it back.`;
  return `${countNoun(moved, 'variant is', 'variants are')} stocked at the location Piecewise, and ${moved === 1 ? 'its' : 'their'} orders are requested and accepted in Shopify. Products made later are stocked there too.`;
}

/** Why it is not as wanted, with what keeps the shipping profile from working; null: nothing hinders it, or no longer. */
export function saidText({want, isWorking, stopped, said, profile}: Service): string | null {
  if (isWorking) return want === 'off' || profile.want !== 'off' ? null : profileIsOffText;
  return stopped === 'no_profile' && profile.said !== null
    ? `Products at a location without shipping rates cannot be sold, and the shipping profile does not work: ${profile.said}`
    : said;
}

const profileIsOffText =
  'The shipping profile was switched off. Without its rates products at the location Piecewise could not be sold, so they go back, and nothing is requested any more.';

/** Why it cannot be switched on for all products, or not even tried; null: the shipping profile has their rates. */
export function profileLackText({want, profile}: Service): string | null {
  if (want === 'on') return null;
  if (profile.want === 'off' && profile.isMarketDriven === true)
    return 'It needs the shipping profile of Piecewise, which is not offered in your store: Shopify takes your shipping rates from your markets.';
  if (profile.want === 'off')
    return 'It needs the shipping profile of Piecewise: without shipping rates at its location, your products could not be sold.';
  if (profile.said !== null) return `The shipping profile does not work yet. ${profile.said}`;
  if (profile.want === 'trial')
    return 'The shipping profile is on trial. Before this is switched on for all products, the profile has to be.';
  return null;
}

/** What the question says before it is switched off. */
export function offTexts({hasOpenRequest}: Service): readonly string[] {
  return [
    'Every variant is stocked again where it was, and the SKUs that Piecewise gave are taken back. Then the fulfilment service Piecewise and the location Piecewise are deleted in Shopify.',
    'Orders are sent as before, without a request in Shopify.',
    ...(hasOpenRequest
      ? ['A request in Shopify still waits for an answer. Wait for it first: afterwards Piecewise answers none.']
      : []),
  ];
}

/** The name of a variant: article, colour and size. */
export const variantName = ({name, options, variantGid}: Service['refused']['first'][number]): string =>
  [name ?? `Variant ${variantGid.slice(variantGid.lastIndexOf('/') + 1)}`, ...options].join(', ');
