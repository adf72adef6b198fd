// Makes a refund to the buyer. Shopify refuses a refund without the directive `@idempotent`; the same key goes with the same variables only.
// https://shopify.dev/docs/api/usage/idempotent-requests

import {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {ShownRefund} from '#domain/orders/refunds/judge-refund.ts';
import type {RefundInput} from '#domain/orders/refunds/refund-input.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';
import {toMerchantSentence, toRefused, UserErrors} from '../client/user-errors.ts';
import {Refund, refundPoints, refundSelection, toShownRefund} from './refund-answers.ts';

/** What Shopify answered to a refund. */
export type RefundAnswer =
  /** Shopify made it, and `said` is what it said beside; the transactions tell whether the money went. */
  | {readonly kind: 'made'; readonly refund: ShownRefund; readonly said: string | null}
  /** Shopify understood this request and made none of it. */
  | {readonly kind: 'refused'; readonly said: string}
  /**
   * This request did nothing. `denied`: the user or the app may not refund; `turned_away`: the token is not accepted; `unsent`: no byte of
   * it left.
   */
  | {readonly kind: 'denied' | 'turned_away' | 'unsent'}
  /** It is not known whether it was made. `error` is for the log and holds none of Shopify's text. */
  | {readonly kind: 'unknown'; readonly error: unknown};

/** Sends the refund once. @param admin calls with the token of the person who asks, so that this person's rights count. */
export async function createRefund(
  admin: Admin,
  shop: ShopDomain,
  variables: {readonly input: RefundInput; readonly key: string},
): Promise<RefundAnswer> {
  try {
    const {refundCreate: made} = await admin.call(shop, refundCreate, variables, AbortSignal.timeout(sendLimitMs));
    if (made === null) return {kind: 'unknown', error: 'the answer is empty'};
    const said = made.userErrors.length === 0 ? null : toMerchantSentence(toRefused(made.userErrors));
    if (made.refund !== null) return {kind: 'made', refund: toShownRefund(made.refund), said};
    if (said === null) return {kind: 'unknown', error: 'neither a refund nor an error'};
    if (isAboutKey(said)) return {kind: 'unknown', error: 'a refusal of the key'};
    return {kind: 'refused', said};
  } catch (error) {
    if (!(error instanceof Failure)) return {kind: 'unknown', error};
    if (isWholeDenied(error)) return {kind: 'denied'};
    if (error.status === 401) return {kind: 'turned_away'};
    return error.sent ? {kind: 'unknown', error} : {kind: 'unsent'};
  }
}

/** Milliseconds for the whole call; `sendingForMs` in db/orders/buyer-refunds.ts is longer. */
const sendLimitMs = 90_000;

/** Whether the mutation as a whole was denied. A field of the refund that is denied says nothing about whether the refund was made. */
const isWholeDenied = ({isDenied, paths}: Failure): boolean =>
  isDenied && paths.length > 0 && paths.every((path) => path === 'refundCreate');

/**
 * Whether a refusal is about the key and not about the refund: another request with it is under way, or was made. A request that failed
 * before is a refusal. https://shopify.dev/docs/api/usage/implementing-idempotency
 */
function isAboutKey(said: string): boolean {
  const text = said.toLowerCase();
  const failedBefore = text.includes('previous') && text.includes('failed');
  return (text.includes('idempot') || text.includes('in progress')) && !failedBefore;
}

const CreateAnswer = z.object({refundCreate: z.object({refund: Refund.nullable(), userErrors: UserErrors}).nullable()});

/** Makes the refund. Never repeated by itself: after a lost answer the order's refunds are read first. */
export const refundCreate: Operation<{readonly input: RefundInput; readonly key: string}, typeof CreateAnswer> = {
  document: `mutation RefundCreate($input: RefundInput!, $key: String!) {
    refundCreate(input: $input) @idempotent(key: $key) {
      refund {
        ${refundSelection}
      }
      userErrors { field message }
    }
  }`,
  cost: 12 + refundPoints,
  answer: CreateAnswer,
  isWrite: true,
  allowsWithheldFields: true,
};
