// What the merchant is told about the fulfilment service. Imports no zod: the pages say it.
import type {ServiceStop} from '#domain/fulfilment-service/plan-service.ts';

const stopTexts: Readonly<Record<ServiceStop, string>> = {
  not_permitted: 'Piecewise may not register a fulfilment service in your store. Allow it, and it goes on.',
  name_taken:
    'Your store has a fulfilment service or a location named Piecewise that is not ours. Delete or rename it in Shopify, and press “Try again”.',
  no_profile:
    'Products at a location without shipping rates cannot be sold. Switch the shipping profile on first, for the same products.',
  removed:
    'The fulfilment service was deleted in Shopify. Its products are stocked where they were before. Switch it on again, or off.',
  refused: 'Shopify refused the change.',
};

/** Why nothing more is done. @param said Shopify's own words; null: none. */
export const toServiceStopText = (stop: ServiceStop, said: string | null): string => said ?? stopTexts[stop];

/** What is said of a variant that the store does not show. */
export const missingVariantText = 'Shopify does not show this variant.';

/** What is said of a variant where Shopify takes a change and shows something else. */
export const unexpectedStockText =
  'Shopify took the change and shows this variant at other locations. Look at its inventory in Shopify.';

/** What is said where Shopify takes a change of the service and shows something else. */
export const unexpectedServiceText =
  'Shopify took a change of the fulfilment service and shows something else. Look at your locations in Shopify.';
