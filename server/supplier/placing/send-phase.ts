// Tracks whether a request was certainly never sent or may have been sent. One that may have been sent is never repeated automatically.
//
// Two diagnostics channels of undici tell when it creates a request, and when it is about to write the request's headers to the
// socket. The second comes before the write, so a doubtful case counts as sent.
// https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md
import {subscribe} from 'node:diagnostics_channel';

/** A request's answer, and whether the request may have been sent by now. */
export type TrackedSend<T> = {readonly answer: Promise<T>; sent(): boolean};

/** Requests whose headers undici has begun to write. */
const sentRequests = new WeakSet<object>();
let onRequestCreated: ((request: object) => void) | null = null;
let isListening = false;

/**
 * Runs `dispatch`, which must give exactly one request to undici before it returns, and tracks that request. `sent()` is false only when
 * certainly no byte of it was written; true if no request was seen at all.
 */
export function trackSend<T>(dispatch: () => Promise<T>): TrackedSend<T> {
  subscribeOnce();
  const seen: object[] = [];
  onRequestCreated = (request) => seen.push(request);
  try {
    const answer = dispatch();
    return {answer, sent: () => seen.length !== 1 || seen.some((request) => sentRequests.has(request))};
  } finally {
    onRequestCreated = null;
  }
}

/** Listens to undici's channels from the first tracked request on. */
function subscribeOnce(): void {
  if (isListening) return;
  isListening = true;
  subscribe('undici:request:create', (message) => {
    const request = requestOf(message);
    if (request) onRequestCreated?.(request);
  });
  subscribe('undici:client:sendHeaders', (message) => {
    const request = requestOf(message);
    if (request) sentRequests.add(request);
  });
}

/** The request of a channel's message; null: it has none. */
function requestOf(message: unknown): object | null {
  if (typeof message !== 'object' || message === null || !('request' in message)) return null;
  return typeof message.request === 'object' ? message.request : null;
}
