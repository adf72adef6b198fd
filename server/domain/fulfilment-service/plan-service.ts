// Decides what is to be done next about a store's fulfilment service.

/** What the merchant wants: no service; the service with three products, to try; the service with all products. */
export const serviceWishes = ['off', 'trial', 'on'] as const;
export type ServiceWish = (typeof serviceWishes)[number];

/**
 * Why nothing more is done until something changes. `not_permitted`: the merchant has not allowed the app what it needs. `name_taken`:
 * another app's service has the name. `removed`: someone deleted the service in Shopify. `refused`: Shopify refused the change.
 */
export const serviceStops = ['not_permitted', 'name_taken', 'removed', 'refused'] as const;
export type ServiceStop = (typeof serviceStops)[number];
