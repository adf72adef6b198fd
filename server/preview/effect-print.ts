// Fingerprints of the inputs of a preview. Settings that decide what is on sale, or at which price, are saved only while these inputs are
// the same.
import {createHash} from 'node:crypto';
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings/settings.ts';
import type {Tables} from '../db/tables/tables.ts';

/** The inputs of `effectFingerprint`. */
export type EffectBasis = {
  readonly settings: Pick<Settings, 'choice' | 'pricing' | 'onRequest' | 'owned' | 'keepOnSale'>;
  readonly store: PriceStore;
  /** The zones whose fees count in the margins. */
  readonly zones: readonly ZoneCode[];
  /** Fingerprint of the articles picked and left out by hand: the result of `loadManualChoiceFingerprint`. */
  readonly hand: string;
};

/**
 * Fingerprint of the settings, store facts and manual choices that decide what is on sale and at which prices; not of approvals or matches.
 */
export function effectFingerprint({settings, store, zones, hand}: EffectBasis): string {
  const {choice, pricing, onRequest, owned, keepOnSale} = settings;
  return createHash('sha256')
    .update(JSON.stringify([choice, pricing, onRequest, owned.price, owned.compareAt, keepOnSale, store, zones, hand]))
    .digest('hex');
}

/** Fingerprint of which articles were chosen and left out by hand. */
export async function loadManualChoiceFingerprint(db: Kysely<Tables>, shop: ShopDomain): Promise<string> {
  const {rows} = await sql<{hand: string}>`
    select md5(coalesce(string_agg(article_id || ' ' || hand, ',' order by article_id), '')) as hand
    from articles where shop = ${shop} and hand is not null
  `.execute(db);
  return rows[0]?.hand ?? '';
}
