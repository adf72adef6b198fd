// The client of the supplier's service: addresses, keys, connections, limits.
import {setTimeout as sleep} from 'node:timers/promises';
import {Agent} from 'undici';
import {withoutEnd} from '#domain/text.ts';
import type {Log} from '../log.ts';
import {
  type Api,
  type AuthHeader,
  type AuthTemplate,
  authorise,
  catalogueAuth,
  parseAuthTemplate,
} from './transport/auth.ts';
import {createPlaces, type ExchangePlaces, type Places} from './transport/places.ts';

export type SupplierConfig = {
  /** The interface document's `{base_url}`. */
  readonly url: string;
  /** Header template of the dropship key, by default `Authorization: Bearer {key}`. */
  readonly dropshipAuth: string;
  readonly checkoutHosts: readonly string[];
  /** Loopback checkout links, and images on this machine, are for stand-ins, never for production. */
  readonly allowLoopbackCheckout: boolean;
  /** The most requests that all processes together have at the supplier at once; default 16. */
  readonly requestsAtOnce?: number;
};

/** Milliseconds. */
export type SupplierLimits = {
  readonly connect: number;
  /** Limit for a read's headers, and between two pieces of its body. */
  readonly answer: number;
  /** Limit for an order's wait for a place among the requests at the supplier. */
  readonly place: number;
  /** Limit for one read with its body. */
  readonly read: number;
  /** Limit for one dropship order, from the DNS lookup to the last byte of the answer. */
  readonly order: number;
  readonly verify: number;
};

export type SupplierClient = {
  readonly config: SupplierConfig;
  readonly limits: SupplierLimits;
  readonly log: Log;
  readonly connections: Agent;
  /** Each request takes a place: places limit the requests of all processes together, only roughly while the database is away. */
  readonly places: Places;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  endpoint(api: Api, query: URLSearchParams): URL;
  authorise(api: Api, key: string): AuthHeader;
  /** Aborts the reads under way. Orders use connections of their own and continue. */
  close(): Promise<void>;
};

const usual: SupplierLimits = {
  connect: 5_000,
  answer: 30_000,
  read: 120_000,
  order: 65_000,
  verify: 10_000,
  place: 8_000,
};

/**
 * Throws on an invalid address or header template.
 * @param turned `exchange`: how places are shared with other processes; without it this process has all of them. The limits and the wait
 * between attempts of a read are only for tests.
 */
export function createSupplierClient(
  config: SupplierConfig,
  log: Log,
  turned: Partial<SupplierLimits> & {wait?: SupplierClient['wait']; exchange?: ExchangePlaces} = {},
): SupplierClient {
  const base = parseBase(config.url);
  const dropshipAuth = parseAuthTemplate(config.dropshipAuth);
  const {wait = waitFor, exchange = null, ...turnedLimits} = turned;
  const places = createPlaces({limit: config.requestsAtOnce ?? 16, exchange, log});
  const limits = {...usual, ...turnedLimits};
  const connections = new Agent({...socketOptions(limits), connections: 32, pipelining: 1});
  const auth: Readonly<Record<Api, AuthTemplate>> = {catalog: catalogueAuth, dropship: dropshipAuth};
  return {
    config,
    limits,
    log,
    connections,
    places,
    wait,
    endpoint: (api, query) => new URL(`${base}/api/${api}?${query.toString()}`),
    authorise: (api, key) => authorise(auth[api], key, api),
    async close() {
      await connections.destroy();
      await places.close();
    },
  };
}

/** Options of every connection to the supplier. HTTP/1.1 only: the send phase is tracked on it. */
export function socketOptions({connect, answer}: SupplierLimits) {
  return {allowH2: false, connect: {timeout: connect}, headersTimeout: answer, bodyTimeout: answer};
}

function parseBase(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new Error('SUPPLIER_URL must be a plain http or https address without a query.');
  }
  return url.origin + withoutEnd(url.pathname, (character) => character === '/');
}

async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? {signal} : {});
}
