// Reads an answer's body in pieces, and never holds more bytes than the cap allows, compressed or decompressed.
import type {Readable, Transform} from 'node:stream';
import {createBrotliDecompress, createGunzip, createInflate} from 'node:zlib';
import {createDepthFilter} from './depth-filter.ts';

/** A body as text, or why it cannot be read, as the end of a sentence. */
export type CappedBody = {kind: 'text'; text: string} | {kind: 'unreadable'; why: string};

/** Takes a body piece by piece. */
export type BodyReader = {
  /** Adds a piece; false: no further piece is accepted. */
  readonly take: (piece: Uint8Array) => boolean;
  /** Null: the next piece can be added now; otherwise once the promise resolves. */
  readonly ready: () => Promise<void> | null;
  /** Call when the body is complete, or enough of it was read. */
  readonly end: () => Promise<CappedBody>;
  /** Call when the rest will not arrive. */
  readonly drop: () => void;
};

/**
 * Creates a reader that turns a body into text (UTF-8, without a byte order mark); values that are nested too deep become null. `cap`
 * limits the decompressed bytes, and the compressed ones too, because these may decompress to nothing.
 */
export function createBodyReader(encoding: string | undefined, cap: number): BodyReader {
  const unpacker = createUnpacker(encoding?.trim().toLowerCase() ?? '');
  if (unpacker === null) return refuseBody('it is packed in a way this app does not know');
  const text = createTextCollector(cap);
  if (unpacker !== 'none') return createUnpackingReader(unpacker, text, cap);
  return {take: text.take, ready: () => null, end: async () => text.end(), drop: () => {}};
}

/** Reads a whole stream with `createBodyReader`; rethrows the stream's errors. */
export async function readCappedBody(body: Readable, encoding: string | undefined, cap: number): Promise<CappedBody> {
  const intake = createBodyReader(encoding, cap);
  try {
    for await (const piece of body) {
      if (!intake.take(piece)) break;
      await intake.ready();
    }
  } catch (error) {
    intake.drop();
    throw error;
  }
  return intake.end();
}

/** A reader that takes no piece. */
function refuseBody(why: string): BodyReader {
  return {take: () => false, ready: () => null, end: async () => ({kind: 'unreadable', why}), drop: () => {}};
}

/** Collects decompressed pieces. */
type TextCollector = Pick<BodyReader, 'take'> & {readonly end: () => CappedBody};

/** Collects the text. Each piece is decoded on arrival, so its bytes need not stay in memory. */
function createTextCollector(cap: number): TextCollector {
  const decoder = new TextDecoder();
  const counted = createSizeCheck(cap);
  const shallow = createDepthFilter();
  let text = '';
  let why: string | null = null;
  return {
    take(piece) {
      if (!counted(piece)) why ??= tooLargeText(cap);
      else for (const part of shallow(piece)) text += decoder.decode(part, {stream: true});
      return why === null;
    },
    end() {
      const whole = text + decoder.decode();
      // Frees the memory of the text even if this function stays referenced.
      text = '';
      return why === null ? {kind: 'text', text: whole} : {kind: 'unreadable', why};
    },
  };
}

/** A reader that decompresses the pieces first. */
function createUnpackingReader(unpacker: Transform, text: TextCollector, cap: number): BodyReader {
  const counted = createSizeCheck(cap);
  let why: string | null = null;
  const closed = new Promise<void>((resolve) => unpacker.once('close', resolve));
  unpacker.on('data', (piece: Uint8Array) => void (text.take(piece) || unpacker.destroy()));
  unpacker.on('error', () => {
    why ??= 'it is packed and cannot be unpacked';
  });
  return {
    take(piece) {
      if (!counted(piece)) {
        why ??= tooLargeText(cap);
        unpacker.destroy();
      }
      if (!unpacker.destroyed) unpacker.write(piece);
      return !unpacker.destroyed;
    },
    ready() {
      if (!unpacker.writableNeedDrain) return null;
      return Promise.race([new Promise<void>((resolve) => unpacker.once('drain', resolve)), closed]);
    },
    async end() {
      if (!unpacker.destroyed) unpacker.end();
      await closed;
      return why === null ? text.end() : {kind: 'unreadable', why};
    },
    drop: () => void unpacker.destroy(),
  };
}

/** The decompressor for a content encoding; null: not known. https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
function createUnpacker(encoding: string): Transform | 'none' | null {
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

/** Returns a function that counts pieces and returns false once they exceed the cap. */
function createSizeCheck(cap: number): (piece: Uint8Array) => boolean {
  let size = 0;
  return (piece) => {
    size += piece.length;
    return size <= cap;
  };
}

const tooLargeText = (cap: number): string => `it is larger than ${Math.round((cap / 1_048_576) * 10) / 10} MB`;
