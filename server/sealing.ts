// Encrypts secrets ("seals" them) before they reach a table: AES-256-GCM, bound to shop and column, so a value copied to another shop or
// column cannot be opened. The sealed text names its key, so keys can be rotated: the first key seals, all keys open. Encryption and
// digests use separate keys, derived from the configured one by HKDF (RFC 5869). Version 1, which used the configured key for both and
// wrote no version, is still read; the task `reseal` replaces it with version 2.
import {createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes} from 'node:crypto';

/** A configured key of 32 bytes, with the name that sealed texts have of it. */
export type SealingKey = {readonly kid: string; readonly key: Buffer};
/** The shop and column to which a sealed text is bound. */
export type SealContext = {readonly shop: string; readonly column: string};

/** Encrypts and recognises texts with the configured keys. */
export type Sealer = {
  /** Encrypts a text. */
  readonly seal: (text: string, place: SealContext) => string;
  /**
   * How every newly sealed text begins: the first key's name and the newest version. reseal.ts seals texts with another beginning again.
   */
  readonly newest: string;
  /** Names of all configured keys. A text sealed with another key cannot be opened. */
  readonly known: readonly string[];
  /** Decrypts a sealed text. Throws CannotUnseal if its key is unknown, or it was changed or belongs to another shop or column. */
  readonly open: (sealed: string, place: SealContext) => string;
  /** Makes a keyed digest by which a text can be recognised later although it is not stored. */
  readonly mark: (text: string, place: SealContext) => string;
  /** Whether a stored mark is of this text; null if that is unknown because the mark's key is no longer configured. */
  readonly isMarkOf: (mark: string, text: string, place: SealContext) => boolean | null;
  /** All marks that may be stored for this text: one per key and version, newest first. */
  readonly marksOf: (text: string, place: SealContext) => readonly [string, ...string[]];
};

/** Thrown if a sealed text cannot be opened. The message tells the operator what to do, in one sentence. */
export class CannotUnseal extends Error {
  override readonly name = 'CannotUnseal';
}

/** Opens a sealed text; null if it cannot be opened, for callers that can continue without it. */
export function openOrNull(sealer: Sealer, sealed: string, place: SealContext): string | null {
  try {
    return sealer.open(sealed, place);
  } catch (error) {
    if (error instanceof CannotUnseal) return null;
    throw error;
  }
}

/** Awaits a promise that opens sealed text. Returns its result, or the error that says why it cannot be opened. */
export async function catchUnsealError<T>(reading: Promise<T>): Promise<T | CannotUnseal> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CannotUnseal) return error;
    throw error;
  }
}

const sealAlgorithm = 'aes-256-gcm';
const tagLength = 16;
/** The version of newly sealed texts and marks. */
const envelopeVersion = '2';

/** The keys derived from one configured key. `undivided` is the configured key itself, which version 1 used for everything. */
type DerivedKeys = {
  readonly kid: string;
  readonly encryption: Buffer;
  readonly digest: Buffer;
  readonly undivided: Buffer;
};

/** Creates the sealer. @param keys the first seals, all of them open. Throws if there is none or one is malformed. */
export function createSealer(keys: readonly SealingKey[]): Sealer {
  const rings = keys.map(deriveKeys);
  const [active, ...retired] = rings;
  if (active === undefined) throw new Error('Sealing needs at least one key.');
  const byId = new Map(rings.map((ring) => [ring.kid, ring]));
  return {
    newest: `${active.kid}.${envelopeVersion}.`,
    known: [...byId.keys()],
    seal: (text, place) => sealText(text, place, active),
    open(sealed, place) {
      const kid = sealed.split('.', 1)[0] ?? '';
      const ring = byId.get(kid);
      if (ring === undefined) {
        throw new CannotUnseal(
          `${place.column} of ${place.shop} is sealed with key ${kid}, which is not among ENCRYPTION_KEYS; put that key back behind the active one.`,
        );
      }
      return openSealed(sealed, place, ring);
    },
    mark: (text, place) => makeMark(text, place, active),
    isMarkOf(known, text, place) {
      const ring = byId.get(known.split('.', 1)[0] ?? '');
      return ring === undefined ? null : marksPerVersion(text, place, ring).includes(known);
    },
    marksOf(text, place) {
      const [newest, older] = marksPerVersion(text, place, active);
      return [newest, older, ...retired.flatMap((ring) => marksPerVersion(text, place, ring))];
    },
  };
}

/** Derives the keys for encryption and for digests from one configured key. */
function deriveKeys({kid, key}: SealingKey): DerivedKeys {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(kid) || key.length !== 32) throw new Error(`Sealing key ${kid} is malformed.`);
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `piecewise ${envelopeVersion} ${purpose}`, 32));
  return {kid, encryption: derive('encryption'), digest: derive('digest'), undivided: key};
}

/** Encrypts a text in the newest version, with a new random initialisation vector. */
function sealText(text: string, place: SealContext, {kid, encryption}: DerivedKeys): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(sealAlgorithm, encryption, iv, {authTagLength: tagLength}).setAAD(contextBytes(place));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [kid, envelopeVersion, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.');
}

/** Decrypts a text of any version. Throws CannotUnseal if it was changed, or sealed for another shop or column. */
function openSealed(sealed: string, place: SealContext, ring: DerivedKeys): string {
  try {
    const {key, iv, tag, data} = readEnvelope(sealed, ring);
    const decipher = createDecipheriv(sealAlgorithm, key, iv, {authTagLength: tagLength});
    decipher.setAAD(contextBytes(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new CannotUnseal(
      `${place.column} of ${place.shop} cannot be opened: it was changed, or sealed for another place.`,
      {cause},
    );
  }
}

/** Splits a sealed text. Version 1 is `kid.iv.tag.data`; version 2 is `kid.2.iv.tag.data`. */
function readEnvelope(sealed: string, {encryption, undivided}: DerivedKeys) {
  const parts = sealed.split('.').slice(1);
  const isNewest = parts.length === 4 && parts[0] === envelopeVersion;
  const [iv, tag, data, more] = (isNewest ? parts.slice(1) : parts).map((part) => Buffer.from(part, 'base64url'));
  if (!iv || !tag || !data || more) throw new Error('The envelope has another form.');
  return {key: isNewest ? encryption : undivided, iv, tag, data};
}

/** The mark of a text in the newest version. */
const makeMark = (text: string, place: SealContext, ring: DerivedKeys): string => marksPerVersion(text, place, ring)[0];

/** The marks of a text in version 2 (`kid.2.digest`) and version 1 (`kid.digest`). */
function marksPerVersion(
  text: string,
  place: SealContext,
  {kid, digest, undivided}: DerivedKeys,
): readonly [string, string] {
  const print = (key: Buffer) =>
    createHmac('sha256', key).update(contextBytes(place)).update('|').update(text, 'utf8').digest('base64url');
  return [`${kid}.${envelopeVersion}.${print(digest)}`, `${kid}.${print(undivided)}`];
}

/** Shop and column as bytes, which encryption and digests include. */
const contextBytes = ({shop, column}: SealContext): Buffer => Buffer.from(`${shop}|${column}`, 'utf8');
