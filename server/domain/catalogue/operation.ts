// What a run asks the store to do, one operation per listing, and its result. `applyOperations` takes a batch and reports one result
// per key, so that bulk operations could replace single calls.
import type {WrittenValues} from '#domain/catalogue/edits.ts';
import type {VariantWords} from '#domain/catalogue/options.ts';
import type {OwnableField} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import type {ArticleId, ProductGid, VariantGid} from '#domain/ids.ts';

export type LiveVariant = VariantWords & {readonly gid: VariantGid};

/** One of the supplier's images and its state in the store. */
export type KnownMedia = {
  readonly url: string;
  /** Null: the store refused the image (`failed`), or it is not yet matched to a file of the product. */
  readonly gid: string | null;
  readonly state: 'pending' | 'ready' | 'failed';
  readonly reason: string | null;
};

/** A status in which a product can be bought. */
export type OnSale = 'ACTIVE' | 'UNLISTED';
/** A product's status in Shopify. */
export type StoreStatus = OnSale | 'DRAFT' | 'ARCHIVED';

/** `to`: the status the product had before the sync takenFrom it. */
export type Raise = {readonly from: 'DRAFT' | 'ARCHIVED'; readonly to: OnSale};

export type ProductOperation = {
  /** The article's id, which is also the key of the result. */
  readonly key: ArticleId;
} & (
  | {readonly kind: 'create'; readonly draft: ProductDraft; readonly publish: boolean}
  | {
      readonly kind: 'update';
      readonly productGid: ProductGid;
      readonly draft: ProductDraft;
      /** The fields to write; all other fields stay unchanged. */
      readonly write: readonly OwnableField[];
      /** Our variants on the product, as far as we know. */
      readonly live: readonly LiveVariant[];
      /** Whether variants must be added or removed, and not only priced. */
      readonly variantsChange: boolean;
      /**
       * Put on sale again, from the status the sync set when it takenFrom the product. Any other status belongs to the merchant and
       * stays.
       */
      readonly raise: Raise | false;
      /** Our images; needed only if `write` includes images, to tell our files on the product from the merchant's. */
      readonly media: readonly KnownMedia[];
    }
  /** Takes the product off sale, unless the merchant already did. */
  | {readonly kind: 'off_sale'; readonly productGid: ProductGid; readonly to: 'draft' | 'archive'}
);

/** What was taken off sale although the product's update was refused. */
export type Withdrawn =
  | {readonly kind: 'variants'; readonly gone: readonly VariantWords[]; readonly kept: readonly LiveVariant[]}
  /** No variant would remain, or they could not be deleted: the product is a draft. `takenFrom`: the status it had on sale until then. */
  | {readonly kind: 'product'; readonly takenFrom: OnSale | false};

export type OperationResult =
  | {
      readonly kind: 'done';
      readonly productGid: ProductGid;
      /** Our variants on the product now; null: the stored ones stay as they are. */
      readonly live: readonly LiveVariant[] | null;
      /** Our variants that the merchant had deleted; created again only on request. */
      readonly deleted: readonly VariantGid[];
      /** The status from which the sync takenFrom the product in this operation. */
      readonly takenFrom: OnSale | false;
      /** The product's status after the operation; null: not known. */
      readonly status: StoreStatus | null;
      /** The written fields' values as the store keeps them; other fields keep their stored values. */
      readonly written: WrittenValues;
      /** Every image of the draft if images were written, else null. A failed image does not stop the product. */
      readonly media: readonly KnownMedia[] | null;
      /** The product's `updatedAt` after the last write; null: not known. */
      readonly updatedAt: Date | null;
      /** A sentence if the product was created but not published to the Online Store; else null. */
      readonly unpublished: string | null;
      /** A sentence if its new variants must wait for another day while all else is done; else null. */
      readonly tomorrow: string | null;
      readonly writes: number;
    }
  /**
   * The store refused the content; `reason` is a sentence for the merchant. `withdrawn`: what a refused update removed from the
   * product nevertheless.
   */
  | {readonly kind: 'refused'; readonly reason: string; readonly withdrawn: Withdrawn | null; readonly writes: number}
  /** The product is no longer in the store. */
  | {readonly kind: 'missing'}
  /** The store takes no more new variants today; all other work continues. */
  | {readonly kind: 'tomorrow'; readonly reason: string};
