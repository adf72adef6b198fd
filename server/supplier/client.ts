// Creates the client of the supplier's service, which has the addresses, key headers, connections and limits of all requests.
import {setTimeout as sleep} from 'node:timers/promises';
import {Agent} from 'undici';
import {trimEndWhile} from '#domain/text.ts';
import type {Log} from '../log.ts';
import {
  type ApiPath,
  type AuthHeader,
  type AuthTemplate,
  authorise,
  catalogueAuth,
  parseAuthTemplate,
} from './transport/auth.ts';
import {createPlaces, type PlacesExchange, type RequestPlaces} from './transport/places.ts';

/** The operator's configuration of the supplier's service. */
export type SupplierConfig = {
  /** The interface document's `{base_url}`. */
  readonly url: string;
  /** Header template of the dropship key, by default `Authorization: Bearer {key}`. */
  readonly dropshipAuth: string;
  /** Hosts that count as the supplier's for checkout links (`readCheckoutLink`). */
  readonly checkoutHosts: readonly string[];
  /** Whether checkout links and images may be on this machine; only for stand-ins, never in production. */
  readonly allowLoopbackCheckout: boolean;
  /** The most requests that all processes together have at the supplier at once; default 16. */
  readonly requestsAtOnce?: number;
};

/** Limits in milliseconds. */
export type SupplierLimits = {
  /** Limit for opening a connection. */
  readonly connect: number;
  /** Limit for a read's headers, and between two pieces of its body. */
  readonly answer: number;
  /** Limit for an order's wait for a place among the requests at the supplier. */
  readonly place: number;
  /** Limit for one read with its body. */
  readonly read: number;
  /** Limit for one dropship order, from the DNS lookup to the last byte of the answer. */
  readonly order: number;
  /** Limit for the checks while a merchant waits. */
  readonly verify: number;
};

/** The connection of this process to the supplier's service, without any shop's key. */
export type SupplierClient = {
  readonly config: SupplierConfig;
  readonly limits: SupplierLimits;
  readonly log: Log;
  /** The connections for reads. */
  readonly connections: Agent;
  /** Limits the simultaneous requests of all processes together. While the database is away, the limit is only approximate. */
  readonly places: RequestPlaces;
  /** Waits between two attempts; rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** The address of a request. */
  endpoint(api: ApiPath, query: URLSearchParams): URL;
  /** The header with the key. Throws a Failure if no header can carry the key. */
  authorise(api: ApiPath, key: string): AuthHeader;
  /** Aborts the reads under way. Orders use connections of their own and continue. */
  close(): Promise<void>;
};

/** The limits in production, in milliseconds. */
const defaultLimits: SupplierLimits = {
  connect: 5_000,
  answer: 30_000,
  read: 120_000,
  order: 65_000,
  verify: 10_000,
  place: 8_000,
};

/**
 * Creates the client. Throws on an invalid address or header template.
 * @param turned `exchange`: how this process shares places with others; without it this process has all of them. Tests also replace the
 * limits and the wait between attempts.
 */
export function createSupplierClient(
  config: SupplierConfig,
  log: Log,
  turned: Partial<SupplierLimits> & {wait?: SupplierClient['wait']; exchange?: PlacesExchange} = {},
): SupplierClient {
  const base = parseBaseUrl(config.url);
  const dropshipAuth = parseAuthTemplate(config.dropshipAuth);
  const {wait = waitMs, exchange = null, ...turnedLimits} = turned;
  const places = createPlaces({limit: config.requestsAtOnce ?? 16, exchange, log});
  const limits = {...defaultLimits, ...turnedLimits};
  const connections = new Agent({...socketOptions(limits), connections: 32, pipelining: 1});
  const auth: Readonly<Record<ApiPath, AuthTemplate>> = {catalog: catalogueAuth, dropship: dropshipAuth};
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

/** Options of every connection to the supplier. Only HTTP/1.1 is used, because send-phase.ts can track requests only there. */
export function socketOptions({connect, answer}: SupplierLimits) {
  return {allowH2: false, connect: {timeout: connect}, headersTimeout: answer, bodyTimeout: answer};
}

/** The address without a slash at its end. Throws if it is not a plain address. */
function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new Error('SUPPLIER_URL must be a plain http or https address without a query.');
  }
  return url.origin + trimEndWhile(url.pathname, (character) => character === '/');
}

/** Waits; rejects when the signal aborts. */
async function waitMs(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? {signal} : {});
}
