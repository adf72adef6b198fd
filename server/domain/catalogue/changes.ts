// Describes a plan's writes field by field, with the values before and after and the reason.
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {VariantWords} from '#domain/catalogue/options.ts';
import {isAmountField, type OwnableField, toWrittenValues} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import {euroText} from '#domain/money.ts';
import type {OptionName} from '#domain/options/defined-options.ts';

/** What a change of a product is explained with. */
export type ChangeReason = {
  /** Euro cents: the product's cost when it was last priced (null: never), and its cost now. */
  readonly previousCost: number | null;
  /** Euro cents: the cost now. */
  readonly cost: number;
  /** The options (colours, sizes) whose words the merchant defined. */
  readonly defined: readonly OptionName[];
};

/** The history stores at most this many characters of a value. */
const maxValueLength = 500;

/** The changes by which a product is created: its status, every field with a value, variants and images. */
export function describeCreation(draft: ProductDraft, status: 'DRAFT' | 'ACTIVE'): FieldChange[] {
  const why = 'First import.';
  const values = Object.entries(toWrittenValues(draft)).flatMap(([field, after]) =>
    after === null || after === '' || after === '[]' ? [] : [{field, before: null, after: cutValue(after), why}],
  );
  return [
    {field: 'status', before: null, after: status, why},
    ...values,
    {field: 'variants', before: null, after: variantsText(draft.variants), why},
    ...(draft.images.length > 0
      ? [{field: 'images', before: null, after: imageCountText(draft.images.length), why}]
      : []),
  ];
}

/** The changes of an update: only what differs from the last written values. `raised`: the product goes back on sale. */
export function describeUpdate(facts: {
  readonly listing: KnownListing;
  readonly draft: ProductDraft;
  readonly write: readonly OwnableField[];
  readonly gone: readonly VariantWords[];
  readonly added: readonly VariantWords[];
  readonly raised: boolean;
  readonly why: ChangeReason;
}): FieldChange[] {
  const {listing, draft, write, gone, added, raised} = facts;
  const after = new Map<string, string | null>(Object.entries(toWrittenValues(draft)));
  const before = new Map<string, string | null>(Object.entries(listing.written));
  const values = write.flatMap((field): FieldChange[] => {
    if (field === 'variants' || field === 'images') return [];
    const [was, is] = [before.get(field) ?? null, after.get(field) ?? null];
    return was === is && before.has(field)
      ? []
      : [{field, before: cutValue(was), after: cutValue(is), why: fieldReason(field, facts)}];
  });
  const offSaleStatus = listing.written.status === 'ARCHIVED' ? 'ARCHIVED' : 'DRAFT';
  const restored = listing.isToPublish ? 'You asked to publish it.' : 'Back on sale: what kept it off sale is over.';
  return [
    ...(raised ? [{field: 'status', before: offSaleStatus, after: listing.takenFrom ?? 'ACTIVE', why: restored}] : []),
    ...values,
    ...(added.length > 0 ? [describeAddedVariants(added, facts)] : []),
    ...(gone.length > 0 ? [describeGoneVariants(gone)] : []),
    ...(write.includes('images')
      ? [{field: 'images', before: null, after: imageCountText(draft.images.length), why: fieldReason('images', facts)}]
      : []),
  ];
}

/** The change that adds variants, with the reason why they are offered. */
function describeAddedVariants(
  added: readonly VariantWords[],
  {draft: {options}, why: {defined}}: {readonly draft: ProductDraft; readonly why: ChangeReason},
): FieldChange {
  const hasNone = !options.colours && !options.sizes;
  const stated = hasNone ? 'Neither colours nor sizes are stated or defined.' : 'The supplier states it.';
  const why = defined.length === 0 ? stated : `You defined the ${defined.join(' and ')} of this article.`;
  return {field: 'variants', before: null, after: variantsText(added), why};
}

/** The change that takes variants off the product. */
export const describeGoneVariants = (gone: readonly VariantWords[]): FieldChange => ({
  field: 'variants',
  before: variantsText(gone),
  after: null,
  why: 'No longer stated by the supplier, no longer defined by you, or put off sale.',
});

/** The change that says that a product was taken off sale or put back on sale. */
export const describeStatusChange = (before: string, after: string, why: string): FieldChange => ({
  field: 'status',
  before,
  after,
  why,
});

/** Why the sync writes this field now, as a sentence. */
function fieldReason(field: OwnableField, {listing, why}: {listing: KnownListing; why: ChangeReason}): string {
  if (!Object.hasOwn(listing.written, field) && field !== 'images') return 'You gave this field to Piecewise.';
  if (!isAmountField(field)) return 'The supplier’s catalogue or your template changed.';
  const {previousCost, cost} = why;
  if (previousCost === null || previousCost === cost)
    return 'Your pricing, your own price for it, the rate or the recommended price changed.';
  return `The supplier’s price went from ${euroText(previousCost)} to ${euroText(cost)}.`;
}

const imageCountText = (count: number): string => (count === 1 ? '1 image' : `${count} images`);

/** The variants' words as one text, such as "red / M, red / L". */
function variantsText(variants: readonly VariantWords[]): string {
  const words = variants.map(({colour, size}) => [colour, size].filter((word) => word !== null).join(' / '));
  return cutValue(words.map((word) => word || 'one variant').join(', '));
}

/** Cuts a text to `maxValueLength`; null stays null. */
function cutValue<T extends string | null>(text: T): T | string {
  return text !== null && text.length > maxValueLength ? `${text.slice(0, maxValueLength).toWellFormed()}…` : text;
}

/** One field's change as history and preview show it: text for people, amounts as decimal text. */
export type FieldChange = {
  /** A product field, or `status`, `state`, `product` or `brake`. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly why: string;
};
