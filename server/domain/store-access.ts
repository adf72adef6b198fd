// What a store lets the app see and do: the permissions it has not granted yet, and whether it shows buyers' names and addresses.

/** Permissions the app asks for and the store has not granted. A write permission contains its read permission. Comma-separated lists. */
export function missingScopes(granted: string, wanted: string): readonly string[] {
  const has = new Set(listOf(granted));
  return listOf(wanted).filter((scope) => !has.has(scope) && !has.has(scope.replace(/^read_/, 'write_')));
}

const listOf = (scopes: string): readonly string[] => scopes.split(',').filter((scope) => scope !== '');

/**
 * Why the store shows no names, e-mails and addresses of buyers. `plan`: its plan is too small for a custom app; `plan_expected`: no
 * order has shown or refused them yet, and its plan is one of those; `approval`: Shopify has not approved the app.
 */
export const buyerDataReasons = ['plan', 'plan_expected', 'approval'] as const;
export type BuyerDataReason = (typeof buyerDataReasons)[number];

/**
 * What the newest orders showed. `by_plan` and `refused`: Shopify refused the fields, and named the plan or did not; `nothing`: there is
 * no order, or all of these fields are empty without an error.
 */
export type BuyerDataSeen = 'shown' | 'by_plan' | 'refused' | 'nothing';

export type StorePlan = {
  /** Shopify's public name of the plan; a development store has `(development)` appended. */
  readonly plan: string;
  /** Whether the app has custom distribution: it is not in the App Store. */
  readonly isCustomApp: boolean;
};

/**
 * Shopify's pages contradict each other on custom apps: one says that they always see these fields, the other that the store needs the
 * Grow plan or a larger one. So what an order shows counts first; the plan counts where orders do not decide it.
 * https://shopify.dev/docs/apps/launch/protected-customer-data
 * https://help.shopify.com/en/manual/apps/app-types/custom-apps
 */
export function judgeBuyerData(seen: BuyerDataSeen, store: StorePlan): BuyerDataReason | null {
  const isTooSmall = store.isCustomApp && belowGrow.has(store.plan);
  if (seen === 'shown') return null;
  if (seen === 'by_plan') return 'plan';
  if (seen === 'refused') return isTooSmall ? 'plan' : 'approval';
  return isTooSmall ? 'plan_expected' : null;
}

/** https://shopify.dev/docs/api/admin-graphql/2026-10/objects/ShopPlan: names of `publicDisplayName`. */
const belowGrow: ReadonlySet<string> = new Set(['Basic', 'Starter', 'Lite']);
