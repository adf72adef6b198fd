// Every request has an id: in the answer's header, in the API's error answers, and in the log lines of the request.
import {randomUUID} from 'node:crypto';
import type {RequestHandler, Response} from 'express';
import {runAsRequest} from '../log.ts';

const header = 'x-request-id';
/** The form proxies send. Anything else is replaced by our own id, because it may be meant to forge log lines. */
const wellFormed = /^[A-Za-z0-9_-]{16,64}$/;

export const giveRequestId: RequestHandler = (req, res, next) => {
  const given = req.get(header) ?? '';
  const requestId = wellFormed.test(given) ? given : randomUUID();
  res.setHeader(header, requestId);
  runAsRequest(requestId, next);
};

export function requestIdOf(res: Response): string | undefined {
  const id = res.getHeader(header);
  return typeof id === 'string' ? id : undefined;
}
