// Limits what an anonymous client can use: the size of a webhook's body, its time, and how many are read at once.
import type {Request, RequestHandler, Response} from 'express';

/** Bytes. Shopify's own bodies are usually far smaller, because most subscriptions request only a few fields. */
export const bodyLimit = 256 * 1024;
/** Bodies being read at once, in one process. */
const readAtOnce = 64;
/** Shopify waits five seconds for the answer, so reading a slower body is useless. */
const readTimeMs = 5_000;

/** 413 by the stated length, before anything is read. A body without a stated length is counted while it is read. */
export const limitSize: RequestHandler = (req, res, next) => {
  if (Number(req.headers['content-length'] ?? 0) > bodyLimit) res.status(413).end();
  else next();
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

/** Shopify sends a body within milliseconds. A slower body is cut off if there is no room for the next. */
const givesWayAfterMs = 250;

type Reading = {readonly req: Request; readonly res: Response; readonly since: number};

/**
 * 503 for one body too many: Shopify sends it again. The oldest body being read gets the 503 if it took `slowAfterMs` or longer,
 * otherwise the new one. A place is free when the body is read or its connection is closed. If places were kept until the time limit,
 * an attacker with a dozen slow unsigned requests a second would block all of Shopify's deliveries.
 */
export function limitReadings(
  most = readAtOnce,
  onRefused: () => void = () => {},
  slowAfterMs = givesWayAfterMs,
): RequestHandler {
  // In order of arrival.
  const readings = new Set<Reading>();
  return (req, res, next) => {
    const [oldest] = readings;
    const isFull = oldest !== undefined && readings.size >= most;
    if (isFull) onRefused();
    if (isFull && performance.now() - oldest.since < slowAfterMs) {
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

/** Answers, unless already answered, and closes the connection without reading the rest of the body. */
function endUnread({req, res}: {readonly req: Request; readonly res: Response}, status: number): void {
  if (res.headersSent) {
    req.destroy();
    return;
  }
  res.once('finish', () => req.destroy());
  res.status(status).set('connection', 'close').end();
}
