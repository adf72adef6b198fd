// One read (GET) of the supplier: limited in time and size, repeated where that can help. An error is a Failure with a text.

import {minute} from '#domain/durations.ts';
import {Failure, type FailureKind, isPassing, parseRetryAfter, retryDelayMs} from '#domain/failure.ts';
import {parseJson, whyNotJson} from '#domain/json.ts';
import {retry} from '../../retry.ts';
import type {SupplierClient} from '../client.ts';
import {type Api, nameOf} from './auth.ts';
import {classifyNetworkError} from './classify-network-error.ts';
import {readErrorMessage} from './error-message.ts';
import {type Received, receive} from './receive.ts';

export type Read = {
  readonly api: Api;
  /** The operation, the query parameter `a`. */
  readonly a: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Bytes of the answer's body, packed and unpacked. */
  readonly cap: number;
  readonly signal?: AbortSignal | undefined;
  /** Attempts in all; default three. */
  readonly tries?: number;
};

/** `size`: characters of the JSON. */
export type Sized = {readonly body: unknown; readonly size: number};

/** The supplier's answer: a JSON body, or a refusal (4xx; 401, 408 and 429 throw) with its message. */
export type Answer =
  | ({readonly kind: 'body'} & Sized)
  | {readonly kind: 'refused'; readonly status: number; readonly isRefusal: boolean; readonly failure: Failure};

export const megabyte = 1_048_576;

/** Longest Retry-After we honour; beyond it, fail and report the delay. */
const longestWaitMs = minute;

/** Throws a Failure, or the reason of `signal` when it is aborted. */
export function fetchAnswer(client: SupplierClient, key: string, read: Read): Promise<Answer> {
  const {signal, tries = 3} = read;
  const pauseAfter = (error: unknown, attempt: number): number | null => {
    signal?.throwIfAborted();
    if (!(error instanceof Failure) || !isPassing(error) || attempt >= tries) return null;
    const waitMs = retryDelayMs(error, attempt);
    if (waitMs > longestWaitMs) return null;
    client.log.debug({operation: read.a, failure: error.kind, status: error.status, attempt, waitMs}, 'read again');
    return waitMs;
  };
  return retry(
    () => tryRead(client, key, read),
    pauseAfter,
    (ms) => client.wait(ms, signal),
  );
}

/** Like fetchAnswer, but a refusal is a Failure too. */
export async function fetchSized(client: SupplierClient, key: string, read: Read): Promise<Sized> {
  const answer = await fetchAnswer(client, key, read);
  if (answer.kind === 'refused') throw answer.failure;
  return answer;
}

export const fetchBody = async (...asked: Parameters<typeof fetchSized>): Promise<unknown> =>
  (await fetchSized(...asked)).body;

/** Operation and path, for every message: `a=whoami at /api/catalog`. */
const placeOf = ({api, a}: Pick<Read, 'api' | 'a'>): string => `a=${a} at /api/${api}`;

/** The Failure for an answer that arrived and is unreadable; `why` completes "could not be read: …". */
export function unreadable(read: Pick<Read, 'api' | 'a'>, why: string, status?: number): Failure {
  return new Failure(`The supplier's answer to ${placeOf(read)} could not be read: ${why}.`, {
    remote: 'supplier',
    api: nameOf(read.api),
    kind: 'malformed',
    sent: true,
    ...(status === undefined ? {} : {status}),
  });
}

async function tryRead(client: SupplierClient, key: string, read: Read): Promise<Answer> {
  const header = client.authorise(read.api, key);
  const url = client.endpoint(read.api, new URLSearchParams({a: read.a, ...read.params}));
  const release = await client.places.take({signal: read.signal});
  try {
    const answer = await receive(client.connections, {
      url,
      headers: {accept: 'application/json', 'accept-encoding': 'gzip, br', [header.name]: header.value},
      cap: read.cap,
      within: client.limits.read,
      signal: read.signal,
    });
    return toAnswer(read, key, answer);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw toFailure(error, read);
  } finally {
    release();
  }
}

function toAnswer(read: Read, key: string, {status, header, body: text}: Received): Answer {
  const retryAfterMs = parseRetryAfter(header('retry-after'), Date.now());
  const json = text.kind === 'text' ? parseJson(text.text) : undefined;
  const remoteMessage = readErrorMessage(json, [key]);
  const isRefusal = isRecord(json) && json['ok'] === false;
  if (status >= 200 && status < 300) {
    if (text.kind === 'unreadable') throw unreadable(read, text.why, status);
    if (json === undefined) throw unreadable(read, whyNotJson(text.text), status);
    if (!isRefusal) return {kind: 'body', body: json, size: text.text.length};
    const kind = /^un-?authori[sz]ed\b/i.test(remoteMessage ?? '') ? 'unauthorised' : 'refused';
    throw answered(read, kind, {status, remoteMessage, retryAfterMs});
  }
  const kind = kindOf(status);
  const failure = answered(read, kind, {status, remoteMessage, retryAfterMs});
  if (kind === 'refused') return {kind: 'refused', status, isRefusal, failure};
  throw failure;
}

/** The supplier cannot refuse the app for every shop (`misconfigured`): each shop has a key of its own. */
type Kind = Exclude<FailureKind, 'misconfigured'>;

function kindOf(status: number): Kind {
  if (status === 401) return 'unauthorised';
  if (status === 429) return 'throttled';
  if (status === 408) return 'timeout';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'malformed';
}

type AnswerFacts = {status: number; remoteMessage: string | null; retryAfterMs: number | undefined};

function answered(read: Read, kind: Kind, {status, remoteMessage, retryAfterMs}: AnswerFacts): Failure {
  return new Failure(
    `${sentenceFor(read, kind, status)}${remoteMessage === null ? '' : ` It said: ${remoteMessage}`}`,
    {
      remote: 'supplier',
      api: nameOf(read.api),
      kind,
      sent: true,
      status,
      ...(remoteMessage === null ? {} : {remoteMessage}),
      ...(retryAfterMs === undefined ? {} : {retryAfterMs}),
    },
  );
}

function sentenceFor(read: Read, kind: Kind, status: number): string {
  const place = `${placeOf(read)} (HTTP ${status})`;
  switch (kind) {
    case 'unauthorised':
      return `The supplier does not accept the ${nameOf(read.api)} key: ${place}.`;
    case 'throttled':
      return `The supplier asks for slower requests: ${place}.`;
    case 'timeout':
    case 'unavailable':
    case 'unreachable':
      return `The supplier has trouble answering: ${place}.`;
    case 'refused':
      return `The supplier refused ${place}.`;
    case 'malformed':
      return `The supplier's answer to ${place} could not be read: it points elsewhere, which is not followed.`;
  }
}

function toFailure(error: unknown, read: Read): Failure {
  const {kind, why} = classifyNetworkError(error);
  const sent = kind !== 'unreachable';
  const message = `The supplier could not be asked for ${placeOf(read)}: ${why}.`;
  return new Failure(message, {remote: 'supplier', api: nameOf(read.api), kind, sent});
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
