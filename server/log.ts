// Structured log. Ids only: whoever logs passes ids and counts, and what slips through by name is cut out here.
import {AsyncLocalStorage} from 'node:async_hooks';
import pino from 'pino';

export type Log = pino.Logger;

/** Names under which secrets and personal data travel; `customer_email` and `Customer-Email` are `customerEmail` too. */
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
      // What a child log carries does not come by the formatter.
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

/** Bytes, maps, sockets and the like are not looked into. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What a log may say of an error: class, sentence, code, where; never the objects that hang on it. */
function toLoggedError(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error && typeof error.code === 'string' ? {code: error.code} : {};
  const cause = error.cause instanceof Error && depth < deepest ? {cause: toLoggedError(error.cause, depth + 1)} : {};
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: toLogged(messageOf(error), depth),
    ...code,
    ...cause,
    stack: frames.slice(0, mostFrames).join('\n'),
  };
}

/**
 * Shopify's text about a refusal may quote what a merchant or a buyer typed. They are for the merchant alone; the log keeps the
 * codes they begin with.
 */
function messageOf(error: Error): string {
  const isShopifys = 'remote' in error && error.remote === 'shopify';
  if (!isShopifys || !('said' in error) || typeof error.said !== 'string' || error.said === '') return error.message;
  const codes = /^[A-Z][A-Z_]*(?:, [A-Z][A-Z_]*)*(?=: )/.exec(error.said)?.[0];
  return error.message.replaceAll(error.said, codes ?? '[text of Shopify]');
}

/** Which HTTP request the running code belongs to, so that every log line of it carries its id. */
const requests = new AsyncLocalStorage<string>();

export const runAsRequest = (requestId: string, work: () => void): void => requests.run(requestId, work);

/** Null outside of a request, as in a job. */
const currentRequestId = (): string | null => requests.getStore() ?? null;
