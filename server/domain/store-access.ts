// Finds what a store does not let the app see or do: permissions it has not granted, and buyers' names and addresses.

/** Permissions that the app wants and the store has not granted, from comma-separated lists. Write permission includes read permission. */
export function missingScopes(granted: string, wanted: string): readonly string[] {
  const has = new Set(splitScopes(granted));
  return splitScopes(wanted).filter((scope) => !has.has(scope) && !has.has(scope.replace(/^read_/, 'write_')));
}

/** The permission to read what the store charges for shipping. It is optional: the app works without it. */
export const shippingScope = 'read_shipping';

/** The permissions to keep a shipping profile: it names the locations that goods ship from. They are optional too. */
export const profileScopes = 'write_shipping,read_locations';

/** The permission to read the names and countries of the store's markets. It is optional too. */
export const marketsScope = 'read_markets';

/** The permissions to keep a fulfilment service: to register it, to stock products at its location, and to answer what is asked of it. */
export const serviceScopes =
  'write_fulfillments,write_inventory,write_assigned_fulfillment_orders,write_third_party_fulfillment_orders';

/** The permissions of a comma-separated list. */
const splitScopes = (scopes: string): readonly string[] => scopes.split(',').filter((scope) => scope !== '');

/**
 * Why the store shows no names, e-mails and addresses of buyers. `plan`: its plan is too small for a custom app; `plan_expected`: no
 * order has shown or refused them yet, and its plan is one of those; `approval`: Shopify has not approved the app.
 */
export const buyerDataReasons = ['plan', 'plan_expected', 'approval'] as const;
export type BuyerDataReason = (typeof buyerDataReasons)[number];

/**
 * What the newest orders showed of buyers. `by_plan`: Shopify refused the fields and named the plan; `refused`: it did not name it;
 * `nothing`: there is no order, or all of these fields are empty without an error.
 */
export type BuyerDataSeen = 'shown' | 'by_plan' | 'refused' | 'nothing';

/** What decides whether Shopify shows buyers' data to the app. */
export type StorePlan = {
  /** Shopify's public name of the plan; a development store has `(development)` appended. */
  readonly plan: string;
  /** Whether the app has custom distribution: it is not in the App Store. */
  readonly isCustomApp: boolean;
};

/**
 * Why the store withholds buyers' data; null: as far as known it does not. Shopify's pages contradict each other on custom apps: one says
 * that they always see these fields, the other that the store needs the Grow plan or a larger one. So what orders show counts first.
 * https://shopify.dev/docs/apps/launch/protected-customer-data
 * https://help.shopify.com/en/manual/apps/app-types/custom-apps
 */
export function findBuyerDataReason(seen: BuyerDataSeen, store: StorePlan): BuyerDataReason | null {
  const isTooSmall = store.isCustomApp && plansBelowGrow.has(store.plan);
  if (seen === 'shown') return null;
  if (seen === 'by_plan') return 'plan';
  if (seen === 'refused') return isTooSmall ? 'plan' : 'approval';
  return isTooSmall ? 'plan_expected' : null;
}

/** Names (`publicDisplayName`) of plans below Grow. https://shopify.dev/docs/api/admin-graphql/2026-10/objects/ShopPlan */
const plansBelowGrow: ReadonlySet<string> = new Set(['Basic', 'Starter', 'Lite']);
