// The structured log. Callers pass ids, counts, codes and errors. Values of fields with names of secrets or personal data are replaced
// here.
import {AsyncLocalStorage} from 'node:async_hooks';
import pino from 'pino';

export type Log = pino.Logger;

/**
 * Names of fields whose values the log hides: secrets and personal data. `customer_email` and `Customer-Email` count as `customerEmail`.
 */
const redactedFieldNames = `
  authorization cookie setCookie token idToken sessionToken accessToken refreshToken key apiKey catalogueKey
  dropshipKey secret apiSecret password hmac headers body rawBody note checkoutUrl email customerEmail
  storeEmail phone name firstName lastName customerName customer company destination address address1 address2
  shippingAddress billingAddress street city zip postalCode
`
  .trim()
  .split(/\s+/);
/** What the log shows in place of a hidden value. */
const redactedMark = '[cut]';
/** The name without hyphens, underscores and case, to compare it. */
const normaliseFieldName = (name: string) => name.replaceAll(/[-_]/g, '').toLowerCase();
const redactedNames = new Set(redactedFieldNames.map(normaliseFieldName));
const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Values nested deeper are not logged. */
const maxLogDepth = 6;
/** A longer text is cut to this many characters. */
const maxLogTextLength = 1_000;
/** At most this many lines of a stack are logged. */
const maxStackFrames = 20;

/** Creates the log. @param destination left out: the process's standard error. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === null ? {} : {requestId};
      },
      formatters: {log: (fields) => toLoggedFields(fields, 0)},
      // pino redacts the bindings of child logs, which the formatter does not see.
      redact: {
        paths: [...new Set(redactedFieldNames.flatMap((name) => [name, toSnakeCase(name)]))],
        censor: redactedMark,
      },
      serializers: {err: (error: unknown) => error},
    },
    destination ?? pino.destination({dest: 2, sync: true}),
  );
}

/** The fields as logged, with the values of secrets and personal data replaced. */
function toLoggedFields(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      redactedNames.has(normaliseFieldName(name)) ? redactedMark : toLogged(value, depth + 1),
    ]),
  );
}

/** A value as logged: long texts are cut, and what is no plain data is replaced. */
function toLogged(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.length > maxLogTextLength ? `${value.slice(0, maxLogTextLength)}…` : value;
  if (typeof value === 'function') return redactedMark;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return toLoggedError(value, depth);
  if (depth >= maxLogDepth) return redactedMark;
  if (Array.isArray(value)) return value.map((entry) => toLogged(entry, depth + 1));
  return isPlainObject(value) ? toLoggedFields(value, depth) : redactedMark;
}

/** Whether the object has plain fields to log. Of others, such as bytes, maps and sockets, the log shows only `[cut]`. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What the log shows of an error: name, message, code, cause and stack; none of its other properties. */
function toLoggedError(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error && typeof error.code === 'string' ? {code: error.code} : {};
  const cause =
    error.cause instanceof Error && depth < maxLogDepth ? {cause: toLoggedError(error.cause, depth + 1)} : {};
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: toLogged(toLoggedMessage(error), depth),
    ...code,
    ...cause,
    stack: frames.slice(0, maxStackFrames).join('\n'),
  };
}

/**
 * The message as the log shows it. Shopify's text of a refusal may quote what a merchant or a buyer typed, so only the codes at its
 * beginning are logged.
 */
export function toLoggedMessage(error: Error): string {
  const isShopifys = 'remote' in error && error.remote === 'shopify';
  if (
    !isShopifys ||
    !('remoteMessage' in error) ||
    typeof error.remoteMessage !== 'string' ||
    error.remoteMessage === ''
  )
    return error.message;
  const codes = /^[A-Z][A-Z_]*(?:, [A-Z][A-Z_]*)*(?=: )/.exec(error.remoteMessage)?.[0];
  return error.message.replaceAll(error.remoteMessage, codes ?? '[text of Shopify]');
}

/** The id of the HTTP request that the running code serves, so that its log lines contain that id. */
const requestIds = new AsyncLocalStorage<string>();

/** Runs `work` so that all log lines from it contain the request's id. */
export const runAsRequest = (requestId: string, work: () => void): void => requestIds.run(requestId, work);

/** The id of the current HTTP request; null outside a request, as in a job. */
const currentRequestId = (): string | null => requestIds.getStore() ?? null;
