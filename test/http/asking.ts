// Asking over the wire, as a page, a shopper's Shopify or a stranger would: what went out and came back, unread.
import {createHmac, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {type ClientRequest, type IncomingMessage, request} from 'node:http';
import {webhookTopics} from '../../server/shopify/auth/webhook-topics.ts';
import {webhookBody} from '../support/webhook-bodies.ts';

export type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** Undefined where the answer is no JSON. */
  readonly json: unknown;
};

export type Question = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** An array goes out in pieces without a length. */
  readonly body?: string | Buffer | readonly (string | Buffer)[];
};

/** One request on its own connection; exactly the headers given and what HTTP itself needs. */
export async function ask(url: string, {method = 'GET', headers = {}, body}: Question = {}): Promise<Answer> {
  const outgoing = request(url, {method, agent: false, headers: {...headers, ...lengthOf(body)}});
  const answered = once(outgoing, 'response');
  send(outgoing, body);
  const [incoming]: IncomingMessage[] = await answered;
  if (incoming === undefined) throw new Error('there was no answer');
  // The server may answer before it has read everything and close.
  outgoing.on('error', () => {});
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk);
  return {status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: readJson(text)};
}

function lengthOf(body: Question['body']): {'content-length'?: string} {
  return typeof body === 'string' || Buffer.isBuffer(body) ? {'content-length': String(Buffer.byteLength(body))} : {};
}

function send(outgoing: ClientRequest, body: Question['body']): void {
  if (typeof body === 'string' || Buffer.isBuffer(body)) outgoing.end(body);
  else {
    for (const piece of body ?? []) outgoing.write(piece);
    outgoing.end();
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Webhook = {
  readonly shop: string;
  readonly topic?: string;
  readonly webhookId?: string;
  readonly payload?: object;
  /** Signed with; the signature itself goes into `headers`. */
  readonly secret: string;
};

let changes = 0;

/** The headers and body of a delivery as Shopify sends it: each change of an order has a time of its own. */
export function aDelivery({shop, topic = 'orders/updated', webhookId = randomUUID(), payload, secret}: Webhook) {
  changes += 1;
  const known = webhookTopics.find((one) => one === topic) ?? 'orders/updated';
  const usual = webhookBody(known, shop);
  const changed = 'updated_at' in usual ? {...usual, updated_at: new Date(changes * 1_000).toJSON()} : usual;
  const body = JSON.stringify(payload ?? changed);
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': shop,
      'x-shopify-hmac-sha256': signatureOf(body, secret),
      'x-shopify-webhook-id': webhookId,
      'x-shopify-event-id': randomUUID(),
      'x-shopify-triggered-at': new Date().toISOString(),
      'x-shopify-api-version': '2026-10',
    },
  };
}

export const signatureOf = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('base64');
