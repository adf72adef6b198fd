import {once} from 'node:events';
import {createServer} from 'node:http';
import type {Misbehaviour} from './answers/misbehaviour.ts';
import type {Article} from './catalogue/article.ts';
import type {Changes} from './catalogue/catalogue-changes.ts';
import type {Api} from './keys.ts';
import type {SupplierOrder} from './orders/order-book.ts';
import type {SeenRequest} from './request-log.ts';
import {openHandler, openRooms, type Rooms} from './service.ts';
import {readSettings, type SupplierOptions} from './settings.ts';

export type {Misbehaviour, Misdeed} from './answers/misbehaviour.ts';
export type {SupplierOrder} from './orders/order-book.ts';
export type {SupplierOptions} from './settings.ts';

/** The supplier's service, running, with the controls for tests. */
export type SupplierSandbox = {
  /** The {base_url} of the interface document. */
  url: string;
  /** The full key, this once; only its hash is kept. A partner may have many keys of both kinds. */
  issueKey: (api: Api, partner?: string) => string;
  /** At once. */
  revokeKey: (key: string) => void;
  catalogue: SandboxCatalogue;
  /** Brands that are kept out of a=list. */
  excludedBrands: readonly string[];
  /** Everything the supplier accepted, in the order it came. */
  orders: () => readonly SupplierOrder[];
  /** POSTs of a=order seen, accepted or not. */
  orderRequests: () => number;
  /** The last 50,000 requests to the two APIs, as they came in. */
  requests: () => readonly SeenRequest[];
  /** All of them, counted. */
  requestCount: (api: Api, a: string) => number;
  /** The article of this order cannot be supplied: the order is refunded in full. Throws on an unknown ref. */
  refund: (ref: string) => SupplierOrder;
  /** Returns what ends it. */
  misbehave: (rule: Misbehaviour) => () => void;
  close: () => Promise<void>;
};

export type SandboxCatalogue = Changes & {
  size: () => number;
  ids: () => string[];
  /** Generated at each call: hundreds of megabytes for a catalogue of 200,000. */
  all: () => Article[];
  get: (id: string) => Article | undefined;
  /** What a=list holds: the buyable articles and their price in cents. */
  listed: () => {id: string; cents: number}[];
  /** The words a=stock states. */
  stated: (id: string) => {colours: readonly string[]; sizes: readonly string[]} | undefined;
};

/**
 * Starts a complete stand-in of the supplier's service on 127.0.0.1. It is the only supplier anybody can run; what the
 * interface document leaves open is a setting here. Throws on settings that make no sense.
 */
export async function startSupplier(options: SupplierOptions = {}): Promise<SupplierSandbox> {
  const settings = readSettings(options);
  const closing = new AbortController();
  let url = '';
  const rooms = openRooms(settings, () => url);
  const handle = openHandler(rooms, closing.signal);
  const server = createServer((request, response) => void handle(request, response));
  // Longer than any pause between two pages, so that a client never writes into a closing connection.
  server.keepAliveTimeout = 60_000;
  server.listen(settings.port, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${portOf(server.address())}`;
  const close = async (): Promise<void> => {
    if (closing.signal.aborted) return;
    closing.abort();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {url, ...handsOn(rooms), close};
}

function handsOn({
  settings,
  catalogue,
  orders,
  keys,
  log,
  misbehaviour,
}: Rooms): Omit<SupplierSandbox, 'url' | 'close'> {
  return {
    issueKey: keys.issue,
    revokeKey: keys.revoke,
    catalogue,
    excludedBrands: settings.excludedBrands,
    orders: orders.all,
    orderRequests: log.orderPosts,
    requests: log.requests,
    requestCount: log.countOf,
    refund: orders.refund,
    misbehave: misbehaviour.add,
  };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('The supplier listens on no port.');
  return address.port;
}
