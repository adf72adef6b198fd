// The HTTP server with its limits: connections, memory, size of a request and its time, and how long clients can delay a shutdown.

import {createServer, type RequestListener, type Server, ServerResponse} from 'node:http';
import {minute} from '#domain/durations.ts';
import type {ApiError} from './contract/error.ts';
import {type CloseReason, watchConnections} from './limits/watch-connections.ts';

/** The limits of the server; times are milliseconds. */
export const serverLimits = {
  /**
   * Time limit for a request's headers to arrive; for the first request it starts with the connection.
   * https://nodejs.org/api/http.html#serverheaderstimeout
   */
  headersMs: 10_000,
  /** Time limit for the whole request to arrive. */
  requestMs: 15_000,
  /** Interval at which Node checks `headersMs` and `requestMs`. */
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
  /** `ConnectionLimits` in limits/watch-connections.ts explains `connections`, `unanswered`, `unreadBytes` and `pieces`. */
  connections: 1_000,
  unanswered: 4,
  unreadBytes: 64 * 1024 * 1024,
  pieces: 1_024,
  /** Milliseconds after a stop until all connections are closed, also those with unanswered requests. */
  cutAfterMs: 10_000,
};
export type ServerLimits = typeof serverLimits;

/** A server that listens. */
export type HttpServer = {
  /** The port that the server listens on. */
  readonly port: number;
  /** Bytes of answers that clients do not read at this moment. */
  readonly unreadBytes: () => number;
  /** Accepts no new connections and answers open requests; after `cutAfterMs` it closes the connections that are left. */
  readonly stop: () => Promise<void>;
};

type ListenOptions = {
  /** The port to listen on; 0: any free one. */
  readonly port: number;
  /** Address to listen on; null: all interfaces. */
  readonly host: string | null;
  /** Called for each connection that is closed because it takes too much, or because there are too many. */
  readonly onClosed?: (reason: CloseReason) => void;
};

/** Starts the server and resolves once it listens; rejects if the port cannot be opened. */
export async function startHttpServer(
  listener: RequestListener,
  {port, host, onClosed = () => {}}: ListenOptions,
  limits = serverLimits,
): Promise<HttpServer> {
  const watch = watchConnections(limits, onClosed);
  // Node creates a response for every request, also for requests that it answers itself, so every request is watched.
  class WatchedResponse extends ServerResponse {
    constructor(...given: ConstructorParameters<typeof ServerResponse>) {
      super(...given);
      watch.beginRequest(given[0], this);
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
      // Skips requests that arrived together with one for which the server closed their connection.
      if (req.socket.destroyed) return;
      if ((req.url ?? '').length > limits.urlLength) refuseLongUrl(res);
      else listener(req, res);
    },
  );
  server.timeout = limits.silentMs;
  server.on('connection', watch.addConnection);
  const looking = setInterval(watch.noteReading, limits.checkMs).unref();
  server.once('close', () => clearInterval(looking));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host ?? undefined, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    unreadBytes: watch.unreadBytes,
    stop: () => stopServer(server, limits.cutAfterMs),
  };
}

/** Answers 414 and closes the connection. */
function refuseLongUrl(res: ServerResponse): void {
  const body: ApiError = {error: {code: 'uri_too_long', message: 'The address of this request is too long.'}};
  res
    .writeHead(414, {'content-type': 'application/json; charset=utf-8', connection: 'close'})
    .end(JSON.stringify(body));
}

/** Accepts no new connections, asks clients to close theirs, closes idle ones, and closes all that are left after `cutAfterMs`. */
async function stopServer(server: Server, cutAfterMs: number): Promise<void> {
  server.prependListener('request', (_req, res) => void res.setHeader('connection', 'close'));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), cutAfterMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
