// The operations that a run asks the store for, one per listing, and their results. `applyOperations` takes a batch and reports one
// result per key.
import type {WrittenValues} from '#domain/catalogue/edits.ts';
import type {VariantWords} from '#domain/catalogue/options.ts';
import type {OwnableField} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import type {ArticleId, ProductGid, VariantGid} from '#domain/ids.ts';

/** A variant of ours that is on the product in the store. */
export type LiveVariant = VariantWords & {readonly gid: VariantGid};

/** One of the supplier's images and its state in the store. */
export type KnownMedia = {
  /** The image's address at the supplier. */
  readonly url: string;
  /** Null: the store refused the image (`failed`), or the image is not yet matched to a file of the product. */
  readonly gid: string | null;
  /** `pending`: Shopify has not finished processing the image, or it is not matched to a file yet. `ready`: done, or deleted. */
  readonly state: 'pending' | 'ready' | 'failed';
  /** Why the image failed; null: it did not. */
  readonly reason: string | null;
};

/** A status in which a product can be bought. */
export type OnSaleStatus = 'ACTIVE' | 'UNLISTED';
/** A product's status in Shopify. */
export type StoreStatus = OnSaleStatus | 'DRAFT' | 'ARCHIVED';

/** Puts a product on sale again. `from`: the status that the sync gave it; `to`: the status it had before. */
export type StatusRaise = {readonly from: 'DRAFT' | 'ARCHIVED'; readonly to: OnSaleStatus};

/** What to do in the store for one listing. `publish`: whether the new product goes on sale at once. */
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
       * Puts the product on sale again, from the status the sync set when it took the product off sale. Any other status belongs to the
       * merchant and stays. False: the status stays as it is.
       */
      readonly raise: StatusRaise | false;
      /** Our images; needed only if `write` includes images, to tell our files on the product from the merchant's. */
      readonly media: readonly KnownMedia[];
    }
  /** Takes the product off sale, unless the merchant already did. */
  | {readonly kind: 'off_sale'; readonly productGid: ProductGid; readonly to: 'draft' | 'archive'}
);

/** Whether the operation creates a product or puts one on sale. */
export const mayPutOnSale = (operation: ProductOperation): boolean =>
  operation.kind === 'create' || (operation.kind === 'update' && operation.raise !== false);

/** What was taken off sale although the store refused the product's update. */
export type Withdrawn =
  | {readonly kind: 'variants'; readonly gone: readonly VariantWords[]; readonly kept: readonly LiveVariant[]}
  /** The product is a draft now, because no variant would remain or none could be deleted. `takenFrom`: its status before. */
  | {readonly kind: 'product'; readonly takenFrom: OnSaleStatus | false};

export type OperationResult =
  | {
      readonly kind: 'done';
      readonly productGid: ProductGid;
      /** Our variants on the product now; null: as the database has them. */
      readonly live: readonly LiveVariant[] | null;
      /** Our variants that the merchant had deleted; created again only on request. */
      readonly deleted: readonly VariantGid[];
      /** The status from which this operation took the product off sale; false: it did not. */
      readonly takenFrom: OnSaleStatus | false;
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
      /** A sentence if all is done except new variants, which Shopify takes only another day; else null. */
      readonly tomorrow: string | null;
      /** How many writing calls to Shopify this took. */
      readonly writes: number;
    }
  /**
   * The store refused the content; `reason` is a sentence for the merchant. `withdrawn`: what a refused update removed from the
   * product nevertheless.
   */
  | {readonly kind: 'refused'; readonly reason: string; readonly withdrawn: Withdrawn | null; readonly writes: number}
  /** The product is no longer in the store. */
  | {readonly kind: 'missing'}
  /** Not begun: it would have put the product on sale, and the merchant has left the article out by hand since it was planned. */
  | {readonly kind: 'left_out'}
  /** The store takes no more new variants today; all other work continues. */
  | {readonly kind: 'tomorrow'; readonly reason: string};
