// Finds the merchant's own changes: compares the store's values with what the sync wrote last. Our own writes are no edits.
import {z} from 'zod';
import {withoutField} from '#domain/catalogue/fingerprint.ts';
import {
  type AmountField,
  amountFields,
  byField,
  isAmount,
  type OwnableField,
  type Owner,
  ownableFields,
  type TextField,
  textFields,
  type WrittenField,
  writtenFields,
} from '#domain/catalogue/product-fields.ts';
import {parseMinor, toDecimal} from '#domain/money.ts';

/**
 * Text as the store keeps it, amounts as decimal text, tags as sorted JSON; null: written as empty. Absent: never written. The
 * status is the one the sync set last; the sync may put the product on sale only from it. The currency is that of the amounts.
 */
export const WrittenValues = z
  .partialRecord(z.enum([...writtenFields, 'status', 'currency']), z.string().nullable())
  .readonly();
export type WrittenValues = z.infer<typeof WrittenValues>;

/** Fields the merchant changed: the value written last and the value in the store now. */
export const FieldEdits = z
  .partialRecord(z.enum(ownableFields), z.object({written: z.string().nullable(), live: z.string().nullable()}))
  .readonly();
export type FieldEdits = z.infer<typeof FieldEdits>;

/** A product as the store shows it: texts as they are kept, amounts as decimal text in the store's currency. */
export type LiveProduct = Readonly<Record<TextField, string | null>> & {
  readonly media: readonly {readonly id: string}[];
  readonly variants: readonly (ShownAmounts & {readonly gid: string})[];
};

/** The parts of a product that are ours: variants and images the merchant added are no edits. */
export type Ours = {
  /** Gids of live variants. */
  readonly variants: ReadonlySet<string>;
  /** Gids of the images that have been ready. */
  readonly media: readonly string[];
  /** The store's currency. */
  readonly currency: string;
};

/** All current edits; an edit the merchant undid is not among them. */
export function detectEdits(written: WrittenValues, live: LiveProduct, ours: Ours): FieldEdits {
  const shown = toShown(live, ours);
  // After a currency change the store shows our amounts in another currency. That is no edit, and they are written again soon.
  const comparable = written.currency === undefined || written.currency === ours.currency;
  const edits = writtenFields.map((field): FieldEdits => {
    const before = comparable || !isAmount(field) ? written[field] : undefined;
    const now = shown[field];
    return before === undefined || now === undefined || before === now ? {} : {[field]: {written: before, live: now}};
  });
  return Object.assign({}, ...edits, imageEdit(live, ours));
}

/** A value that a run wanted to write is no edit, even if the answer was lost or only some of the variants were written. */
export function withoutIntended(edits: FieldEdits, intended: WrittenValues, currency: string): FieldEdits {
  const comparable = intended.currency === undefined || intended.currency === currency;
  const isIntended = (field: WrittenField): boolean => {
    const [wanted, edit] = [intended[field], edits[field]];
    if (wanted === undefined || edit === undefined || (isAmount(field) && !comparable)) return false;
    return edit.live === wanted || (isAmount(field) && isMixOf(edit.live, [edit.written, wanted]));
  };
  const left = Object.entries(edits).filter(
    ([field]) => !writtenFields.some((own) => own === field && isIntended(own)),
  );
  return FieldEdits.parse(Object.fromEntries(left));
}

/** A field as the store shows it, in the format of written values. */
export function toShown(live: LiveProduct, {currency, ...ours}: Pick<Ours, 'variants' | 'currency'>): WrittenValues {
  const variants = live.variants.filter(({gid}) => ours.variants.has(gid));
  return {...toShownAmounts(variants, currency), ...byField(textFields, (field) => live[field])};
}

/** An amount that was not read is undefined. */
export type ShownAmounts = Readonly<Record<AmountField, string | null | undefined>>;

/** The amounts of our variants, in the format of written values. Empty for no variant; without an amount that was not read of each. */
export function toShownAmounts(variants: readonly ShownAmounts[], currency: string): WrittenValues {
  if (variants.length === 0) return {};
  const shown = amountFields.flatMap((field) => {
    const amounts = variants.flatMap(({[field]: amount}) => (amount === undefined ? [] : [amount]));
    return amounts.length < variants.length ? [] : [[field, oneText(amounts, currency)]];
  });
  return Object.fromEntries(shown);
}

/** The sync gives all variants one amount. If they differ, each different amount is listed. "9.5" and "9.50" are the same. */
function oneText(amounts: readonly (string | null)[], currency: string): string | null {
  const texts = [...new Set(amounts.map((amount) => (amount === null ? null : toAmountText(amount, currency))))];
  return texts.length === 1 ? (texts[0] ?? null) : texts.map((text) => text ?? '–').join(', ');
}

/** Whether the variants show several of these amounts and no other amount: a write stopped between two batches of variants. */
export function isMixOf(shown: string | null, amounts: readonly (string | null)[]): boolean {
  const texts = amounts.map((amount) => amount ?? '–');
  const parts = (shown ?? '–').split(', ');
  return parts.length > 1 && parts.every((part) => texts.includes(part));
}

function toAmountText(amount: string, currency: string): string {
  const minor = parseMinor(amount, currency);
  return minor === null ? amount : toDecimal({minor, currency});
}

function imageEdit(live: LiveProduct, ours: Ours): FieldEdits {
  const present = new Set(live.media.map(({id}) => id));
  const left = ours.media.filter((gid) => present.has(gid)).length;
  if (left === ours.media.length) return {};
  return {images: {written: `${ours.media.length} of ours`, live: `${left} of ours`}};
}

export type Ownership = {
  readonly ownedHere: Readonly<Record<string, Owner>>;
  readonly edits: FieldEdits;
  readonly written: WrittenValues;
  readonly fingerprint: string | null;
};

/** Returns a field to the sync: removes the edit and treats the field as never written, so the next run writes it. */
export function giveBack({ownedHere, edits, written, fingerprint}: Ownership, field: OwnableField): Ownership {
  return {
    ownedHere: {...ownedHere, [field]: 'sync'},
    edits: FieldEdits.parse(without(edits, field)),
    written: WrittenValues.parse(without(written, field)),
    fingerprint: fingerprint === null ? null : withoutField(fingerprint, field),
  };
}

const without = (record: object, field: string) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== field));
