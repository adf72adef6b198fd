// Limits what an anonymous client can use: the size of a webhook's body, its time, and the memory of all bodies that are not complete.
import type {Request, RequestHandler, Response} from 'express';

/** Bytes. Shopify's own bodies are usually far smaller, because most subscriptions request only a few fields. */
export const bodyLimit = 256 * 1024;
/** Bytes of all unfinished bodies together, in one process. */
const heldAtMost = 64 * bodyLimit;
/** Shopify waits five seconds for the answer, so reading a slower body is useless. */
const readTimeMs = 5_000;

/** 413 by the stated length, before anything is read. A body without a stated length is counted while it is read. */
export const limitSize: RequestHandler = (req, res, next) => {
  if (Number(req.headers['content-length'] ?? 0) > bodyLimit) res.status(413).end();
  else next();
};

/** For routes that read no body: otherwise it is kept in memory until the request is answered. */
export const dropBody: RequestHandler = (req, _res, next) => {
  req.resume();
  next();
};

/** 408 for a body that does not arrive in time; the connection is closed, even if an answer was already sent. */
export function limitTime(timeMs = readTimeMs): RequestHandler {
  return (req, res, next) => {
    const timer = setTimeout(() => {
      if (req.complete) return;
      endUnread({req, res}, 408);
    }, timeMs);
    timer.unref();
    req.once('end', () => clearTimeout(timer));
    req.once('close', () => clearTimeout(timer));
    next();
  };
}

/** What a piece of a body costs beside its content: a request can bring a body byte by byte. */
const pieceBytes = 700;

type Reading = {readonly req: Request; readonly res: Response; readonly since: number; held: number};

/**
 * 503 for unfinished bodies once they hold too much together: Shopify sends them again. The first is the one that holds the most bytes
 * for the longest. A genuine body is small and complete within milliseconds; a stranger has to send much, and then goes first. Places are
 * not counted here: a body of a few bytes holds little, and connections have a limit of their own.
 */
export function limitHeld(most = heldAtMost, onRefused: () => void = () => {}): RequestHandler {
  const readings = new Set<Reading>();
  let held = 0;
  const leave = (reading: Reading) => {
    if (readings.delete(reading)) held -= reading.held;
  };
  const makeRoom = (): void => {
    if (held <= most) return;
    const first = heldLongest(readings, performance.now());
    leave(first);
    endUnread(first, 503);
    onRefused();
    makeRoom();
  };
  return (req, res, next) => {
    const reading: Reading = {req, res, since: performance.now(), held: 0};
    const whole = Number(req.headers['content-length'] ?? Infinity);
    let received = 0;
    readings.add(reading);
    req.on('data', ({length}: Buffer) => {
      received += length;
      // Node says `complete` only after the last piece.
      if (received >= whole) leave(reading);
      if (!readings.has(reading)) return;
      reading.held += length + pieceBytes;
      held += length + pieceBytes;
      makeRoom();
    });
    req.once('end', () => leave(reading));
    req.once('close', () => leave(reading));
    res.once('close', () => leave(reading));
    next();
  };
}

type Held = {readonly since: number; readonly held: number};

/** By bytes times milliseconds; of an empty list there is none. */
export function heldLongest<T extends Held>(readings: Iterable<T>, now: number): T {
  const order = [...readings].toSorted((a, b) => b.held * (now - b.since) - a.held * (now - a.since));
  const [first] = order;
  if (first === undefined) throw new Error('no body is being read');
  return first;
}

/** Answers if it can do so at once, and closes the connection without reading the rest of the body. */
function endUnread({req, res}: {readonly req: Request; readonly res: Response}, status: number): void {
  // Without a socket the answer waits for those before it.
  if (res.headersSent || res.socket === null) {
    req.destroy();
    return;
  }
  res.once('finish', () => req.destroy());
  res.status(status).set('connection', 'close').end();
}
