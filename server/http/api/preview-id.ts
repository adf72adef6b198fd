// A preview's id: sealed by the app, it states what was previewed (a choice and prices, or the undo of a run) and when. A client cannot
// create one.

import {z} from 'zod';
import {hour} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../../deps.ts';
import {Refusal} from '../refusal.ts';

type SealingDeps = Pick<Deps, 'sealer' | 'now'>;

/** After an hour the data shown may have changed. */
const validMs = hour;
const Seen = z.object({choice: z.string(), effect: z.string()});

/** Fingerprints of what a preview showed. */
export type Seen = z.infer<typeof Seen>;

export const writePreviewId = (deps: SealingDeps, shop: ShopDomain, seen: Seen): string => sealSeen(deps, shop, seen);

/** What the preview showed; null without an id. Refuses an id that is no longer valid. */
export function confirmedBy(deps: SealingDeps, shop: ShopDomain, id: string | undefined): Seen | null {
  if (id === undefined) return null;
  const seen = readPreviewId(deps, shop, id);
  if (seen !== null) return seen;
  throw previewExpired();
}

/**
 * Settings that decide what is on sale and at which price are saved only after a preview has shown their effect: what leaves the store,
 * and how many products lose money in each zone.
 * @param effect the fingerprint of what is to be saved.
 */
export function refuseUnseen(seen: Seen | null, effect: string): void {
  if (seen === null) {
    const message = 'These settings are saved once their effect was shown. Look at the preview, then save.';
    throw new Refusal(409, 'preview_needed', message, 'previewId');
  }
  if (seen.effect !== effect) throw previewExpired();
}

const previewExpired = (): Refusal =>
  new Refusal(
    409,
    'preview_expired',
    'This preview is too old, or was another one. Look at the preview again, then save.',
    'previewId',
  );

const readPreviewId = (deps: SealingDeps, shop: ShopDomain, id: string): Seen | null => openSeen(deps, shop, id, Seen);

/** Seals what a preview of any kind showed, with the time. */
export const sealSeen = ({sealer, now}: SealingDeps, shop: ShopDomain, seen: object): string =>
  sealer.seal(JSON.stringify({seen, at: now().getTime()}), placeOf(shop));

/** Null for an id that is too old, belongs to another shop, was not sealed by this app, or is of another kind of preview. */
export function openSeen<T>({sealer, now}: SealingDeps, shop: ShopDomain, id: string, schema: z.ZodType<T>): T | null {
  try {
    const {at, seen} = Sealed.parse(JSON.parse(sealer.open(id, placeOf(shop))));
    return now().getTime() - at <= validMs ? schema.parse(seen) : null;
  } catch {
    return null;
  }
}

const Sealed = z.object({at: z.number(), seen: z.unknown()});

const placeOf = (shop: ShopDomain) => ({shop, column: 'preview'});
