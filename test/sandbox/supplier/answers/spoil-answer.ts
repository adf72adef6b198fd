import {type Answer, bodyOf, jsonAnswer, textOf} from './answer.ts';

/**
 * Answers that are not what was asked for. Those about orders fit a=order only; the others fit every operation.
 * `oversized` and `gzip-bomb` are sent as a stream, see send.ts.
 */
export type AnswerFault =
  | 'html'
  | 'empty'
  | 'truncated'
  | 'null'
  | 'array'
  | 'deep'
  | 'byte-order-mark'
  | 'ok-text'
  | 'ok-false'
  | 'no-ref'
  | 'other-reference'
  | 'http-checkout'
  | 'foreign-checkout'
  | 'script-checkout'
  | 'oversized'
  | 'gzip-bomb';

const HTML =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
const DEPTH = 10_000;

export function spoilAnswer(answer: Answer, fault: AnswerFault): Answer {
  switch (fault) {
    case 'html':
      return {status: 200, content: {kind: 'text', type: 'text/html', text: HTML}};
    case 'empty':
      return asText(answer, '');
    case 'truncated': {
      const text = textOf(answer.content);
      return asText(answer, text.slice(0, Math.floor(text.length / 2)));
    }
    case 'null':
      return jsonAnswer(answer.status, null);
    case 'array':
      return jsonAnswer(answer.status, []);
    case 'deep':
      return asText(answer, `${'{"ok":['.repeat(DEPTH)}${']}'.repeat(DEPTH)}`);
    case 'byte-order-mark':
      return asText(answer, `\ufeff${textOf(answer.content)}`);
    case 'ok-text':
      return patchAnswer(answer, {ok: 'true'});
    case 'ok-false':
      return jsonAnswer(200, {ok: false, error: 'failed'});
    case 'no-ref':
      return patchAnswer(answer, {ref: ''});
    case 'other-reference':
      return patchAnswer(answer, {reference: 'somebody-else-1'});
    case 'http-checkout':
      return patchAnswer(answer, {checkout_url: 'http://pay.wholesale.example/checkout/DS-1'});
    case 'foreign-checkout':
      return patchAnswer(answer, {checkout_url: 'https://pay.attacker.example/checkout/DS-1'});
    case 'script-checkout':
      return patchAnswer(answer, {checkout_url: 'javascript:alert(1)'});
    case 'oversized':
    case 'gzip-bomb':
      return answer;
  }
}

/** Overwrites top-level fields; an answer that is no object has none and stays. */
export function patchAnswer(answer: Answer, patch: Readonly<Record<string, unknown>>): Answer {
  const body = bodyOf(answer.content);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return answer;
  return {...answer, content: {kind: 'json', body: {...body, ...patch}}};
}

function asText(answer: Answer, text: string): Answer {
  return {...answer, content: {kind: 'text', type: 'application/json; charset=utf-8', text}};
}
