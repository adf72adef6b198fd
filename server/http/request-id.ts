// Every request has an id: in the answer's header, in the API's error answers, and in the log lines of the request.
import {randomUUID} from 'node:crypto';
import type {RequestHandler, Response} from 'express';
import {runAsRequest} from '../log.ts';

const requestIdHeader = 'x-request-id';
/**
 * The form of request ids that proxies send. Any other value is replaced by an id of our own, because it may be meant to forge log lines.
 */
const acceptedRequestId = /^[A-Za-z0-9_-]{16,64}$/;

/** Gives each request its id: the one that a proxy sent if it has the right form, else a new one. */
export const assignRequestId: RequestHandler = (req, res, next) => {
  const given = req.get(requestIdHeader) ?? '';
  const requestId = acceptedRequestId.test(given) ? given : randomUUID();
  res.setHeader(requestIdHeader, requestId);
  runAsRequest(requestId, next);
};

/** The id of the request that this response answers; undefined before it was assigned. */
export function requestIdOf(res: Response): string | undefined {
  const id = res.getHeader(requestIdHeader);
  return typeof id === 'string' ? id : undefined;
}
