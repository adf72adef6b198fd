// Reads an answer's body in pieces and never holds more of it than the cap allows, packed or unpacked.
import type {Readable, Transform} from 'node:stream';
import {createBrotliDecompress, createGunzip, createInflate} from 'node:zlib';
import {openDepthFilter} from './depth-filter.ts';

export type CappedBody = {kind: 'text'; text: string} | {kind: 'unreadable'; why: string};

export type Intake = {
  /** False: the intake takes no further piece. */
  readonly take: (piece: Uint8Array) => boolean;
  /** Null: ready for the next piece; otherwise ready once the promise resolves. */
  readonly ready: () => Promise<void> | null;
  /** Call when the body is complete, or enough of it was read. */
  readonly end: () => Promise<CappedBody>;
  /** Call when the rest will not arrive. */
  readonly drop: () => void;
};

/**
 * The body becomes text (UTF-8, without a byte order mark); values that are nested too deep become null. `cap` counts bytes after
 * unpacking, and the packed ones too, since an archive of empty members unpacks to nothing.
 */
export function openIntake(encoding: string | undefined, cap: number): Intake {
  const unpacker = unpackerFor(encoding?.trim().toLowerCase() ?? '');
  if (unpacker === null) return refusing('it is packed in a way this app does not know');
  const text = openText(cap);
  if (unpacker !== 'none') return unpacking(unpacker, text, cap);
  return {take: text.take, ready: () => null, end: async () => text.end(), drop: () => {}};
}

/** The same from a stream; rethrows the stream's errors. */
export async function readCappedBody(body: Readable, encoding: string | undefined, cap: number): Promise<CappedBody> {
  const intake = openIntake(encoding, cap);
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

function refusing(why: string): Intake {
  return {take: () => false, ready: () => null, end: async () => ({kind: 'unreadable', why}), drop: () => {}};
}

type Text = Pick<Intake, 'take'> & {readonly end: () => CappedBody};

/** Decodes each piece on arrival, so its bytes need not be kept. */
function openText(cap: number): Text {
  const decoder = new TextDecoder();
  const counted = counter(cap);
  const shallow = openDepthFilter();
  let text = '';
  let why: string | null = null;
  return {
    take(piece) {
      if (!counted(piece)) why ??= tooLarge(cap);
      else for (const part of shallow(piece)) text += decoder.decode(part, {stream: true});
      return why === null;
    },
    end() {
      const whole = text + decoder.decode();
      // Releases the text even if this function stays referenced.
      text = '';
      return why === null ? {kind: 'text', text: whole} : {kind: 'unreadable', why};
    },
  };
}

function unpacking(unpacker: Transform, text: Text, cap: number): Intake {
  const counted = counter(cap);
  let why: string | null = null;
  const closed = new Promise<void>((resolve) => unpacker.once('close', resolve));
  unpacker.on('data', (piece: Uint8Array) => void (text.take(piece) || unpacker.destroy()));
  unpacker.on('error', () => {
    why ??= 'it is packed and cannot be unpacked';
  });
  return {
    take(piece) {
      if (!counted(piece)) {
        why ??= tooLarge(cap);
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

/** https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
function unpackerFor(encoding: string): Transform | 'none' | null {
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

/** False once more than the cap has arrived. */
function counter(cap: number): (piece: Uint8Array) => boolean {
  let size = 0;
  return (piece) => {
    size += piece.length;
    return size <= cap;
  };
}

const tooLarge = (cap: number): string => `it is larger than ${Math.round((cap / 1_048_576) * 10) / 10} MB`;
