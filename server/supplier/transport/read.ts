// Sends a read (GET) to the supplier, limited in time and size, and retries it if that may help. An error is a Failure with a text.

import {minute} from '#domain/durations.ts';
import {Failure, type FailureKind, isTransient, parseRetryAfter, retryDelayMs} from '#domain/failure.ts';
import {parseJson, whyNotJson} from '#domain/json.ts';
import {retry} from '../../retry.ts';
import type {SupplierClient} from '../client.ts';
import {type ApiPath, apiName} from './auth.ts';
import type {BodyForm} from './body-cap.ts';
import {classifyNetworkError} from './classify-network-error.ts';
import {readErrorMessage} from './error-message.ts';
import {type ReceivedAnswer, sendGet} from './receive.ts';

/** One read of the supplier's interface. */
export type ReadRequest = {
  /** Which of the supplier's interfaces to ask. */
  readonly api: ApiPath;
  /** The operation: the value of the query parameter `a`. */
  readonly a: string;
  /** Further query parameters. */
  readonly params?: Readonly<Record<string, string>>;
  /** The most bytes of the answer's body, compressed and decompressed. */
  readonly cap: number;
  /** Left out: `text`. */
  readonly form?: BodyForm;
  readonly signal?: AbortSignal | undefined;
  /** The number of attempts; default three. */
  readonly tries?: number;
};

/** A parsed JSON body; `size` is the number of its characters, or of the bytes of a page that was cut. */
export type SizedBody = {
  readonly body: unknown;
  readonly size: number;
  /** Of a page that was cut: its items, for which `body` holds empty objects; and the error to throw if one of them is not JSON. */
  readonly cut?: {readonly items: readonly Uint8Array[]; readonly notJson: () => Failure};
};

/**
 * The supplier's answer: a JSON body, or a refusal (4xx except 401, 408 and 429, which throw) as a Failure. `isRefusal`: whether the
 * refusal's body says `ok: false`.
 */
export type ReadAnswer =
  | ({readonly kind: 'body'} & SizedBody)
  | {readonly kind: 'refused'; readonly status: number; readonly isRefusal: boolean; readonly failure: Failure};

/** Bytes. */
export const megabyte = 1_048_576;

/** The longest wait between attempts. If the supplier asks for a longer one, the read fails and reports it. */
const maxRetryAfterMs = minute;

/** Sends the request, with retries. Throws a Failure, or the reason of `signal` when it is aborted. */
export function fetchAnswer(client: SupplierClient, key: string, read: ReadRequest): Promise<ReadAnswer> {
  const {signal, tries = 3} = read;
  const pauseAfter = (error: unknown, attempt: number): number | null => {
    signal?.throwIfAborted();
    if (!(error instanceof Failure) || !isTransient(error) || attempt >= tries) return null;
    const waitMs = retryDelayMs(error, attempt);
    if (waitMs > maxRetryAfterMs) return null;
    client.log.debug({operation: read.a, failure: error.kind, status: error.status, attempt, waitMs}, 'read again');
    return waitMs;
  };
  return retry(
    () => readOnce(client, key, read),
    pauseAfter,
    (ms) => client.wait(ms, signal),
  );
}

/** Does what `fetchAnswer` does, but throws a refusal too. */
export async function fetchSized(client: SupplierClient, key: string, read: ReadRequest): Promise<SizedBody> {
  const answer = await fetchAnswer(client, key, read);
  if (answer.kind === 'refused') throw answer.failure;
  return answer;
}

/** Does what `fetchSized` does, but returns only the parsed body. */
export const fetchBody = async (...asked: Parameters<typeof fetchSized>): Promise<unknown> =>
  (await fetchSized(...asked)).body;

/** Operation and path for messages, such as `a=whoami at /api/catalog`. */
const operationText = ({api, a}: Pick<ReadRequest, 'api' | 'a'>): string => `a=${a} at /api/${api}`;

/** Makes the Failure for an answer that arrived but is unreadable; `why` completes "could not be read: …". */
export function unreadableAnswer(read: Pick<ReadRequest, 'api' | 'a'>, why: string, status?: number): Failure {
  return new Failure(`The supplier's answer to ${operationText(read)} could not be read: ${why}.`, {
    remote: 'supplier',
    api: apiName(read.api),
    kind: 'malformed',
    sent: true,
    ...(status === undefined ? {} : {status}),
  });
}

