// Which HTTP request the code at work belongs to, so that every log line of it carries its id.
import {AsyncLocalStorage} from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

export const runAsRequest = (requestId: string, work: () => void): void => requests.run(requestId, work);

/** Null outside of a request, as in a job. */
export const currentRequestId = (): string | null => requests.getStore() ?? null;
