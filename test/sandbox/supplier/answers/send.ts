import type {ServerResponse} from 'node:http';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {gzipSync} from 'node:zlib';
import {type Answer, CACHING, type Content, textOf} from './answer.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const MEGABYTE = 1_048_576;

export function send(response: ServerResponse, answer: Answer): void {
  const bytes = answer.content.kind === 'picture' ? answer.content.png : Buffer.from(textOf(answer.content));
  response.writeHead(answer.status, {...headersOf(answer), 'content-length': bytes.length});
  response.end(bytes);
}

/** Announces the whole answer, sends half of it and resets the connection. */
export function sendHalf(response: ServerResponse, answer: Answer): void {
  const bytes = Buffer.from(textOf(answer.content));
  response.writeHead(answer.status, {...headersOf(answer), 'content-length': bytes.length});
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => cut(response));
}

/** A reset, not a polite end: what a client sees when the other machine dies. */
export function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Valid JSON of so many megabytes, in chunks, for as long as the client goes on reading. */
export async function sendOversized(response: ServerResponse, megabytes: number): Promise<void> {
  response.writeHead(200, {...CACHING, 'content-type': JSON_TYPE});
  const chunk = Buffer.alloc(MEGABYTE, 'x');
  const parts = function* () {
    yield Buffer.from('{"ok":true,"padding":"');
    for (let sent = 0; sent < megabytes; sent++) yield chunk;
    yield Buffer.from('"}');
  };
  await streamTo(response, parts());
}

/**
 * The same, compressed to about a thousandth. A gzip stream may consist of several members (RFC 1952, 2.2), so one
 * compressed megabyte is sent over and over. Sent whatever the client accepts.
 */
export async function sendGzipBomb(response: ServerResponse, megabytes: number): Promise<void> {
  response.writeHead(200, {...CACHING, 'content-type': JSON_TYPE, 'content-encoding': 'gzip'});
  const member = gzipSync(Buffer.alloc(MEGABYTE, 'x'));
  const parts = function* () {
    yield gzipSync('{"ok":true,"padding":"');
    for (let sent = 0; sent < megabytes; sent++) yield member;
    yield gzipSync('"}');
  };
  await streamTo(response, parts());
}

async function streamTo(response: ServerResponse, parts: Iterable<Buffer>): Promise<void> {
  try {
    await pipeline(Readable.from(parts), response);
  } catch (error) {
    // The client had enough and went away, as it should.
    if (!response.destroyed) throw error;
  }
}

function headersOf({headers, content}: Answer): Record<string, string> {
  return {...CACHING, 'content-type': typeOf(content), ...headers};
}

function typeOf(content: Content): string {
  if (content.kind === 'picture') return 'image/png';
  return content.kind === 'text' ? content.type : JSON_TYPE;
}