/** One attempt, with a place among the requests at the supplier. */
async function readOnce(client: SupplierClient, key: string, read: ReadRequest): Promise<ReadAnswer> {
  const header = client.authorise(read.api, key);
  const url = client.endpoint(read.api, new URLSearchParams({a: read.a, ...read.params}));
  const release = await client.places.take({signal: read.signal});
  try {
    const answer = await sendGet(client.connections, {
      url,
      headers: {accept: 'application/json', 'accept-encoding': 'gzip, br', [header.name]: header.value},
      cap: read.cap,
      form: read.form ?? 'text',
      within: client.limits.read,
      signal: read.signal,
    });
    return toAnswer(read, key, answer);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw toNetworkFailure(error, read);
  } finally {
    release();
  }
}

/** Reads an answer by its status and body; throws a Failure unless it is a usable body or a refusal. */
function toAnswer(read: ReadRequest, key: string, {status, header, body: received}: ReceivedAnswer): ReadAnswer {
  const retryAfterMs = parseRetryAfter(header('retry-after'), Date.now());
  const isDone = status >= 200 && status < 300;
  const text = received.kind === 'text' ? received : null;
  const cut = isDone ? (text?.cut ?? null) : null;
  const json = cut === null ? text && parseJson(text.text) : cut.envelope;
  const remoteMessage = readErrorMessage(json, [key]);
  const isRefusal = isRecord(json) && json['ok'] === false;
  if (isDone) {
    if (received.kind === 'unreadable') throw unreadableAnswer(read, received.why, status);
    const notJson = () => unreadableAnswer(read, whyNotJson(received.text), status);
    if (json === undefined) throw notJson();
    if (!isRefusal) {
      return cut === null
        ? {kind: 'body', body: json, size: received.text.length}
        : {kind: 'body', body: json, size: cut.size, cut: {items: cut.items, notJson}};
    }
    const kind = /^un-?authori[sz]ed\b/i.test(remoteMessage ?? '') ? 'unauthorised' : 'refused';
    throw toAnswerFailure(read, kind, {status, remoteMessage, retryAfterMs});
  }
  const kind = failureKindOfStatus(status);
  const failure = toAnswerFailure(read, kind, {status, remoteMessage, retryAfterMs});
  if (kind === 'refused') return {kind: 'refused', status, isRefusal, failure};
  throw failure;
}

/** Without `misconfigured`, because each shop has its own key, so the supplier cannot refuse the app for every shop. */
type AnswerFailureKind = Exclude<FailureKind, 'misconfigured'>;

/** The kind of failure for a status that is not 2xx. */
function failureKindOfStatus(status: number): AnswerFailureKind {
  if (status === 401) return 'unauthorised';
  if (status === 429) return 'throttled';
  if (status === 408) return 'timeout';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'malformed';
}

/** What the answer states: status, error text, and the wait that it asks for. */
type AnswerFacts = {status: number; remoteMessage: string | null; retryAfterMs: number | undefined};

/** The Failure for an answer with an error. */
function toAnswerFailure(
  read: ReadRequest,
  kind: AnswerFailureKind,
  {status, remoteMessage, retryAfterMs}: AnswerFacts,
): Failure {
  return new Failure(
    `${failureText(read, kind, status)}${remoteMessage === null ? '' : ` It said: ${remoteMessage}`}`,
    {
      remote: 'supplier',
      api: apiName(read.api),
      kind,
      sent: true,
      status,
      ...(remoteMessage === null ? {} : {remoteMessage}),
      ...(retryAfterMs === undefined ? {} : {retryAfterMs}),
    },
  );
}

/** The failure as a sentence. */
function failureText(read: ReadRequest, kind: AnswerFailureKind, status: number): string {
  const place = `${operationText(read)} (HTTP ${status})`;
  switch (kind) {
    case 'unauthorised':
      return `The supplier does not accept the ${apiName(read.api)} key: ${place}.`;
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

/** The Failure for a request without an answer. */
function toNetworkFailure(error: unknown, read: ReadRequest): Failure {
  const {kind, why} = classifyNetworkError(error);
  const sent = kind !== 'unreachable';
  const message = `The supplier could not be asked for ${operationText(read)}: ${why}.`;
  return new Failure(message, {remote: 'supplier', api: apiName(read.api), kind, sent});
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
