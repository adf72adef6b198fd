// What a run asks of the store, one operation per listing, and what came of it. A batch goes in, a result per key comes out,
// so that bulk operations can take the place of single calls.
import type {VariantWords} from '#domain/catalogue/options.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import type {ProductGid, VariantGid} from '#domain/ids.ts';

export type LiveVariant = VariantWords & {readonly gid: VariantGid};

export type ProductOperation = {
  /** The article's id; results come back under it. */
  readonly key: string;
} & (
  | {readonly kind: 'create'; readonly draft: ProductDraft; readonly publish: boolean}
  | {
      readonly kind: 'update';
      readonly productGid: ProductGid;
      readonly draft: ProductDraft;
      /** The variants that are on the product, as far as we know. */
      readonly live: readonly LiveVariant[];
      readonly variantsChange: boolean;
      /** Raise the status again, because the sync itself lowered it. */
      readonly raise: boolean;
    }
  /** Off sale: a draft, unless the merchant already made it one. */
  | {readonly kind: 'lower'; readonly productGid: ProductGid}
);

export type OperationResult =
  | {
      readonly kind: 'done';
      readonly productGid: ProductGid;
      /** What is on the product now; null where the operation did not touch variants. */
      readonly live: readonly LiveVariant[] | null;
      /** Whether the sync lowered the status in this operation. */
      readonly lowered: boolean;
      readonly writes: number;
    }
  /** The store said no to the content; a sentence for the merchant. */
  | {readonly kind: 'refused'; readonly reason: string; readonly writes: number}
  /** The product is not in the store any more. */
  | {readonly kind: 'missing'}
  /** The store takes no more new variants today; everything else goes on. */
  | {readonly kind: 'tomorrow'; readonly reason: string};
