// The HTTP server with its limits: how many connections, how long a request may take to arrive, and an end that no client delays.

import {createServer, type RequestListener, type Server} from 'node:http';
import {minute} from '#domain/durations.ts';

/** Milliseconds, but for `connections`. */
export const serverLimits = {
  /** Until a request's headers are there, counted from the connection's beginning. https://nodejs.org/api/http.html#serverheaderstimeout */
  headersMs: 10_000,
  /** Until a request is there as a whole. */
  requestMs: 15_000,
  /** How often the two are looked at. */
  checkMs: 1_000,
  /**
   * Without a byte read or written on a connection that is not idle. A client that asks and does not read the answers, thousands
   * of them in one go, would otherwise keep its connection for ever. Longer than any answer takes to be made.
   */
  silentMs: minute,
  /** A connection kept open for more requests; longer than the idle time of usual load balancers, 60 s. */
  keepAliveMs: 65_000,
  /** More are closed as soon as they are opened. */
  connections: 1_000,
  /** From this share of them on, those that are only kept open are closed, so that they keep no new one out. */
  crowdedShare: 0.75,
  /** After a stop: what is not answered by then is cut. */
  cutAfterMs: 10_000,
};
export type ServerLimits = typeof serverLimits;

export type HttpServer = {
  readonly port: number;
  /** Takes no new connection, answers what it can, and ends within `cutAfterMs`. */
  readonly stop: () => Promise<void>;
};

/** @param host null: all interfaces. Rejects where the port cannot be opened. */
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

/** Whoever asks once a minute on a thousand connections would otherwise keep everybody else out. */
function makeRoom(server: Server, {connections, crowdedShare}: ServerLimits): void {
  server.getConnections((error, open) => {
    if (error === null && open >= connections * crowdedShare) server.closeIdleConnections();
  });
}

/** A connection that is kept open for more is told to go, and closed once it is silent; Node stops its own checks at `close`. */
async function stop(server: Server, cutAfterMs: number): Promise<void> {
  server.prependListener('request', (_req, res) => void res.setHeader('connection', 'close'));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), cutAfterMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
