// Places a dropship order, the one call that must never be repeated automatically. It is sent once, on a connection of its own (a reused
// one may be closing), follows no redirect, and every outcome is a value.
import {Client, type Dispatcher} from 'undici';
import {Failure} from '#domain/failure.ts';
import type {ArticleId} from '#domain/ids.ts';
import {type SupplierClient, socketOptions} from '../client.ts';
import type {AuthHeader} from '../transport/auth.ts';
import {readCappedBody} from '../transport/body-cap.ts';
import {classifyNetworkError} from '../transport/classify-network-error.ts';
import {megabyte} from '../transport/read.ts';
import {type PlaceOutcome, readPlaceAnswer} from './place-answer.ts';
import {createSendFence, OverdueError} from './send-fence.ts';
import {trackSend} from './send-phase.ts';

export type {PlaceOutcome} from './place-answer.ts';

/** Interface document, "Dropship order request (a=order)". */
export type DropshipRequest = {
  readonly id: ArticleId;
  readonly colour: string;
  readonly size: string;
  readonly qty: number;
  readonly zone: string;
  readonly country: string;
  readonly reference: string;
  readonly customerEmail: string;
  readonly customerName: string;
};

type ReceivedResponse = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

/** When the request may no longer be sent, or its answer is no longer waited for. */
export type SendOptions = {
  /** Aborts the wait for the answer; the supplier may still process the request. */
  readonly signal?: AbortSignal;
  /** Whether the request may still be sent. Called once, when the connection is open, right before the first byte. */
  readonly isInTime?: () => boolean;
};

/** Sends the order and returns the outcome; never throws for remote errors. */
export async function sendDropshipOrder(
  client: SupplierClient,
  key: string,
  request: DropshipRequest,
  sending: SendOptions = {},
): Promise<PlaceOutcome> {
  const outcome = await placeOnce(client, key, request, sending);
  const status = 'status' in outcome ? outcome.status : undefined;
  client.log.info({reference: request.reference, outcome: outcome.kind, status}, 'placing ended');
  return outcome;
}

/** Sends the order and classifies every outcome. */
async function placeOnce(
  client: SupplierClient,
  key: string,
  request: DropshipRequest,
  {signal, isInTime = () => true}: SendOptions,
): Promise<PlaceOutcome> {
  const header = authoriseOrFailure(client, key);
  if (header instanceof Failure) return {kind: 'unauthorised', message: header.message, status: null};
  // An order gets a place before the reads that wait in this process.
  const release = await takePlace(client, signal);
  if (typeof release !== 'function') return release;
  const deadline = AbortSignal.timeout(client.limits.order);
  const ends = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const url = client.endpoint('dropship', new URLSearchParams({a: 'order'}));
  const {order} = client.limits;
  const connection = new Client(url.origin, {...socketOptions({...client.limits, answer: order}), pipelining: 1});
  const fenced = connection.compose(createSendFence(isInTime));
  const sending = trackSend(() => fenced.request(toPostOptions(url, header, request, ends)));
  try {
    return await readOutcome(client, await sending.answer, key, request);
  } catch (error) {
    if (error instanceof OverdueError && !sending.sent()) return {kind: 'overdue', why: error.message};
    const why = signal?.aborted ? 'the app was stopping' : classifyNetworkError(error).why;
    return sending.sent() ? toUnconfirmed(why) : {kind: 'never_sent', why: `The order did not leave: ${why}.`};
  } finally {
    await connection.destroy();
    release();
  }
}

/**
 * Waits for a place. The order is claimed meanwhile, so the wait is short: with the time to connect it stays below what the claim allows
 * before the first byte (jobs/orders/claim-order.ts). Without a place in time the outcome is `overdue`: it is certain that nothing was
 * sent.
 */
async function takePlace({places, limits}: SupplierClient, signal?: AbortSignal): Promise<(() => void) | PlaceOutcome> {
  const patience = AbortSignal.timeout(limits.place);
  try {
    return await places.take({first: true, signal: signal ? AbortSignal.any([signal, patience]) : patience});
  } catch {
    return signal?.aborted
      ? {kind: 'never_sent', why: 'The order did not leave: the app was stopping.'}
      : {kind: 'overdue', why: 'The order did not leave: as many requests as are allowed were under way.'};
  }
}

/** The header with the key, or the Failure if no header can carry the key. */
function authoriseOrFailure(client: SupplierClient, key: string): AuthHeader | Failure {
  try {
    return client.authorise('dropship', key);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** The request in undici's form. */
function toPostOptions(url: URL, header: AuthHeader, request: DropshipRequest, signal: AbortSignal) {
  const {customerEmail: customer_email, customerName: customer_name, ...same} = request;
  return {
    path: url.pathname + url.search,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      [header.name]: header.value,
    },
    body: JSON.stringify({...same, customer_email, customer_name}),
    reset: true,
    signal,
  };
}

/** Reads the response. Once the status has arrived, any problem with the body is part of the outcome. */
async function readOutcome(
  client: SupplierClient,
  {statusCode: status, headers, body}: ReceivedResponse,
  key: string,
  request: DropshipRequest,
): Promise<PlaceOutcome> {
  const encoding = headers['content-encoding'];
  const coding = Array.isArray(encoding) ? encoding.join(', ') : encoding;
  const text = await readCappedBody(body, coding, megabyte).catch(
    (error: unknown) =>
      ({kind: 'unreadable', why: `${classifyNetworkError(error).why} before the answer was whole`}) as const,
  );
  const {reference, customerEmail, customerName} = request;
  return readPlaceAnswer({status, text, reference, key, buyer: [customerName, customerEmail], policy: client.config});
}

/** The outcome if the request was sent and no usable answer came. */
const toUnconfirmed = (why: string): PlaceOutcome => ({
  kind: 'unconfirmed',
  why: `The order was sent to the supplier, but ${why}.`,
  status: null,
});
