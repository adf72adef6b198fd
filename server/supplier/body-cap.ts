// Reads an answer's body without ever holding more of it than the cap allows, packed or unpacked.
import {pipeline, type Readable} from 'node:stream';
import {createBrotliDecompress, createGunzip, createInflate} from 'node:zlib';

export type CappedBody = {kind: 'text'; text: string} | {kind: 'unreadable'; why: string};

/** More levels than any answer of this interface needs; very deep nesting costs the parser seconds. */
const deepest = 64;

class OverCap extends Error {}

/**
 * The body as text (UTF-8, a byte order mark dropped). `cap` counts bytes after unpacking, and the packed ones too,
 * since an archive of empty members never unpacks to anything. Trouble on the connection throws what the stream threw.
 */
export async function readCapped(body: Readable, encoding: string | undefined, cap: number): Promise<CappedBody> {
  body.on('error', () => undefined); // a body left unread reports that as an error nobody waits for
  const plain = unpack(body, encoding, cap);
  if (plain === null) {
    body.destroy();
    return {kind: 'unreadable', why: 'it is packed in a way this app does not know'};
  }
  try {
    const bytes = await collect(plain, cap);
    if (isTooDeep(bytes)) return {kind: 'unreadable', why: `it is nested deeper than ${deepest} levels`};
    return {kind: 'text', text: new TextDecoder().decode(bytes)};
  } catch (error) {
    if (error instanceof OverCap) return {kind: 'unreadable', why: `it is larger than ${inMegabytes(cap)}`};
    if (isUnpackingError(error)) return {kind: 'unreadable', why: 'it is packed and cannot be unpacked'};
    throw error;
  }
}

/** The unpacked stream; the body itself where it is not packed, null for a coding that is not known. */
function unpack(body: Readable, encoding: string | undefined, cap: number): Readable | null {
  const unpacker = unpackerFor(encoding?.trim().toLowerCase() ?? '');
  if (unpacker === null || unpacker === 'none') return unpacker === null ? null : body;
  // Errors of any part reach whoever reads the unpacker.
  return pipeline(
    body,
    (source: Readable) => counted(source, cap),
    unpacker,
    () => undefined,
  );
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
function unpackerFor(encoding: string) {
  switch (encoding) {
    case '':
    case 'identity':
      return 'none';
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}

async function* counted(source: AsyncIterable<Buffer>, cap: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > cap) throw new OverCap();
    yield chunk;
  }
}

async function collect(source: AsyncIterable<Buffer>, cap: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of counted(source, cap)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Counts brackets outside strings. Works on bytes: none of these four characters is part of another in UTF-8. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > deepest) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

function isUnpackingError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return error.code.startsWith('Z_') || error.code.startsWith('ERR__ERROR_FORMAT') || error.code === 'ERR_BROTLI';
}

const inMegabytes = (bytes: number): string => `${Math.round((bytes / 1_048_576) * 10) / 10} MB`;
