// Where faults on demand strike a request on its way through the HTTP face.

import {setTimeout as wait} from 'node:timers/promises';
import type {Response} from 'express';
import type {Faults, SeenRequest} from './misbehave.ts';

/** The work's answer; null when a fault has answered, or cut the connection, instead. */
export async function withFaults<T>(
  faults: Faults,
  seen: SeenRequest,
  response: Response,
  work: () => T,
): Promise<T | null> {
  const delay = faults.strike('delay', seen);
  if (delay !== null && delay.at !== 'after') await wait(delay.ms);
  const cut = faults.strike('cut', seen);
  if (cut?.at === 'before') return cutOff(response);
  const status = faults.strike('status', seen);
  if (status !== null) {
    if (status.retryAfterSeconds !== undefined) response.set('Retry-After', String(status.retryAfterSeconds));
    response.status(status.status).json({errors: 'Internal Server Error'});
    return null;
  }
  const answer = work();
  if (delay?.at === 'after') await wait(delay.ms);
  if (faults.strike('unreadable', seen) !== null) {
    response.status(200).type('html').send('<html>Something went wrong</html>');
    return null;
  }
  return cut?.at === 'after' ? cutOff(response) : answer;
}

function cutOff(response: Response): null {
  response.socket?.destroy();
  return null;
}
