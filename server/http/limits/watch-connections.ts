// Knows what every connection waits for, and closes those that take more than their share: places, unanswered requests, memory.
import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {type ConnectionState, firstToClose, toCloseUnread} from './close-order.ts';

export type ConnectionLimits = {
  /** Connections of one process. Beyond it, one is closed for each new one. */
  readonly connections: number;
  /** Requests of one connection without a complete answer. Browsers and load balancers wait for one answer at a time. */
  readonly unanswered: number;
  /** Bytes of answers that wait in the process until clients read them, of all connections together. */
  readonly unreadBytes: number;
  /** Pieces in which the body of a request arrives. Each costs some 700 bytes beside its content, also one of a single byte. */
  readonly pieces: number;
};

export type CloseReason = 'crowded' | 'pipelined' | 'unread' | 'pieces';

export type ConnectionWatch = {
  /** A new connection: closed at once if there are too many and the server owes an answer to all others. */
  readonly open: (socket: Socket) => void;
  /** A request whose headers are complete. Call it before anything is written to `res`. */
  readonly begin: (req: IncomingMessage, res: ServerResponse) => void;
  /** Call it every second or so: between two calls it cannot be seen whether a client reads. */
  readonly look: () => void;
  /** Bytes of answers that are not read at this moment. */
  readonly unreadBytes: () => number;
};

type Exchange = {readonly req: IncomingMessage; readonly res: ServerResponse; readonly since: number};
type Connection = {
  readonly socket: Socket;
  readonly exchanges: Set<Exchange>;
  hasAsked: boolean;
  /** Opened, or answered in full. */
  quietSince: number;
  /** Bytes that the operating system took over, counted when a whole write is taken over. */
  taken: number;
  lastTookAt: number;
};

/** Closing begins at the limit and ends here, so that the connections are not counted again at each write. */
const leftShare = 0.75;

export function watchConnections(limits: ConnectionLimits, onClosed: (reason: CloseReason) => void): ConnectionWatch {
  const connections = new Map<Socket, Connection>();
  const close = ({socket}: Connection, reason: CloseReason) => {
    if (connections.delete(socket)) onClosed(reason);
    socket.destroy();
  };
  const look = () => {
    const now = performance.now();
    for (const connection of connections.values()) if (connection.exchanges.size > 0) noteTaken(connection, now);
  };
  const grow = boundUnread(
    limits.unreadBytes,
    () => {
      look();
      return [...connections.values()];
    },
    close,
  );
  return {
    open(socket) {
      const connection = newConnection(socket);
      connections.set(socket, connection);
      socket.once('close', () => connections.delete(socket));
      if (connections.size <= limits.connections) return;
      look();
      const others = [...connections.values()].filter((other) => other !== connection);
      const states = others.map((other) => ({connection: other, state: stateOf(other)}));
      close(firstToClose(states, performance.now())?.connection ?? connection, 'crowded');
    },
    begin(req, res) {
      const connection = connections.get(req.socket);
      if (connection === undefined) return;
      const exchange = {req, res, since: performance.now()};
      beginExchange(connection, exchange);
      if (connection.exchanges.size > limits.unanswered) {
        close(connection, 'pipelined');
        return;
      }
      watchWrites(exchange, grow);
      countPieces(req, limits.pieces, () => close(connection, 'pieces'));
    },
    look,
    unreadBytes: () => sumOf([...connections.values()]),
  };
}

function newConnection(socket: Socket): Connection {
  const now = performance.now();
  return {socket, exchanges: new Set(), hasAsked: false, quietSince: now, taken: 0, lastTookAt: now};
}

function beginExchange(connection: Connection, exchange: Exchange): void {
  const {exchanges} = connection;
  if (exchanges.size === 0) connection.lastTookAt = exchange.since;
  connection.hasAsked = true;
  exchanges.add(exchange);
  exchange.res.once('close', () => {
    exchanges.delete(exchange);
    connection.quietSince = performance.now();
  });
}

/** Returns what to call with the bytes of each write that wait. Once there may be more than `most` in sum, it counts, and closes. */
function boundUnread(
  most: number,
  open: () => readonly Connection[],
  close: (connection: Connection, reason: 'unread') => void,
): (bytes: number) => void {
  // At least the unread bytes of all connections: exact after each count, then only growing.
  let mostUnread = 0;
  return (bytes) => {
    mostUnread += Math.max(0, bytes);
    if (mostUnread <= most) return;
    const counted = open().map((connection) => ({
      connection,
      unreadBytes: unreadOf(connection),
      lastTookAt: connection.lastTookAt,
    }));
    const closed = toCloseUnread(counted, most * leftShare);
    for (const {connection} of closed) close(connection, 'unread');
    mostUnread = sumOf(open());
  };
}

/**
 * Calls `grow` with the bytes of each write that the operating system did not take over at once. What comes of a body after the end of its
 * answer is not kept; Node drops it only once the client has read the answer.
 */
function watchWrites({req, res}: Exchange, grow: (bytes: number) => void): void {
  const watched = (write: (...given: never[]) => unknown) => {
    return (...given: unknown[]): unknown => {
      const before = res.writableLength;
      const result: unknown = Reflect.apply(write, res, given);
      if (res.writableEnded) req.resume();
      grow(res.writableLength - before);
      return result;
    };
  };
  Object.assign(res, {write: watched(res.write.bind(res)), end: watched(res.end.bind(res))});
}

function countPieces(req: IncomingMessage, most: number, onTooMany: () => void): void {
  const push = req.push.bind(req);
  let pieces = 0;
  const counted: typeof push = (...given) => {
    pieces += 1;
    if (pieces > most) {
      onTooMany();
      return false;
    }
    return push(...given);
  };
  Object.assign(req, {push: counted});
}

function stateOf(connection: Connection): ConnectionState {
  const {exchanges, hasAsked, quietSince, lastTookAt} = connection;
  if (exchanges.size === 0) return {kind: hasAsked ? 'idle' : 'no_request', since: quietSince};
  if (unreadOf(connection) > 0) return {kind: 'unread', since: lastTookAt};
  const unfinished = [...exchanges].find(({req}) => !req.complete);
  return unfinished === undefined ? {kind: 'at_work', since: quietSince} : {kind: 'body', since: unfinished.since};
}

function noteTaken(connection: Connection, now: number): void {
  const {socket} = connection;
  const taken = socket.bytesWritten - socket.writableLength;
  if (taken === connection.taken) return;
  connection.taken = taken;
  connection.lastTookAt = now;
}

/** `writableLength` of the answer being sent includes what its socket holds; the answers behind it hold their own. */
const unreadOf = ({exchanges}: Connection): number =>
  [...exchanges].reduce((sum, {res}) => sum + res.writableLength, 0);

const sumOf = (connections: readonly Connection[]): number =>
  connections.reduce((sum, connection) => sum + unreadOf(connection), 0);
