// What the merchant is told about the shipping profile. Imports no zod: the pages say it.
import {type ZoneCode, zones} from '#domain/orders/zone.ts';
import type {ProfileStop, ProfileWish} from '#domain/shipping-profile/plan-profile.ts';

const stopTexts: Readonly<Record<ProfileStop, string>> = {
  not_permitted: 'Piecewise may not change the shipping settings of your store. Allow it, and it goes on.',
  market_driven:
    'Shipping rates of your store are those of its markets. A profile of ours would stand beside them, and shoppers would choose the cheaper rate.',
  covered:
    'Another shipping profile counts for all products of your store, so ours would change nothing. Look at your profiles in Shopify.',
  no_rate: 'The exchange rate is missing. Enter it under Pricing, or choose euro for the rates.',
  other_currency:
    'The surcharge was entered in another currency than your store has now, so no rate is changed. Enter it again under Pricing, or 0.',
  no_location:
    'No shipping profile of your store has a location, so Shopify would offer no rate. Add a location to your general profile in Shopify.',
  removed: 'The profile was deleted in Shopify, so your general profile counts again. Switch it on again, or off.',
  refused: 'Shopify refused the change.',
  serviced:
    'Products are still stocked at the location of the fulfilment service, where they have no other rates. They move back first.',
};

/** Why nothing more is done. @param said Shopify's own words; null: none. */
export const toStopText = (stop: ProfileStop, said: string | null): string => said ?? stopTexts[stop];

/** What a merchant must know who has the profile: why it does not work, or no longer as before. Null: nothing, or there is no profile. */
export function toProfileWarning(
  profile: {readonly want: ProfileWish; readonly stopped: ProfileStop | null; readonly said: string | null} | null,
  isMarketDriven: boolean | null,
): string | null {
  if (profile === null) return null;
  const {want, stopped, said} = profile;
  if (stopped !== null) return toStopText(stopped, said);
  return want !== 'off' && isMarketDriven === true ? marketDrivenWarning : null;
}

const marketDrivenWarning =
  'Shipping rates of your store are those of its markets now. Shoppers may choose your cheaper rate beside the supplier’s fee, and can order from countries where the supplier does not deliver.';

/** That Shopify did not take a zone, while everything else is as wanted. @param said Shopify's words. */
export const toRefusedZoneText = (zone: ZoneCode, said: string): string =>
  `Shopify did not take the zone for ${zones[zone].deliversTo}, so shoppers there cannot buy. ${said}`;

/** What is said where Shopify takes a change and shows something else. */
export const unexpectedText =
  'Shopify took a change of the profile and shows something else. Look at the profile in Shopify.';
