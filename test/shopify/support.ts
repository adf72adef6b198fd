// What the tests of this folder share: an unused session storage, a quiet log.

import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import {ArticleId} from '#domain/ids.ts';
import {createLog} from '../../server/log.ts';
import type {SessionStorageLike} from '../../server/shopify/app.ts';

const unused = () => Promise.reject(new Error('the session storage is not part of this test'));

export const noSessions: SessionStorageLike = {
  storeSession: unused,
  loadSession: unused,
  deleteSession: unused,
  deleteSessions: unused,
  findSessionsByShop: unused,
};

export const quiet = createLog('silent');

type DraftChanges = {
  colours?: string[];
  sizes?: string[];
  price?: number;
  cost?: number;
  articleId?: string;
  images?: string[];
  weightGrams?: number | null;
  origin?: string | null;
};

/** A draft with one variant per colour and size. */
export function aDraft({
  colours = [],
  sizes = [],
  price = 1990,
  cost = 950,
  articleId = 'A-1',
  images = [],
  weightGrams = null,
  origin = null,
}: DraftChanges): ProductDraft {
  const orOne = (words: string[]) => (words.length > 0 ? words : [null]);
  return {
    articleId: ArticleId.parse(articleId),
    title: 'Linen shirt',
    descriptionHtml: '<p>Linen.</p>',
    vendor: 'Acme',
    productType: 'Shirts',
    tags: [],
    images,
    imageAlt: 'Linen shirt',
    weightGrams,
    origin,
    currency: 'EUR',
    options: {colours: colours.length > 0, sizes: sizes.length > 0},
    variants: orOne(colours).flatMap((colour) =>
      orOne(sizes).map((size) => ({colour, size, sku: 'SKU-1', price, compareAt: null, cost})),
    ),
  };
}
