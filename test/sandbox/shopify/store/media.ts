// An image's way after it was named: Shopify fetches it by itself, so its status moves on by the clock.
// "Media processing is asynchronous", https://shopify.dev/docs/apps/build/product-merchandising/products-and-collections/manage-media

import type {MediaRecord, ProductRecord} from './records.ts';

export type MediaStatus = 'FAILED' | 'PROCESSING' | 'READY' | 'UPLOADED';

/** Invented, since Shopify names no times: half a second until it is fetched, two until it is ready. */
const fetchedAfterMs = 500;
const readyAfterMs = 2000;

export function mediaStatus(media: MediaRecord, now: number): MediaStatus {
  const age = now - media.createdAt;
  if (age < fetchedAfterMs) return 'UPLOADED';
  if (age < readyAfterMs) return 'PROCESSING';
  return media.refused ? 'FAILED' : 'READY';
}

export const readyAt = ({createdAt}: MediaRecord): number => createdAt + readyAfterMs;

/** An image that becomes ready changes its product: `products/update` is sent for both (real stores, not documented). */
export function productUpdatedAt({updatedAt, media}: ProductRecord, now: number): number {
  return Math.max(updatedAt, ...media.map(readyAt).filter((at) => at <= now));
}

/**
 * Where a ready image is served from: the shop's own files, under the name it came with and a UUID, as Shopify appends where
 * it has a file of that name (FileSetInput.duplicateResolutionMode, APPEND_UUID).
 */
export function mediaUrl(media: MediaRecord, domain: string): string {
  const name = new URL(media.source).pathname.split('/').pop() || 'image';
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  const uuid = `00000000-0000-4000-8000-${media.id.toString(16).padStart(12, '0')}`;
  return `https://${domain}/cdn/shop/files/${stem}_${uuid}${extension}`;
}
