import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import type {Misbehaviour} from './answers/misbehaviour.ts';
import type {Article} from './catalogue/article.ts';
import type {Changes} from './catalogue/catalogue-changes.ts';
import type {Api, KnownKey} from './keys.ts';
import type {SupplierOrder} from './orders/order-book.ts';
import type {SeenRequest} from './request-log.ts';
import {openHandler, openSupplierParts, type SupplierParts} from './service.ts';
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
  /** Every key issued, revoked ones as well. */
  keys: () => readonly KnownKey[];
  /** By the id in `keys`; false gives the key back. Throws on an unknown id. */
  setKeyRevoked: (id: string, revoked: boolean) => void;
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
  /** Down: nothing listens at the address, so connections are refused; every key, order and article is kept. */
  setDown: (down: boolean) => Promise<void>;
  isDown: () => boolean;
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
  const parts = openSupplierParts(settings, () => url);
  const handle = openHandler(parts, closing.signal);
  const server = createServer((request, response) => void handle(request, response));
  // Longer than any pause between two pages, so that a client never writes into a closing connection.
  server.keepAliveTimeout = 60_000;
  await listen(server, settings.port);
  const port = portOf(server.address());
  url = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    if (closing.signal.aborted) return;
    closing.abort();
    if (server.listening) await stopListening(server);
  };
  return {
    url,
    ...toControls(parts),
    isDown: () => !server.listening,
    async setDown(down) {
      if (down && server.listening) await stopListening(server);
      else if (!down && !server.listening) await listen(server, port);
    },
    close,
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

async function stopListening(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function toControls({
  settings,
  catalogue,
  orders,
  keys,
  log,
  misbehaviour,
}: SupplierParts): Omit<SupplierSandbox, 'url' | 'setDown' | 'isDown' | 'close'> {
  return {
    issueKey: keys.issue,
    revokeKey: keys.revoke,
    keys: keys.list,
    setKeyRevoked: keys.setRevoked,
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
