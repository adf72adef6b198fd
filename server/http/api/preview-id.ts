// A preview's id: sealed by the app, it states what was previewed (a choice and prices, or the undo of a run) and when. A client cannot
// create one.

import {z} from 'zod';
import {hour} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../../deps.ts';
import {Refusal} from '../refusal.ts';

type SealingDeps = Pick<Deps, 'sealer' | 'now'>;

/** How long a preview id is valid: an hour, because the data shown may have changed after that. */
const validForMs = hour;
/**
 * Fingerprints of what a preview of settings showed: of the choice of articles, and of all that decides what is on sale and at which
 * price.
 */
const SeenPreview = z.object({choice: z.string(), effect: z.string()});

/** Fingerprints of what a preview showed. */
export type SeenPreview = z.infer<typeof SeenPreview>;

/** The id of a preview of settings. */
export const writePreviewId = (deps: SealingDeps, shop: ShopDomain, seen: SeenPreview): string =>
  sealPreview(deps, shop, seen);

/** What the confirmed preview showed; null without an id. Refuses an id that is no longer valid. */
export function openConfirmedPreview(deps: SealingDeps, shop: ShopDomain, id: string | undefined): SeenPreview | null {
  if (id === undefined) return null;
  const seen = readPreviewId(deps, shop, id);
  if (seen !== null) return seen;
  throw previewExpired();
}

/**
 * Throws if no preview has shown the effect: settings that decide what is on sale and at which price are saved only after a preview of what
 * leaves the store, and of how many products lose money in each zone.
 * @param effect the fingerprint of what is to be saved.
 */
export function refuseUnseenEffect(seen: SeenPreview | null, effect: string): void {
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

/** What the preview with this id showed; null: the id is too old, of another kind or shop, or not sealed by this app. */
const readPreviewId = (deps: SealingDeps, shop: ShopDomain, id: string): SeenPreview | null =>
  openPreview(deps, shop, id, SeenPreview);

/** Seals what a preview of any kind showed, with the time. */
export const sealPreview = ({sealer, now}: SealingDeps, shop: ShopDomain, seen: object): string =>
  sealer.seal(JSON.stringify({seen, at: now().getTime()}), sealingContextOf(shop));

/**
 * Opens the id of any kind of preview. Null if the id is too old, belongs to another shop, was not sealed by this app, or is of another
 * kind.
 */
export function openPreview<T>(
  {sealer, now}: SealingDeps,
  shop: ShopDomain,
  id: string,
  schema: z.ZodType<T>,
): T | null {
  try {
    const {at, seen} = SealedPreview.parse(JSON.parse(sealer.open(id, sealingContextOf(shop))));
    return now().getTime() - at <= validForMs ? schema.parse(seen) : null;
  } catch {
    return null;
  }
}

const SealedPreview = z.object({at: z.number(), seen: z.unknown()});

const sealingContextOf = (shop: ShopDomain) => ({shop, column: 'preview'});
