// Sends one GET and processes its answer as it arrives. Undici's streams and AbortSignal.any would keep the data until the next full
// garbage collection, so that reading a large catalogue would hold hundreds of answers in memory.
import type {Agent, Dispatcher} from 'undici';
import {type BodyForm, type BodyReader, type CappedBody, createBodyReader} from './body-cap.ts';

/** A complete answer. `header` finds a header by its name in lower case. */
export type ReceivedAnswer = {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: CappedBody;
};

/** One GET to send. */
export type GetRequest = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The most bytes of the answer's body, compressed and decompressed. */
  readonly cap: number;
  readonly form: BodyForm;
  /** The most milliseconds for the whole request. */
  readonly within: number;
  readonly signal: AbortSignal | undefined;
};

/** Sends the request and returns the complete answer. Rejects with an error of undici, a `TimeoutError`, or the reason of `signal`. */
export async function sendGet(connections: Agent, question: GetRequest): Promise<ReceivedAnswer> {
  const {signal, within} = question;
  signal?.throwIfAborted();
  const exchange = openExchange(question);
  const callOff = () => exchange.end(toError(signal?.reason));
  const timer = setTimeout(() => exchange.end(new DOMException('It took too long.', 'TimeoutError')), within);
  signal?.addEventListener('abort', callOff, {once: true});
  try {
    const {url, headers} = question;
    connections.dispatch(
      {origin: url.origin, path: url.pathname + url.search, method: 'GET', headers},
      exchange.handler,
    );
    return await exchange.answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', callOff);
  }
}

/** A request under way: undici's handler for it, and its answer. */
type AnswerExchange = {
  readonly handler: Dispatcher.DispatchHandler;
  readonly answer: Promise<ReceivedAnswer>;
  /** Ends the exchange with an error, when the rest of the answer is not needed. */
  readonly end: (reason: Error) => void;
};

/** An answer whose headers have arrived. */
type StartedAnswer = Pick<ReceivedAnswer, 'status' | 'header'> & {readonly intake: BodyReader};

/** Creates the handler for one request. */
function openExchange({cap, form}: Pick<GetRequest, 'cap' | 'form'>): AnswerExchange {
  const {promise, resolve, reject} = Promise.withResolvers<ReceivedAnswer>();
  let controller: Dispatcher.DispatchController | null = null;
  let begun: StartedAnswer | null = null;
  let isOver = false;
  /** Closes the exchange. Returns the answer if its headers have arrived; the caller must end its reader. */
  const close = (): StartedAnswer | null => {
    const found = begun;
    isOver = true;
    controller = null;
    begun = null;
    return found;
  };
  const fail = (error: Error) => {
    if (isOver) return;
    close()?.intake.drop();
    reject(error);
  };
  const end = (reason: Error) => {
    const running = controller;
    fail(reason);
    running?.abort(reason);
  };
  const finish = () => {
    const found = close();
    if (found === null) return reject(new Error('an answer ended before it began'));
    const {intake, status, header} = found;
    intake.end().then((body) => resolve({status, header, body}), reject);
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      if (isOver) started.abort(new Error('called off'));
      else controller = started;
    },
    onResponseStart(_, status, headers) {
      // Ignores interim answers (1xx).
      if (isOver || status < 200) return;
      const header = (name: string) => joinHeader(headers[name]);
      begun = {status, header, intake: createBodyReader(header('content-encoding'), cap, form)};
    },
    onResponseData(running, piece) {
      if (begun === null) return;
      if (begun.intake.take(piece)) waitUntilReady(running, begun.intake);
      else {
        finish();
        running.abort(new Error('enough'));
      }
    },
    onResponseEnd: () => void (isOver || finish()),
    onResponseError: (_, error) => fail(error),
  };
  return {handler, answer: promise, end};
}

/** Pauses the connection until the reader can take the next piece. */
function waitUntilReady(running: Dispatcher.DispatchController, {ready}: BodyReader): void {
  const wait = ready();
  if (wait === null) return;
  running.pause();
  void wait.then(() => running.resume());
}

/** A header's values as one text. */
const joinHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/** The reason of an abort as an error. */
const toError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new DOMException('It was called off.', 'AbortError');
