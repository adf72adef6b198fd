// Structured log. Callers pass ids, counts, codes and errors. Values under names of secrets or personal data are replaced here.
import {AsyncLocalStorage} from 'node:async_hooks';
import pino from 'pino';

export type Log = pino.Logger;

/** Names of fields with secrets and personal data; `customer_email` and `Customer-Email` count as `customerEmail`. */
const cutNames = `
  authorization cookie setCookie token idToken sessionToken accessToken refreshToken key apiKey catalogueKey
  dropshipKey secret apiSecret password hmac headers body rawBody note checkoutUrl email customerEmail
  storeEmail phone name firstName lastName customerName customer company destination address address1 address2
  shippingAddress billingAddress street city zip postalCode
`
  .trim()
  .split(/\s+/);
const cut = '[cut]';
const plainName = (name: string) => name.replaceAll(/[-_]/g, '').toLowerCase();
const isCut = new Set(cutNames.map(plainName));
const underlined = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const deepest = 6;
const longestText = 1_000;
const mostFrames = 20;

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
      // The formatter does not see a child log's bindings.
      redact: {paths: [...new Set(cutNames.flatMap((name) => [name, underlined(name)]))], censor: cut},
      serializers: {err: (error: unknown) => error},
    },
    destination ?? pino.destination({dest: 2, sync: true}),
  );
}

function toLoggedFields(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isCut.has(plainName(name)) ? cut : toLogged(value, depth + 1)]),
  );
}

function toLogged(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (typeof value === 'function') return cut;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return toLoggedError(value, depth);
  if (depth >= deepest) return cut;
  if (Array.isArray(value)) return value.map((entry) => toLogged(entry, depth + 1));
  return isPlain(value) ? toLoggedFields(value, depth) : cut;
}

/** Other objects, such as bytes, maps and sockets, are not searched: the log shows `[cut]` instead. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What the log shows of an error: name, message, code, cause and stack; none of its other properties. */
function toLoggedError(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error && typeof error.code === 'string' ? {code: error.code} : {};
  const cause = error.cause instanceof Error && depth < deepest ? {cause: toLoggedError(error.cause, depth + 1)} : {};
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: toLogged(toLoggedMessage(error), depth),
    ...code,
    ...cause,
    stack: frames.slice(0, mostFrames).join('\n'),
  };
}

/**
 * Shopify's text of a refusal may quote what a merchant or a buyer typed. It is for the merchant alone; the log keeps the codes at its
 * beginning.
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

/** The id of the HTTP request that the running code serves, so that the request's log lines carry it. */
const requests = new AsyncLocalStorage<string>();

export const runAsRequest = (requestId: string, work: () => void): void => requests.run(requestId, work);

/** Null outside a request, as in a job. */
const currentRequestId = (): string | null => requests.getStore() ?? null;
