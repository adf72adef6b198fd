// Reads an answer's body in pieces, and never holds more bytes than the cap allows, compressed or decompressed.
import type {Readable, Transform} from 'node:stream';
import {createBrotliDecompress, createGunzip, createInflate} from 'node:zlib';
import {type CutPage, cutPage} from './cut-page.ts';
import {createDepthFilter, type DepthFilter} from './depth-filter.ts';

/**
 * A body as text, or why it cannot be read, as the end of a sentence. `cut`: the page in its items; null or absent: it can only be read as
 * a whole.
 */
export type CappedBody =
  | {readonly kind: 'text'; readonly text: string; readonly cut?: CutPage | null}
  | {readonly kind: 'unreadable'; readonly why: string};

/** As what a body is collected: as text, or as a page that is cut into its items. */
export type BodyForm = 'text' | 'page';

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
export function createBodyReader(encoding: string | undefined, cap: number, form: BodyForm = 'text'): BodyReader {
  const unpacker = createUnpacker(encoding?.trim().toLowerCase() ?? '');
  if (unpacker === null) return refuseBody('it is packed in a way this app does not know');
  const text = createCollector(cap, form === 'text' ? createTextStore() : createPageStore());
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
type Collector = Pick<BodyReader, 'take'> & {readonly end: () => CappedBody};

/** Where the parts of a body are kept until it is complete. */
type BodyStore = {readonly add: (part: Uint8Array) => void; readonly end: (filter: DepthFilter) => CappedBody};

/** Collects a body in a store, up to the cap. */
function createCollector(cap: number, given: BodyStore): Collector {
  const counted = createSizeCheck(cap);
  const filter = createDepthFilter();
  // Let go of as soon as it is not needed, because this function may stay referenced.
  let store: BodyStore | null = given;
  return {
    take(piece) {
      if (!counted(piece)) store = null;
      else if (store !== null) for (const part of filter.take(piece)) store.add(part);
      return store !== null;
    },
    end() {
      const whole = store?.end(filter);
      store = null;
      return whole ?? {kind: 'unreadable', why: tooLargeText(cap)};
    },
  };
}

/** Decodes each part on arrival, so its bytes need not stay in memory. */
function createTextStore(): BodyStore {
  const decoder = new TextDecoder();
  let text = '';
  return {
    add(part) {
      text += decoder.decode(part, {stream: true});
    },
    end: () => ({kind: 'text', text: text + decoder.decode()}),
  };
}

/** Keeps the bytes, most of which are compared and never decoded. */
function createPageStore(): BodyStore {
  const parts: Uint8Array[] = [];
  return {
    add: (part) => void parts.push(part),
    end({bounds}) {
      const bytes = Buffer.concat(parts);
      return {
        kind: 'text',
        get text() {
          return new TextDecoder().decode(bytes);
        },
        cut: cutPage(bytes, bounds),
      };
    },
  };
}

/** A reader that decompresses the pieces first. */
function createUnpackingReader(unpacker: Transform, text: Collector, cap: number): BodyReader {
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
