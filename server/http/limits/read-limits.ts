// Limits what an anonymous client can use: the size of a webhook's body, its time, and the memory of all bodies that are not complete.
import type {Request, RequestHandler, Response} from 'express';

/** Bytes. Shopify's own bodies are usually far smaller, because most subscriptions request only a few fields. */
export const bodyLimit = 256 * 1024;
/** Bytes of all unfinished bodies together, in one process. */
const mostHeldBytes = 64 * bodyLimit;
/** Shopify waits five seconds for the answer, so reading a slower body is useless. */
const readTimeMs = 5_000;

/** Answers 413 if the stated length is too large, before anything is read. A body without a stated length is counted while it is read. */
export const limitBodySize: RequestHandler = (req, res, next) => {
  if (Number(req.headers['content-length'] ?? 0) > bodyLimit) res.status(413).end();
  else next();
};

/** Discards the body, for routes that do not read it: otherwise it is kept in memory until the request is answered. */
export const dropBody: RequestHandler = (req, _res, next) => {
  req.resume();
  next();
};

/** Answers 408 if the body does not arrive in time, and closes the connection, even if an answer was already sent. */
export function limitBodyTime(timeMs = readTimeMs): RequestHandler {
  return (req, res, next) => {
    const timer = setTimeout(() => {
      if (req.complete) return;
      endUnreadRequest({req, res}, 408);
    }, timeMs);
    timer.unref();
    req.once('end', () => clearTimeout(timer));
    req.once('close', () => clearTimeout(timer));
    next();
  };
}

/** Memory that each piece of a body takes beside its content: a client can send a body byte by byte. */
const bytesPerPiece = 700;

/** A request whose body is not complete, since when it is read, and the bytes that it holds. */
type BodyReading = {readonly req: Request; readonly res: Response; readonly since: number; heldBytes: number};

/**
 * Answers 503 to unfinished bodies once all of them hold too many bytes; Shopify sends its webhooks again. The first is the one that holds
 * the most bytes for the longest: a genuine body is small and complete within milliseconds, a stranger has to send much. The number of
 * bodies is not limited here, because a small body holds little and connections have a limit of their own.
 */
export function limitHeldBytes(most = mostHeldBytes, onRefused: () => void = () => {}): RequestHandler {
  const readings = new Set<BodyReading>();
  let held = 0;
  const leave = (reading: BodyReading) => {
    if (readings.delete(reading)) held -= reading.heldBytes;
  };
  const makeRoom = (): void => {
    if (held <= most) return;
    const first = findHeaviestBody(readings, performance.now());
    leave(first);
    endUnreadRequest(first, 503);
    onRefused();
    makeRoom();
  };
  return (req, res, next) => {
    const reading: BodyReading = {req, res, since: performance.now(), heldBytes: 0};
    const whole = Number(req.headers['content-length'] ?? Infinity);
    let received = 0;
    readings.add(reading);
    req.on('data', ({length}: Buffer) => {
      received += length;
      // Node says `complete` only after the last piece.
      if (received >= whole) leave(reading);
      if (!readings.has(reading)) return;
      reading.heldBytes += length + bytesPerPiece;
      held += length + bytesPerPiece;
      makeRoom();
    });
    req.once('end', () => leave(reading));
    req.once('close', () => leave(reading));
    res.once('close', () => leave(reading));
    next();
  };
}

type HeldBody = {readonly since: number; readonly heldBytes: number};

/** The body that holds the most bytes for the longest (bytes times milliseconds); throws if there is none. */
export function findHeaviestBody<T extends HeldBody>(readings: Iterable<T>, now: number): T {
  const order = [...readings].toSorted((a, b) => b.heldBytes * (now - b.since) - a.heldBytes * (now - a.since));
  const [first] = order;
  if (first === undefined) throw new Error('no body is being read');
  return first;
}

/** Answers if it can do so at once, and closes the connection without reading the rest of the body. */
function endUnreadRequest({req, res}: {readonly req: Request; readonly res: Response}, status: number): void {
  // A response without a socket would wait for earlier answers of its connection.
  if (res.headersSent || res.socket === null) {
    req.destroy();
    return;
  }
  res.once('finish', () => req.destroy());
  res.status(status).set('connection', 'close').end();
}
