// Whether the store shows the app names, e-mails and addresses of buyers, judged by its newest orders. The values are not kept.
import {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {BuyerDataSeen} from '#domain/store-access.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {NoVariables, Operation} from '../client/operation.ts';

const NullableText = z.string().nullable();
const NewestBuyersAnswer = z.object({
  orders: z.object({
    nodes: z.array(
      z.object({email: NullableText, shippingAddress: z.object({name: NullableText, zip: NullableText}).nullable()}),
    ),
  }),
});

/** Reads what the store shows of the buyers of its five newest orders. */
export const newestBuyers: Operation<NoVariables, typeof NewestBuyersAnswer> = {
  document: `query NewestBuyers {
    orders(first: 5, sortKey: CREATED_AT, reverse: true) { nodes { email shippingAddress { name zip } } }
  }`,
  cost: connectionPoints(5, 2),
  answer: NewestBuyersAnswer,
  isWrite: false,
};

/**
 * Reads whether the store shows buyers' data, or why not. Null if Shopify does not answer, or refuses for another reason. The first words
 * of the refusal are documented (https://shopify.dev/docs/apps/launch/protected-customer-data); if the plan is too small, the refusal names
 * plans that are large enough.
 */
export async function checkBuyerDataAccess(
  admin: Admin,
  shop: ShopDomain,
  signal?: AbortSignal,
): Promise<BuyerDataSeen | null> {
  try {
    const {orders} = await admin.call(shop, newestBuyers, {}, signal);
    const isShown = orders.nodes.some(({email, shippingAddress}) =>
      [email, shippingAddress?.name, shippingAddress?.zip].some((value) => Boolean(value?.trim())),
    );
    return isShown ? 'shown' : 'nothing';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const said = error.kind === 'refused' ? (error.remoteMessage ?? '') : '';
    if (!isUnapproved(said)) return null;
    return namesPlans(said) ? 'by_plan' : 'refused';
  }
}

/** Whether the refusal names plans of Shopify that are large enough. */
function namesPlans(said: string): boolean {
  const at = said.toLowerCase().indexOf('only available on ');
  return at !== -1 && /plans?\b/i.test(said.slice(at));
}

/** Whether the refusal says that the app may not see buyers' data. */
const isUnapproved = (said: string): boolean => /\bapp is not approved to (?:access|use)\b/i.test(said);
