// User errors: Shopify understood the request and refused it. They are values, so one refused product does not stop a run.

import {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {Operation, Variables} from './operation.ts';

export type Refusal = {readonly code: string | null; readonly field: string | null; readonly message: string};
export type Refused = {readonly kind: 'refused'; readonly errors: readonly Refusal[]};

export type Done = {readonly kind: 'done'} | Refused;

/** `userErrors` of any mutation; those without a code have `code: null`. */
export const UserErrors = z.array(
  z
    .object({code: z.string().nullish(), field: z.array(z.string()).nullish(), message: z.string()})
    .transform(({code, field, message}): Refusal => ({code: code ?? null, field: field?.join('.') ?? null, message})),
);

/** The answer to a mutation that only matters for its user errors, whatever its payload is called. */
export const UserErrorsOnly = z
  .record(z.string(), z.object({userErrors: UserErrors}))
  .transform((payloads) => Object.values(payloads).flatMap(({userErrors}) => userErrors));

export type Mutation<V extends Variables> = Operation<V, typeof UserErrorsOnly>;

export const refused = (errors: readonly Refusal[]): Refused => ({kind: 'refused', errors});

/** Past 50,000 variants a store takes 1,000 new ones a day. https://shopify.dev/docs/api/usage/limits */
export const dailyVariantLimit = 'VARIANT_THROTTLE_EXCEEDED';

/** Whether the store takes no more new variants today. The product is not at fault: the same request can succeed tomorrow. */
export function isDailyVariantLimit({errors}: Refused): boolean {
  return errors.some(({code, message}) => code === dailyVariantLimit || limitWords.test(message));
}

/** Finds the limit in the text of a GraphQL error, of a user error or of a 429. */
export const limitWords = /\bdaily variant creation limit\b/i;

export function isProductMissing({errors}: Refused): boolean {
  return errors.some(({code}) => code === 'PRODUCT_DOES_NOT_EXIST' || code === 'NOT_FOUND');
}

export function isVariantMissing({errors}: Refused): boolean {
  return errors.some(({code}) => code === 'PRODUCT_VARIANT_DOES_NOT_EXIST');
}

/** For the merchant; Shopify writes its messages for people. Not for the log: they may quote typed text. */
export function toSentence({errors}: Refused): string {
  const messages = errors.map(({field, message}) => (field === null ? message : `${message} (${field})`));
  return `Shopify refused it: ${[...new Set(messages)].join('; ').slice(0, 400)}`;
}

/** For the log: codes and their fields, none of Shopify's text. Fields are names of the schema and list positions. */
export function toCodes({errors}: Refused): readonly string[] {
  const codes = errors.map(({code, field}) => `${code ?? 'NO_CODE'}${field === null ? '' : ` (${field})`}`);
  return [...new Set(codes)].slice(0, 20);
}

/** Refusals of one request that Shopify sends as a GraphQL error, or as a 429, instead of a user error. */
const aboutTheInput = [dailyVariantLimit, 'MAX_INPUT_SIZE_EXCEEDED', 'MAX_COST_EXCEEDED'];

/** The work's outcome, with such a refusal as a value; every other Failure is thrown. */
export async function refusalAsValue<T>(work: Promise<T>): Promise<T | Refused> {
  try {
    return await work;
  } catch (error) {
    const message = error instanceof Failure && error.kind === 'refused' ? (error.remoteMessage ?? '') : '';
    const code = limitWords.test(message)
      ? dailyVariantLimit
      : aboutTheInput.find((known) => message.startsWith(known));
    if (code === undefined) throw error;
    return refused([{code, field: null, message: message.replace(`${code}: `, '')}]);
  }
}

/** An unreadable answer, or a GraphQL refusal of the input. Missing access and an inactive store affect every product instead. */
export function isAboutOneProduct(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  if (error.kind === 'malformed') return true;
  return (
    error.kind === 'refused' &&
    error.status === 200 &&
    !/^(ACCESS_DENIED|SHOP_INACTIVE)/.test(error.remoteMessage ?? '')
  );
}
