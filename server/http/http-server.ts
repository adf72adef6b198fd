// The HTTP server with its limits: number of connections, time to receive a request, and how long clients can delay a shutdown.

import {createServer, type RequestListener, type Server} from 'node:http';
import {minute} from '#domain/durations.ts';

export const serverLimits = {
  /**
   * Until a request's headers have arrived; for the first request counted from the start of the connection.
   * https://nodejs.org/api/http.html#serverheaderstimeout
   */
  headersMs: 10_000,
  /** Until the whole request has arrived. */
  requestMs: 15_000,
  /** Interval at which Node checks both limits. */
  checkMs: 1_000,
  /**
   * How long a busy connection stays open without a byte read or written. Without this limit a client could send thousands of
   * requests, read no answer, and keep its connection forever. It also cuts off an answer that sends nothing for this long.
   */
  silentMs: minute,
  /** How long an idle connection stays open for more requests: longer than the usual 60 s of load balancers, so that they close first. */
  keepAliveMs: 65_000,
  /** Further connections are closed immediately. */
  connections: 1_000,
  /** From this share on, idle connections are closed, so that new ones can connect. */
  crowdedShare: 0.75,
  /** After a stop, unanswered requests are cut off at this time. */
  cutAfterMs: 10_000,
};
export type ServerLimits = typeof serverLimits;

export type HttpServer = {
  readonly port: number;
  /** Accepts no new connections and answers open requests; after `cutAfterMs` it closes the connections that are left. */
  readonly stop: () => Promise<void>;
};

/** @param host null: all interfaces. Rejects if the port cannot be opened. */
export async function startHttpServer(
  listener: RequestListener,
  {port, host}: {readonly port: number; readonly host: string | null},
  limits = serverLimits,
): Promise<HttpServer> {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.keepAliveMs,
    },
    listener,
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.silentMs;
  server.on('connection', () => makeRoom(server, limits));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host ?? undefined, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () => stop(server, limits.cutAfterMs),
  };
}

/** Without this, a thousand connections with one request a minute each would block all others. */
function makeRoom(server: Server, {connections, crowdedShare}: ServerLimits): void {
  server.getConnections((error, open) => {
    if (error === null && open >= connections * crowdedShare) server.closeIdleConnections();
  });
}

/** Tells clients to close kept-open connections, and closes idle ones; Node stops its own checks at `close`. */
async function stop(server: Server, cutAfterMs: number): Promise<void> {
  server.prependListener('request', (_req, res) => void res.setHeader('connection', 'close'));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), cutAfterMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
