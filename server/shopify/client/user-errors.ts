// User errors: Shopify understood the request and refused it. They are values, so one refused product does not stop a run.

import {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {Operation, Variables} from './operation.ts';

/** One reason of a refusal; `field`: names of input fields and list positions, joined by dots. */
export type UserError = {readonly code: string | null; readonly field: string | null; readonly message: string};
/** Shopify understood the write and refused it, for these reasons. */
export type Refused = {readonly kind: 'refused'; readonly errors: readonly UserError[]};

/** What became of a write. */
export type WriteOutcome = {readonly kind: 'done'} | Refused;

/** `userErrors` of any mutation; those without a code have `code: null`. */
export const UserErrors = z.array(
  z
    .object({code: z.string().nullish(), field: z.array(z.string()).nullish(), message: z.string()})
    .transform(({code, field, message}): UserError => ({code: code ?? null, field: field?.join('.') ?? null, message})),
);

/** The answer to a mutation that only matters for its user errors, whatever its payload is called. */
export const UserErrorsOnly = z
  .record(z.string(), z.object({userErrors: UserErrors}))
  .transform((payloads) => Object.values(payloads).flatMap(({userErrors}) => userErrors));

/** A mutation of whose answer only the user errors matter. */
export type Mutation<V extends Variables> = Operation<V, typeof UserErrorsOnly>;

export const toRefused = (errors: readonly UserError[]): Refused => ({kind: 'refused', errors});

/**
 * Shopify's code when the day's limit is reached: past 50,000 variants a store takes 1,000 new ones a day.
 * https://shopify.dev/docs/api/usage/limits
 */
export const dailyVariantLimitCode = 'VARIANT_THROTTLE_EXCEEDED';

/** Whether the store takes no more new variants today. The product is not at fault: the same request can succeed tomorrow. */
export function isDailyVariantLimit({errors}: Refused): boolean {
  return errors.some(({code, message}) => code === dailyVariantLimitCode || dailyLimitPattern.test(message));
}

/** Matches the day's limit on new variants in the text of a GraphQL error, of a user error or of a 429. */
export const dailyLimitPattern = /\bdaily variant creation limit\b/i;

/** Whether the store no longer has the product. */
export function isProductMissing({errors}: Refused): boolean {
  return errors.some(({code}) => code === 'PRODUCT_DOES_NOT_EXIST' || code === 'NOT_FOUND');
}

/** Whether the product no longer has one of the variants. */
export function isVariantMissing({errors}: Refused): boolean {
  return errors.some(({code}) => code === 'PRODUCT_VARIANT_DOES_NOT_EXIST');
}

/** Input fields that a merchant knows, by what the pages call them. Others would be words of a program. */
const fieldLabels: Readonly<Record<string, string>> = {
  title: 'Title',
  descriptionHtml: 'Description',
  vendor: 'Vendor',
  productType: 'Product type',
  tags: 'Tags',
  price: 'Price',
  compareAtPrice: 'Compare-at price',
  cost: 'Cost',
  status: 'Status',
  originalSource: 'Image',
};

/** One sentence for the merchant, made of Shopify's messages. Not for the log: the messages may quote typed text. */
export function toMerchantSentence({errors}: Refused): string {
  const messages = errors.map(({field, message}) => {
    const label = fieldLabels[field?.split('.').at(-1) ?? ''];
    return label === undefined || message.toLowerCase().includes(label.toLowerCase())
      ? message
      : `${label}: ${message}`;
  });
  return `Shopify refused it: ${[...new Set(messages)].join('; ').slice(0, 400)}`;
}

/** For the log: codes and their fields, none of Shopify's text. Fields are names of the schema and list positions. */
export function toLogCodes({errors}: Refused): readonly string[] {
  const codes = errors.map(({code, field}) => `${code ?? 'NO_CODE'}${field === null ? '' : ` (${field})`}`);
  return [...new Set(codes)].slice(0, 20);
}

/** Codes with which Shopify refuses the input of one request as a GraphQL error, or as a 429, instead of a user error. */
const inputErrorCodes = [dailyVariantLimitCode, 'MAX_INPUT_SIZE_EXCEEDED', 'MAX_COST_EXCEEDED'];

/** Waits for a call and returns a refusal of its input (`inputErrorCodes`) as a value; every other Failure is thrown. */
export async function catchRefusal<T>(work: Promise<T>): Promise<T | Refused> {
  try {
    return await work;
  } catch (error) {
    const message = error instanceof Failure && error.kind === 'refused' ? (error.remoteMessage ?? '') : '';
    const code = dailyLimitPattern.test(message)
      ? dailyVariantLimitCode
      : inputErrorCodes.find((known) => message.startsWith(known));
    if (code === undefined) throw error;
    return toRefused([{code, field: null, message: message.replace(`${code}: `, '')}]);
  }
}

/**
 * Whether the failure concerns only the product of the request: an unreadable answer, or a GraphQL refusal of the input. Missing access and
 * an inactive store concern every product instead.
 */
export function isAboutOneProduct(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  if (error.kind === 'malformed') return true;
  return (
    error.kind === 'refused' &&
    error.status === 200 &&
    !/^(ACCESS_DENIED|SHOP_INACTIVE)/.test(error.remoteMessage ?? '')
  );
}
