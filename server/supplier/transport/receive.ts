// One request and its answer, processed as it arrives. Undici's streams and AbortSignal.any would do the same, but keep the data until
// the next full garbage collection: reading a large catalogue would hold hundreds of answers.
import type {Agent, Dispatcher} from 'undici';
import {type CappedBody, type Intake, openIntake} from './body-cap.ts';

export type Received = {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: CappedBody;
};

export type Question = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the answer's body, packed and unpacked. */
  readonly cap: number;
  /** Milliseconds for the whole request. */
  readonly within: number;
  readonly signal: AbortSignal | undefined;
};

/** Rejects with an error of undici, a `TimeoutError`, or the reason of `signal`. */
export async function receive(connections: Agent, question: Question): Promise<Received> {
  const {signal, within} = question;
  signal?.throwIfAborted();
  const exchange = openExchange(question.cap);
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

type Exchange = {
  readonly handler: Dispatcher.DispatchHandler;
  readonly answer: Promise<Received>;
  /** Call when the rest of the answer is not needed. */
  readonly end: (reason: Error) => void;
};

type Begun = Pick<Received, 'status' | 'header'> & {readonly intake: Intake};

function openExchange(cap: number): Exchange {
  const {promise, resolve, reject} = Promise.withResolvers<Received>();
  let controller: Dispatcher.DispatchController | null = null;
  let begun: Begun | null = null;
  let isOver = false;
  /** Returns the answer whose headers have arrived, if any: its intake has to be ended. */
  const close = (): Begun | null => {
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
      const header = (name: string) => joined(headers[name]);
      begun = {status, header, intake: openIntake(header('content-encoding'), cap)};
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

function waitUntilReady(running: Dispatcher.DispatchController, {ready}: Intake): void {
  const wait = ready();
  if (wait === null) return;
  running.pause();
  void wait.then(() => running.resume());
}

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

const toError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new DOMException('It was called off.', 'AbortError');
