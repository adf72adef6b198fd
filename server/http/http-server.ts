// The HTTP server with its limits: connections, memory, size of a request and its time, and how long clients can delay a shutdown.

import {createServer, type RequestListener, type Server, ServerResponse} from 'node:http';
import {minute} from '#domain/durations.ts';
import type {ApiError} from './contract/error.ts';
import {type CloseReason, watchConnections} from './limits/watch-connections.ts';

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
  /** Bytes of a request's first line and headers together. Node answers 431 beyond it. */
  headerBytes: 16 * 1024,
  /** Characters of a path with its query. Beyond it the answer is 414, before any code reads the path. */
  urlLength: 8 * 1024,
  /** What these four mean: limits/watch-connections.ts. */
  connections: 1_000,
  unanswered: 4,
  unreadBytes: 64 * 1024 * 1024,
  pieces: 1_024,
  /** After a stop, unanswered requests are cut off at this time. */
  cutAfterMs: 10_000,
};
export type ServerLimits = typeof serverLimits;

export type HttpServer = {
  readonly port: number;
  /** Bytes of answers that clients do not read at this moment. */
  readonly unreadBytes: () => number;
  /** Accepts no new connections and answers open requests; after `cutAfterMs` it closes the connections that are left. */
  readonly stop: () => Promise<void>;
};

type Place = {
  readonly port: number;
  /** Null: all interfaces. */
  readonly host: string | null;
  /** Called for each connection that is closed because it takes too much, or because there are too many. */
  readonly onClosed?: (reason: CloseReason) => void;
};

/** Rejects if the port cannot be opened. */
export async function startHttpServer(
  listener: RequestListener,
  {port, host, onClosed = () => {}}: Place,
  limits = serverLimits,
): Promise<HttpServer> {
  const watch = watchConnections(limits, onClosed);
  // Node makes one for every request, also for those that it answers itself.
  class WatchedResponse extends ServerResponse {
    constructor(...given: ConstructorParameters<typeof ServerResponse>) {
      super(...given);
      watch.begin(given[0], this);
    }
  }
  const server = createServer(
    {
      ServerResponse: WatchedResponse,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: limits.headerBytes,
    },
    (req, res) => {
      // Requests that arrived together with the one that closed their connection.
      if (req.socket.destroyed) return;
      if ((req.url ?? '').length > limits.urlLength) refuseLongUrl(res);
      else listener(req, res);
    },
  );
  server.timeout = limits.silentMs;
  server.on('connection', watch.open);
  const looking = setInterval(watch.look, limits.checkMs).unref();
  server.once('close', () => clearInterval(looking));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host ?? undefined, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    unreadBytes: watch.unreadBytes,
    stop: () => stop(server, limits.cutAfterMs),
  };
}

function refuseLongUrl(res: ServerResponse): void {
  const body: ApiError = {error: {code: 'uri_too_long', message: 'The address of this request is too long.'}};
  res
    .writeHead(414, {'content-type': 'application/json; charset=utf-8', connection: 'close'})
    .end(JSON.stringify(body));
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
