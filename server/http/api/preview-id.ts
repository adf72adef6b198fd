// A preview's id: says, under seal, which choice somebody has seen the consequences of, and when. Nobody else can write one.
import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../../deps.ts';

type SealingDeps = Pick<Deps, 'sealer' | 'now'>;

/** What was seen an hour ago may have changed. */
const validMs = 3_600_000;
const Seen = z.object({print: z.string(), at: z.number()});

export const writePreviewId = ({sealer, now}: SealingDeps, shop: ShopDomain, print: string): string =>
  sealer.seal(JSON.stringify({print, at: now().getTime()} satisfies z.infer<typeof Seen>), placeOf(shop));

/** The print of the choice that was seen; null for an id that is old, another shop's, or none of ours: nothing was confirmed. */
export function readPreviewId({sealer, now}: SealingDeps, shop: ShopDomain, id: string | undefined): string | null {
  if (id === undefined) return null;
  try {
    const {print, at} = Seen.parse(JSON.parse(sealer.open(id, placeOf(shop))));
    return now().getTime() - at <= validMs ? print : null;
  } catch {
    return null;
  }
}

const placeOf = (shop: ShopDomain) => ({shop, column: 'preview'});
