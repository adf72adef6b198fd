// A preview's id: sealed by the app, it states which choice was previewed and when. A client cannot create one.

import {z} from 'zod';
import {hour} from '#domain/durations.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../../deps.ts';
import {Refusal} from '../refusal.ts';

type SealingDeps = Pick<Deps, 'sealer' | 'now'>;

/** After an hour the data shown may have changed. */
const validMs = hour;
const Seen = z.object({print: z.string(), at: z.number()});

export const writePreviewId = ({sealer, now}: SealingDeps, shop: ShopDomain, print: string): string =>
  sealer.seal(JSON.stringify({print, at: now().getTime()} satisfies z.infer<typeof Seen>), placeOf(shop));

/** The digest of the choice that the preview showed; null without an id. Refuses an id that is no longer valid. */
export function confirmedBy(deps: SealingDeps, shop: ShopDomain, id: string | undefined): string | null {
  if (id === undefined) return null;
  const print = readPreviewId(deps, shop, id);
  if (print !== null) return print;
  const message = 'This preview is too old, or was another one. Look at the preview again, then save.';
  throw new Refusal(409, 'preview_expired', message, 'previewId');
}

/** Null for an id that is too old, belongs to another shop, or was not sealed by this app. */
function readPreviewId({sealer, now}: SealingDeps, shop: ShopDomain, id: string): string | null {
  try {
    const {print, at} = Seen.parse(JSON.parse(sealer.open(id, placeOf(shop))));
    return now().getTime() - at <= validMs ? print : null;
  } catch {
    return null;
  }
}

const placeOf = (shop: ShopDomain) => ({shop, column: 'preview'});
