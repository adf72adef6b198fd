// Describes a plan's writes field by field, with the values before and after and the reason.
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import type {VariantWords} from '#domain/catalogue/options.ts';
import {isAmount, type OwnableField, toWritten} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import {eur, toDecimal} from '#domain/money.ts';
import type {OptionName} from '#domain/options/defined-options.ts';

export type ChangeReason = {
  /** Euro cents: the product's cost at its last pricing, and its cost now. */
  readonly previousCost: number | null;
  readonly cost: number;
  /** The options whose words the merchant defined. */
  readonly defined: readonly OptionName[];
};

/** Longest text of a value kept in the history. */
const longest = 500;

export function toCreation(draft: ProductDraft, status: 'DRAFT' | 'ACTIVE'): FieldChange[] {
  const why = 'First import.';
  const values = Object.entries(toWritten(draft)).flatMap(([field, after]) =>
    after === null || after === '' || after === '[]' ? [] : [{field, before: null, after: clip(after), why}],
  );
  return [
    {field: 'status', before: null, after: status, why},
    ...values,
    {field: 'variants', before: null, after: variantsText(draft.variants), why},
    ...(draft.images.length > 0 ? [{field: 'images', before: null, after: imageCount(draft.images.length), why}] : []),
  ];
}

export function toChanges(facts: {
  readonly listing: KnownListing;
  readonly draft: ProductDraft;
  readonly write: readonly OwnableField[];
  readonly gone: readonly VariantWords[];
  readonly added: readonly VariantWords[];
  readonly raised: boolean;
  readonly why: ChangeReason;
}): FieldChange[] {
  const {listing, draft, write, gone, added, raised} = facts;
  const after = new Map<string, string | null>(Object.entries(toWritten(draft)));
  const before = new Map<string, string | null>(Object.entries(listing.written));
  const values = write.flatMap((field): FieldChange[] => {
    if (field === 'variants' || field === 'images') return [];
    const [was, is] = [before.get(field) ?? null, after.get(field) ?? null];
    return was === is && before.has(field)
      ? []
      : [{field, before: clip(was), after: clip(is), why: whyOf(field, facts)}];
  });
  const offSaleStatus = listing.written.status === 'ARCHIVED' ? 'ARCHIVED' : 'DRAFT';
  const restored = 'Back on sale: what kept it off sale is over.';
  return [
    ...(raised ? [{field: 'status', before: offSaleStatus, after: listing.takenFrom ?? 'ACTIVE', why: restored}] : []),
    ...values,
    ...(added.length > 0 ? [toVariantsAdded(added, facts)] : []),
    ...(gone.length > 0 ? [toVariantsGone(gone)] : []),
    ...(write.includes('images')
      ? [{field: 'images', before: null, after: imageCount(draft.images.length), why: whyOf('images', facts)}]
      : []),
  ];
}

function toVariantsAdded(
  added: readonly VariantWords[],
  {draft: {options}, why: {defined}}: {readonly draft: ProductDraft; readonly why: ChangeReason},
): FieldChange {
  const hasNone = !options.colours && !options.sizes;
  const stated = hasNone ? 'Neither colours nor sizes are stated or defined.' : 'The supplier states it.';
  const why = defined.length === 0 ? stated : `You defined the ${defined.join(' and ')} of this article.`;
  return {field: 'variants', before: null, after: variantsText(added), why};
}

export const toVariantsGone = (gone: readonly VariantWords[]): FieldChange => ({
  field: 'variants',
  before: variantsText(gone),
  after: null,
  why: 'No longer stated by the supplier, no longer defined by you, or put off sale.',
});

/** One change for taking a product off sale or putting it back. */
export const toStatusChange = (before: string, after: string, why: string): FieldChange => ({
  field: 'status',
  before,
  after,
  why,
});

function whyOf(field: OwnableField, {listing, why}: {listing: KnownListing; why: ChangeReason}): string {
  if (!Object.hasOwn(listing.written, field) && field !== 'images') return 'Given to the sync.';
  if (!isAmount(field)) return 'The supplier’s catalogue or your template changed.';
  const {previousCost, cost} = why;
  if (previousCost === null || previousCost === cost) return 'Your pricing, the rate or the recommended price changed.';
  return `The supplier’s price went from ${toDecimal(eur(previousCost))} to ${toDecimal(eur(cost))} EUR.`;
}

const imageCount = (count: number): string => (count === 1 ? '1 image' : `${count} images`);

function variantsText(variants: readonly VariantWords[]): string {
  const words = variants.map(({colour, size}) => [colour, size].filter((word) => word !== null).join(' / '));
  return clip(words.map((word) => word || 'one variant').join(', '));
}

function clip<T extends string | null>(text: T): T | string {
  return text !== null && text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

/** One field's change as history and preview show it: text for people, amounts as decimal text. */
export type FieldChange = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly why: string;
};
