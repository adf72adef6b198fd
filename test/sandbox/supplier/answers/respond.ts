import type {ServerResponse} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {signImages} from '../catalogue/signed-images.ts';
import type {Answer} from './answer.ts';
import type {Misdeed} from './misbehaviour.ts';
import {cut, send, sendGzipBomb, sendHalf, sendOversized} from './send.ts';
import {patchAnswer, spoilAnswer} from './spoil-answer.ts';
import {keepShare, spoilEntries} from './spoil-entries.ts';

export type Exchange = {
  response: ServerResponse;
  deeds: readonly Misdeed[];
  /** Does the work and gives the right answer. Called at most once. */
  work: () => Answer;
  revokeKey: () => void;
  shift: (how: 'insert' | 'remove', count: number) => void;
  /** Ends the waiting when the service closes. */
  closing: AbortSignal;
};

type Deed<K extends Misdeed['kind']> = Extract<Misdeed, {kind: K}>;

/** Answers one request with whatever goes wrong around it. Returns the status sent; 0 where no whole answer left. */
export async function respond(exchange: Exchange): Promise<number> {
  const {response, deeds} = exchange;
  for (const {ms} of deedsOf(deeds, 'slow')) await sleep(ms, undefined, {signal: exchange.closing});
  const early = instead(exchange, 'before');
  if (early !== undefined) return early;
  for (const {when} of deedsOf(deeds, 'revoke-key')) if (when === 'before') exchange.revokeKey();

  const right = exchange.work();
  for (const {how, count} of deedsOf(deeds, 'shift')) exchange.shift(how, count);
  for (const {when} of deedsOf(deeds, 'revoke-key')) if (when !== 'before') exchange.revokeKey();
  const late = instead(exchange, 'after');
  if (late !== undefined) return late;

  const stream = deedsOf(deeds, 'answer').find(({as}) => as === 'oversized' || as === 'gzip-bomb');
  if (stream?.as === 'oversized') await sendOversized(response, stream.megabytes ?? 50);
  else if (stream !== undefined) await sendGzipBomb(response, stream.megabytes ?? 300);
  if (stream !== undefined) return 200;

  const answer = deeds.reduce(spoil, right);
  if (deedsOf(deeds, 'cut').some(({when}) => when === 'half')) {
    sendHalf(response, answer);
    return 0;
  }
  send(response, answer);
  return answer.status;
}

/** What happens in place of the work, or in place of its answer. */
function instead({response, deeds}: Exchange, moment: 'before' | 'after'): number | undefined {
  if (deedsOf(deeds, 'cut').some(({when}) => when === moment)) {
    cut(response);
    return 0;
  }
  if (deedsOf(deeds, 'hang').some(({when = 'before'}) => when === moment)) return 0;
  const refused = deedsOf(deeds, 'status').find(({when = 'before'}) => when === moment);
  if (refused === undefined) return undefined;
  send(response, gatewayAnswer(refused));
  return refused.status;
}

function gatewayAnswer({status, retryAfter, body}: Deed<'status'>): Answer {
  const headers: Record<string, string> = retryAfter === undefined ? {} : {'retry-after': String(retryAfter)};
  const text = body ?? `<html><title>${status}</title><h1>${status}</h1></html>`;
  return {status, headers, content: {kind: 'text', type: body === undefined ? 'text/html' : 'application/json', text}};
}

function spoil(answer: Answer, deed: Misdeed): Answer {
  switch (deed.kind) {
    case 'answer':
      return spoilAnswer(answer, deed.as);
    case 'say': {
      const {status = 200, type = 'application/json', text, headers = {}} = deed;
      return {status, headers, content: {kind: 'text', type, text}};
    }
    case 'entries':
      return spoilEntries(answer, deed.fault, deed.at);
    case 'keep':
      return keepShare(answer, deed.share);
    case 'sign-images':
      return signImages(answer);
    case 'envelope':
      return patchAnswer(answer, deed.patch);
    case 'cut':
    case 'hang':
    case 'revoke-key':
    case 'shift':
    case 'slow':
    case 'status':
      return answer;
  }
}

function deedsOf<K extends Misdeed['kind']>(deeds: readonly Misdeed[], kind: K): Deed<K>[] {
  return deeds.filter((deed): deed is Deed<K> => deed.kind === kind);
}
