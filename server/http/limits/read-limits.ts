// What an anonymous client may make the process hold: the size of a webhook's body, its time, and how many are read at once.
import type {Request, RequestHandler, Response} from 'express';

/** Bytes. Shopify's own bodies stay far below, since they are asked for with few fields. */
export const bodyLimit = 256 * 1024;
/** Bodies being read at once, in one process. */
const readAtOnce = 64;
/** Shopify waits five seconds for the answer, so a body that takes longer is read for nothing. */
const readTimeMs = 5_000;

/** 413 by the stated length, before anything is read. A body without a length is counted while it is read. */
export const limitSize: RequestHandler = (req, res, next) => {
  if (Number(req.headers['content-length'] ?? 0) > bodyLimit) res.status(413).end();
  else next();
};

/** 408 for a body that is not there in time; the connection is closed, also where it was answered before. */
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

/** Shopify sends a body within some milliseconds. One that takes longer than this gives way when there is no room for the next. */
const givesWayAfterMs = 250;

type Reading = {readonly req: Request; readonly res: Response; readonly since: number};

/**
 * 503 for one too many: Shopify sends it again. A place is free once the body is read, or its connection is gone. The 503 goes to
 * the oldest that is being read, once it took longer than `patienceMs`: with places that are kept until the time limit, a
 * stranger who opens a dozen slow unsigned requests a second would keep every delivery of Shopify out.
 */
export function limitReadings(
  most = readAtOnce,
  onRefused: () => void = () => {},
  patienceMs = givesWayAfterMs,
): RequestHandler {
  // In the order in which they came.
  const readings = new Set<Reading>();
  return (req, res, next) => {
    const [oldest] = readings;
    const isFull = oldest !== undefined && readings.size >= most;
    if (isFull) onRefused();
    if (isFull && performance.now() - oldest.since < patienceMs) {
      res.status(503).set('retry-after', '1').end();
      return;
    }
    if (isFull) {
      readings.delete(oldest);
      endUnread(oldest, 503);
    }
    const reading: Reading = {req, res, since: performance.now()};
    readings.add(reading);
    const leave = () => void readings.delete(reading);
    req.once('end', leave);
    req.once('close', leave);
    res.once('close', leave);
    next();
  };
}

/** Answers, unless that was done before, and closes the connection: the rest of the body is not waited for. */
function endUnread({req, res}: {readonly req: Request; readonly res: Response}, status: number): void {
  if (res.headersSent) {
    req.destroy();
    return;
  }
  res.once('finish', () => req.destroy());
  res.status(status).set('connection', 'close').end();
}
