// Secrets are sealed before they reach a table: AES-256-GCM, bound to shop and column, so a value copied to another shop or column does
// not open. The envelope names its key, so keys can be rotated: the first key seals, all keys open. Encryption and digests each use
// their own key, derived from the configured one by HKDF (RFC 5869). Version 1, which used the configured key for both and wrote no
// version, is still read; upkeep replaces it with version 2.
import {createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes} from 'node:crypto';

export type SealingKey = {readonly kid: string; readonly key: Buffer};
export type SealedPlace = {readonly shop: string; readonly column: string};

export type Sealer = {
  readonly seal: (text: string, place: SealedPlace) => string;
  /** The beginning of every new envelope: the first key's name and the newest version. See reseal.ts for values that begin otherwise. */
  readonly newest: string;
  /** Names of all keys; a value sealed by another key cannot be opened. */
  readonly known: readonly string[];
  /** Throws one sentence when the key is unknown, or the value was changed or belongs elsewhere; the row stays as it is. */
  readonly open: (sealed: string, place: SealedPlace) => string;
  /** Recognises a text without storing it: without the key, the mark does not reveal the text. */
  readonly mark: (text: string, place: SealedPlace) => string;
  /** Null, for unknown, when the mark's key is no longer configured. */
  readonly isMarkOf: (mark: string, text: string, place: SealedPlace) => boolean | null;
  /** Every form in which a mark of this text may be stored: one per key and version, newest first. */
  readonly marksOf: (text: string, place: SealedPlace) => readonly [string, ...string[]];
};

/** The message is one sentence that an operator can act on. */
export class CannotUnseal extends Error {
  override readonly name = 'CannotUnseal';
}

/** The text, or null if it does not open. For callers that can continue without it. */
export function openOrNull(sealer: Sealer, sealed: string, place: SealedPlace): string | null {
  try {
    return sealer.open(sealed, place);
  } catch (error) {
    if (error instanceof CannotUnseal) return null;
    throw error;
  }
}

/** The same for a promise that unseals something: its result, or the error that says why it does not open. */
export async function orUnreadable<T>(reading: Promise<T>): Promise<T | CannotUnseal> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CannotUnseal) return error;
    throw error;
  }
}

const algorithm = 'aes-256-gcm';
const tagLength = 16;
const version = '2';

/** The keys of one configured key. `undivided` is the configured key itself, which version 1 used for everything. */
type Ring = {readonly kid: string; readonly encryption: Buffer; readonly digest: Buffer; readonly undivided: Buffer};

export function createSealer(keys: readonly SealingKey[]): Sealer {
  const rings = keys.map(toRing);
  const [active, ...retired] = rings;
  if (active === undefined) throw new Error('Sealing needs at least one key.');
  const byId = new Map(rings.map((ring) => [ring.kid, ring]));
  return {
    newest: `${active.kid}.${version}.`,
    known: [...byId.keys()],
    seal: (text, place) => seal(text, place, active),
    open(sealed, place) {
      const kid = sealed.split('.', 1)[0] ?? '';
      const ring = byId.get(kid);
      if (ring === undefined) {
        throw new CannotUnseal(
          `${place.column} of ${place.shop} is sealed with key ${kid}, which is not among ENCRYPTION_KEYS; put that key back behind the active one.`,
        );
      }
      return open(sealed, place, ring);
    },
    mark: (text, place) => mark(text, place, active),
    isMarkOf(known, text, place) {
      const ring = byId.get(known.split('.', 1)[0] ?? '');
      return ring === undefined ? null : marks(text, place, ring).includes(known);
    },
    marksOf(text, place) {
      const [newest, older] = marks(text, place, active);
      return [newest, older, ...retired.flatMap((ring) => marks(text, place, ring))];
    },
  };
}

function toRing({kid, key}: SealingKey): Ring {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(kid) || key.length !== 32) throw new Error(`Sealing key ${kid} is malformed.`);
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `piecewise ${version} ${purpose}`, 32));
  return {kid, encryption: derive('encryption'), digest: derive('digest'), undivided: key};
}

function seal(text: string, place: SealedPlace, {kid, encryption}: Ring): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, encryption, iv, {authTagLength: tagLength}).setAAD(boundTo(place));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [kid, version, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.');
}

function open(sealed: string, place: SealedPlace, ring: Ring): string {
  try {
    const {key, iv, tag, data} = readEnvelope(sealed, ring);
    const decipher = createDecipheriv(algorithm, key, iv, {authTagLength: tagLength});
    decipher.setAAD(boundTo(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new CannotUnseal(
      `${place.column} of ${place.shop} cannot be opened: it was changed, or sealed for another place.`,
      {cause},
    );
  }
}

/** Version 1: `kid.iv.tag.data`; version 2: `kid.2.iv.tag.data`. */
function readEnvelope(sealed: string, {encryption, undivided}: Ring) {
  const parts = sealed.split('.').slice(1);
  const isNewest = parts.length === 4 && parts[0] === version;
  const [iv, tag, data, more] = (isNewest ? parts.slice(1) : parts).map((part) => Buffer.from(part, 'base64url'));
  if (!iv || !tag || !data || more) throw new Error('The envelope has another form.');
  return {key: isNewest ? encryption : undivided, iv, tag, data};
}

const mark = (text: string, place: SealedPlace, ring: Ring): string => marks(text, place, ring)[0];

/** Version 2: `kid.2.digest`; version 1: `kid.digest`. */
function marks(text: string, place: SealedPlace, {kid, digest, undivided}: Ring): readonly [string, string] {
  const print = (key: Buffer) =>
    createHmac('sha256', key).update(boundTo(place)).update('|').update(text, 'utf8').digest('base64url');
  return [`${kid}.${version}.${print(digest)}`, `${kid}.${print(undivided)}`];
}

const boundTo = ({shop, column}: SealedPlace): Buffer => Buffer.from(`${shop}|${column}`, 'utf8');
