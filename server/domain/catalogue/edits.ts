// Finds the merchant's edits: values in the store that differ from what the sync wrote last.
import {z} from 'zod';
import {withoutField} from '#domain/catalogue/fingerprint.ts';
import {
  type AmountField,
  amountFields,
  isAmountField,
  mapFields,
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
 * The values that the sync wrote last, by field: text, amounts, tags as sorted JSON; null: written as empty; absent: never written. The
 * status is the one the sync set last; the sync may put the product on sale only from it. The currency is that of the amounts.
 */
export const WrittenValues = z
  .partialRecord(z.enum([...writtenFields, 'status', 'currency']), z.string().nullable())
  .readonly();
export type WrittenValues = z.infer<typeof WrittenValues>;

/** The fields that the merchant changed, each with the value that the sync wrote last and the value in the store now. */
export const FieldEdits = z
  .partialRecord(z.enum(ownableFields), z.object({written: z.string().nullable(), live: z.string().nullable()}))
  .readonly();
export type FieldEdits = z.infer<typeof FieldEdits>;

/** A product as read from the store: texts as Shopify keeps them, amounts as decimal text in the store's currency. */
export type LiveProduct = Readonly<Record<TextField, string | null>> & {
  readonly media: readonly {readonly id: string}[];
  readonly variants: readonly (StoreAmounts & {readonly gid: string})[];
};

/** The parts of a product that the app made. Variants and images that the merchant added do not count as edits. */
export type OurProductParts = {
  /** Gids of the app's variants that are on the product. */
  readonly variants: ReadonlySet<string>;
  /** Gids of the app's images that Shopify has finished processing. */
  readonly media: readonly string[];
  /** The store's currency. */
  readonly currency: string;
};

/** Finds all current edits. A field that the merchant set back to the written value has none. */
export function detectEdits(written: WrittenValues, live: LiveProduct, ours: OurProductParts): FieldEdits {
  const shown = toShownValues(live, ours);
  // After a currency change the store shows our amounts in another currency. That is no edit, and they are written again soon.
  const comparable = written.currency === undefined || written.currency === ours.currency;
  const edits = writtenFields.map((field): FieldEdits => {
    const before = comparable || !isAmountField(field) ? written[field] : undefined;
    const now = shown[field];
    return before === undefined || now === undefined || before === now ? {} : {[field]: {written: before, live: now}};
  });
  return Object.assign({}, ...edits, findImageEdit(live, ours));
}

/** A value that a run wanted to write is no edit, even if the answer was lost or only some of the variants were written. */
export function withoutIntended(edits: FieldEdits, intended: WrittenValues, currency: string): FieldEdits {
  const comparable = intended.currency === undefined || intended.currency === currency;
  const isIntended = (field: WrittenField): boolean => {
    const [wanted, edit] = [intended[field], edits[field]];
    if (wanted === undefined || edit === undefined || (isAmountField(field) && !comparable)) return false;
    return edit.live === wanted || (isAmountField(field) && isMixOf(edit.live, [edit.written, wanted]));
  };
  const left = Object.entries(edits).filter(
    ([field]) => !writtenFields.some((own) => own === field && isIntended(own)),
  );
  return FieldEdits.parse(Object.fromEntries(left));
}

/** The texts of the product and the amounts of our variants as the store shows them now, in the format of written values. */
export function toShownValues(
  live: LiveProduct,
  {currency, ...ours}: Pick<OurProductParts, 'variants' | 'currency'>,
): WrittenValues {
  const variants = live.variants.filter(({gid}) => ours.variants.has(gid));
  return {...toStoreAmounts(variants, currency), ...mapFields(textFields, (field) => live[field])};
}

/** One variant's amounts; undefined: not read. */
export type StoreAmounts = Readonly<Record<AmountField, string | null | undefined>>;

/**
 * The amounts that the store shows for our variants, in the format of written values: the common amount, or the different ones with commas.
 * An amount that was not read from every variant is missing.
 */
export function toStoreAmounts(variants: readonly StoreAmounts[], currency: string): WrittenValues {
  if (variants.length === 0) return {};
  const shown = amountFields.flatMap((field) => {
    const amounts = variants.flatMap(({[field]: amount}) => (amount === undefined ? [] : [amount]));
    return amounts.length < variants.length ? [] : [[field, toAmountsText(amounts, currency)]];
  });
  return Object.fromEntries(shown);
}

/** One text for the amounts of all variants: the common amount, or the different ones with commas. "9.5" and "9.50" are the same. */
function toAmountsText(amounts: readonly (string | null)[], currency: string): string | null {
  const texts = [...new Set(amounts.map((amount) => (amount === null ? null : toAmountText(amount, currency))))];
  return texts.length === 1 ? (texts[0] ?? null) : texts.map((text) => text ?? '–').join(', ');
}

/** Whether the variants have different amounts, all from `amounts`. This happens when a write stops between two batches of variants. */
export function isMixOf(shown: string | null, amounts: readonly (string | null)[]): boolean {
  const texts = amounts.map((amount) => amount ?? '–');
  const parts = (shown ?? '–').split(', ');
  return parts.length > 1 && parts.every((part) => texts.includes(part));
}

/** An amount with the currency's number of decimals; a text that is no amount is returned unchanged. */
function toAmountText(amount: string, currency: string): string {
  const minor = parseMinor(amount, currency);
  return minor === null ? amount : toDecimal({minor, currency});
}

/** The edit of the images: some of ours are no longer on the product. Empty: all are. */
function findImageEdit(live: LiveProduct, ours: OurProductParts): FieldEdits {
  const present = new Set(live.media.map(({id}) => id));
  const left = ours.media.filter((gid) => present.has(gid)).length;
  if (left === ours.media.length) return {};
  return {images: {written: `${ours.media.length} of ours`, live: `${left} of ours`}};
}

/** The part of a listing that says who owns which field and what the sync wrote. */
export type Ownership = {
  /** Field owners that the merchant set for this product only. */
  readonly ownedHere: Readonly<Record<string, Owner>>;
  /** The merchant's edits of the product. */
  readonly edits: FieldEdits;
  /** The values that the sync wrote last. */
  readonly written: WrittenValues;
  /** Hashes of the fields as the sync wrote them last; null: none were written. */
  readonly fingerprint: string | null;
};

/** Gives a field back to the sync: removes its edit and its written value, so the next run writes the field. */
export function returnFieldToSync({ownedHere, edits, written, fingerprint}: Ownership, field: OwnableField): Ownership {
  return {
    ownedHere: {...ownedHere, [field]: 'sync'},
    edits: FieldEdits.parse(omitField(edits, field)),
    written: WrittenValues.parse(omitField(written, field)),
    fingerprint: fingerprint === null ? null : withoutField(fingerprint, field),
  };
}

const omitField = (record: object, field: string) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== field));
