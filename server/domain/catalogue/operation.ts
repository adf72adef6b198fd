// What a run asks of the store, one operation per listing, and what came of it. A batch goes in, a result per key comes out,
// so that bulk operations can take the place of single calls.
import type {WrittenValues} from '#domain/catalogue/edits.ts';
import type {VariantWords} from '#domain/catalogue/options.ts';
import type {OwnableField} from '#domain/catalogue/owned-field.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import type {ArticleId, ProductGid, VariantGid} from '#domain/ids.ts';

export type LiveVariant = VariantWords & {readonly gid: VariantGid};

/** One image of the feed and what became of it in the store. */
export type KnownMedia = {
  readonly url: string;
  /** Null where the store took no file at all. */
  readonly gid: string | null;
  readonly state: 'pending' | 'ready' | 'failed';
  readonly reason: string | null;
};

export type ProductOperation = {
  /** The article's id; results come back under it. */
  readonly key: ArticleId;
} & (
  | {readonly kind: 'create'; readonly draft: ProductDraft; readonly publish: boolean}
  | {
      readonly kind: 'update';
      readonly productGid: ProductGid;
      readonly draft: ProductDraft;
      /** The fields to write; everything else of the product stays as it is. */
      readonly write: readonly OwnableField[];
      /** The variants that are on the product, as far as we know. */
      readonly live: readonly LiveVariant[];
      /** Whether variants must be added or taken away, not only priced. */
      readonly variantsChange: boolean;
      /** Put on sale again, from what the sync itself lowered it to: any other status is the merchant's and stands. */
      readonly raise: 'DRAFT' | 'ARCHIVED' | false;
      /** Our images, where `write` names images: which files of the product are ours and which the merchant's. */
      readonly media: readonly KnownMedia[];
    }
  /** Off sale, unless the merchant already took it off. */
  | {readonly kind: 'lower'; readonly productGid: ProductGid; readonly to: 'draft' | 'archive'}
);

/** Variants whose words are no longer stated, taken off a product whose update was refused. */
export type Withdrawn =
  | {readonly kind: 'variants'; readonly gone: readonly VariantWords[]; readonly kept: readonly LiveVariant[]}
  /** None would remain, or they could not be deleted: the product is a draft. `lowered`: it was on sale until then. */
  | {readonly kind: 'product'; readonly lowered: boolean};

export type OperationResult =
  | {
      readonly kind: 'done';
      readonly productGid: ProductGid;
      /** What is on the product now; null where the operation did not touch variants. */
      readonly live: readonly LiveVariant[] | null;
      /** Variants of ours that the merchant had deleted meanwhile: only made again on request. */
      readonly deleted: readonly VariantGid[];
      /** Whether the sync lowered the status in this operation. */
      readonly lowered: boolean;
      /** The values of the fields written, as the store keeps them; those of other fields stay what they were. */
      readonly written: WrittenValues;
      /** Every image of the draft where images were written, else null. A failed one does not stop the product. */
      readonly media: readonly KnownMedia[] | null;
      /** A sentence where the product was made but could not be put into the Online Store; else null. */
      readonly unpublished: string | null;
      /** A sentence where new variants of it must wait for another day, everything else being done; else null. */
      readonly tomorrow: string | null;
      readonly writes: number;
    }
  /** The store refused the content; `reason` is a sentence for the merchant. Of an update, what left the product nevertheless. */
  | {readonly kind: 'refused'; readonly reason: string; readonly withdrawn: Withdrawn | null; readonly writes: number}
  /** The product is not in the store any more. */
  | {readonly kind: 'missing'}
  /** The store takes no more new variants today; everything else goes on. */
  | {readonly kind: 'tomorrow'; readonly reason: string};
