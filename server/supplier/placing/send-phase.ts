// Tells "certainly never sent" from "may have been sent". A request that may have been sent is never sent again automatically.
//
// Two diagnostics channels of undici tell when it creates a request, and when it is about to write the request's headers to the
// socket. The second comes before the write, so a doubtful case counts as sent.
// https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md
import {subscribe} from 'node:diagnostics_channel';

export type TrackedSend<T> = {readonly answer: Promise<T>; sent(): boolean};

const sentRequests = new WeakSet<object>();
let onCreated: ((request: object) => void) | null = null;
let listening = false;

/**
 * Runs `dispatch`, which must give exactly one request to undici before it returns, and tracks that request. `sent()` is false only when
 * certainly no byte of it was written; true if no request was seen at all.
 */
export function trackSend<T>(dispatch: () => Promise<T>): TrackedSend<T> {
  listen();
  const seen: object[] = [];
  onCreated = (request) => seen.push(request);
  try {
    const answer = dispatch();
    return {answer, sent: () => seen.length !== 1 || seen.some((request) => sentRequests.has(request))};
  } finally {
    onCreated = null;
  }
}

function listen(): void {
  if (listening) return;
  listening = true;
  subscribe('undici:request:create', (message) => {
    const request = requestOf(message);
    if (request) onCreated?.(request);
  });
  subscribe('undici:client:sendHeaders', (message) => {
    const request = requestOf(message);
    if (request) sentRequests.add(request);
  });
}

function requestOf(message: unknown): object | null {
  if (typeof message !== 'object' || message === null || !('request' in message)) return null;
  return typeof message.request === 'object' ? message.request : null;
}
