// What is secret is sealed before it reaches a table: AES-256-GCM, bound to its shop and column, so that a sealed value
// copied to another row does not open. The envelope names its key: keys can be rotated, the first seals, all open.
import {createCipheriv, createDecipheriv, createHmac, randomBytes} from 'node:crypto';

export type SealingKey = {readonly kid: string; readonly key: Buffer};
export type SealedPlace = {readonly shop: string; readonly column: string};

export type Sealer = {
  readonly seal: (text: string, place: SealedPlace) => string;
  /** Names of the keys that only open: what they have sealed is to be sealed anew. */
  readonly retired: readonly string[];
  /** Throws one sentence when the key is not known, or the value was changed or belongs elsewhere; the row stays as it is. */
  readonly open: (sealed: string, place: SealedPlace) => string;
  /** Tells a text from another without keeping it: nothing leads back from the mark without the key. */
  readonly mark: (text: string, place: SealedPlace) => string;
  /** Null when the mark's key is not among the keys any more: then nobody knows. */
  readonly isMarkOf: (mark: string, text: string, place: SealedPlace) => boolean | null;
};

/** The message is the sentence an operator can act on. */
export class CannotUnseal extends Error {
  override readonly name = 'CannotUnseal';
}

/** The text, or null where it does not open: for those who know how to go on without it. */
export function openOrNull(sealer: Sealer, sealed: string, place: SealedPlace): string | null {
  try {
    return sealer.open(sealed, place);
  } catch (error) {
    if (error instanceof CannotUnseal) return null;
    throw error;
  }
}

/** The same of a reading that opens something on its way: what stood in it, or why it does not open. */
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

export function createSealer(keys: readonly SealingKey[]): Sealer {
  const [active] = keys;
  if (active === undefined) throw new Error('Sealing needs at least one key.');
  for (const {kid, key} of keys) {
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(kid) || key.length !== 32) throw new Error(`Sealing key ${kid} is malformed.`);
  }
  const byId = new Map(keys.map(({kid, key}) => [kid, key]));
  return {
    retired: [...byId.keys()].filter((kid) => kid !== active.kid),
    seal: (text, place) => seal(text, place, active),
    open(sealed, place) {
      const kid = sealed.split('.', 1)[0] ?? '';
      const key = byId.get(kid);
      if (key === undefined) {
        throw new CannotUnseal(
          `${place.column} of ${place.shop} is sealed with key ${kid}, which is not among ENCRYPTION_KEYS; put that key back behind the active one.`,
        );
      }
      return open(sealed, place, key);
    },
    mark: (text, place) => mark(text, place, active),
    isMarkOf(known, text, place) {
      const kid = known.split('.', 1)[0] ?? '';
      const key = byId.get(kid);
      return key === undefined ? null : mark(text, place, {kid, key}) === known;
    },
  };
}

function seal(text: string, place: SealedPlace, {kid, key}: SealingKey): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, iv, {authTagLength: tagLength}).setAAD(boundTo(place));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [kid, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.');
}

function open(sealed: string, place: SealedPlace, key: Buffer): string {
  const [iv, tag, data] = sealed
    .split('.')
    .slice(1)
    .map((part) => Buffer.from(part, 'base64url'));
  try {
    if (!iv || !tag || !data) throw new Error('The envelope has parts missing.');
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

function mark(text: string, place: SealedPlace, {kid, key}: SealingKey): string {
  return `${kid}.${createHmac('sha256', key).update(boundTo(place)).update('|').update(text, 'utf8').digest('base64url')}`;
}

const boundTo = ({shop, column}: SealedPlace): Buffer => Buffer.from(`${shop}|${column}`, 'utf8');
