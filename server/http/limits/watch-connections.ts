// Tracks what every connection waits for, and closes connections that exceed a limit: their number, unanswered requests, or memory.
import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {type ConnectionState, chooseConnectionToClose, chooseUnreadToClose} from './close-order.ts';

/** The limits beyond which connections are closed. */
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

/** Why a connection was closed: too many connections, unanswered requests, unread bytes, or pieces of a body. */
export type CloseReason = 'crowded' | 'pipelined' | 'unread' | 'pieces';

/** What the server reports to the watch, and the sum that the watch keeps. */
export type ConnectionWatch = {
  /** A new connection: closed at once if there are too many and the server owes an answer to all others. */
  readonly addConnection: (socket: Socket) => void;
  /** A request whose headers are complete. Call it before anything is written to `res`. */
  readonly beginRequest: (req: IncomingMessage, res: ServerResponse) => void;
  /** Notes whose answers the operating system has taken over in part since the last look at the connections. Call it about every second. */
  readonly noteReading: () => void;
  /** Bytes of answers that are not read at this moment. */
  readonly unreadBytes: () => number;
};

/** A request and its answer, and when the request began. */
type Exchange = {readonly req: IncomingMessage; readonly res: ServerResponse; readonly since: number};
/** An open connection with its unanswered requests. */
type Connection = {
  readonly socket: Socket;
  readonly exchanges: Set<Exchange>;
  /** Whether the headers of at least one request were complete. */
  hasSentRequest: boolean;
  /** When the connection was opened, or an answer was last completed or cut off. */
  quietSince: number;
  /** Bytes that the operating system took over, counted when a whole write is taken over. */
  takenBytes: number;
  /** When the client last took bytes of an answer; at the earliest when the oldest of its unanswered requests began. */
  lastReadAt: number;
};

/** Closing begins at the limit and ends at this share of it, so that the connections are not counted again at each write. */
const shareLeftAfterClosing = 0.75;

/** Creates the watch of a server. @param onClosed called with the reason for each connection that the watch closes. */
export function watchConnections(limits: ConnectionLimits, onClosed: (reason: CloseReason) => void): ConnectionWatch {
  const connections = new Map<Socket, Connection>();
  const close = ({socket}: Connection, reason: CloseReason) => {
    if (connections.delete(socket)) onClosed(reason);
    socket.destroy();
  };
  const look = () => {
    const now = performance.now();
    for (const connection of connections.values()) if (connection.exchanges.size > 0) noteTakenBytes(connection, now);
  };
  const grow = limitUnreadBytes(
    limits.unreadBytes,
    () => {
      look();
      return [...connections.values()];
    },
    close,
  );
  return {
    addConnection(socket) {
      const connection = newConnection(socket);
      connections.set(socket, connection);
      socket.once('close', () => connections.delete(socket));
      if (connections.size <= limits.connections) return;
      look();
      const others = [...connections.values()].filter((other) => other !== connection);
      const states = others.map((other) => ({connection: other, state: stateOf(other)}));
      close(chooseConnectionToClose(states, performance.now())?.connection ?? connection, 'crowded');
    },
    beginRequest(req, res) {
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
    noteReading: look,
    unreadBytes: () => sumUnreadBytes([...connections.values()]),
  };
}

function newConnection(socket: Socket): Connection {
  const now = performance.now();
  return {socket, exchanges: new Set(), hasSentRequest: false, quietSince: now, takenBytes: 0, lastReadAt: now};
}

/** Adds a request to the unanswered ones of its connection until its answer is complete or cut off. */
function beginExchange(connection: Connection, exchange: Exchange): void {
  const {exchanges} = connection;
  if (exchanges.size === 0) connection.lastReadAt = exchange.since;
  connection.hasSentRequest = true;
  exchanges.add(exchange);
  exchange.res.once('close', () => {
    exchanges.delete(exchange);
    connection.quietSince = performance.now();
  });
}

/**
 * Returns a function to call with the bytes that each write leaves waiting. Once their sum may exceed `most`, it counts exactly and closes
 * connections.
 */
function limitUnreadBytes(
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
      unreadBytes: unreadBytesOf(connection),
      lastReadAt: connection.lastReadAt,
    }));
    const closed = chooseUnreadToClose(counted, most * shareLeftAfterClosing);
    for (const {connection} of closed) close(connection, 'unread');
    mostUnread = sumUnreadBytes(open());
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

/** Calls `onTooMany` when the body of the request arrives in more than `most` pieces, and drops the rest of it. */
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

/** What the connection waits for now. */
function stateOf(connection: Connection): ConnectionState {
  const {exchanges, hasSentRequest, quietSince, lastReadAt} = connection;
  if (exchanges.size === 0) return {kind: hasSentRequest ? 'idle' : 'no_request', since: quietSince};
  if (unreadBytesOf(connection) > 0) return {kind: 'unread', since: lastReadAt};
  const unfinished = [...exchanges].find(({req}) => !req.complete);
  return unfinished === undefined ? {kind: 'at_work', since: quietSince} : {kind: 'body', since: unfinished.since};
}

/** Notes the bytes that the operating system has taken over, and if there are new ones, that the client reads now. */
function noteTakenBytes(connection: Connection, now: number): void {
  const {socket} = connection;
  const taken = socket.bytesWritten - socket.writableLength;
  if (taken === connection.takenBytes) return;
  connection.takenBytes = taken;
  connection.lastReadAt = now;
}

/** `writableLength` of the answer being sent includes what its socket holds; the answers behind it hold their own. */
const unreadBytesOf = ({exchanges}: Connection): number =>
  [...exchanges].reduce((sum, {res}) => sum + res.writableLength, 0);

const sumUnreadBytes = (connections: readonly Connection[]): number =>
  connections.reduce((sum, connection) => sum + unreadBytesOf(connection), 0);
