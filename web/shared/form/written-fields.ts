// Which fields of existing products the next update writes, as a preview counts them. The price has a sentence of its own.
import type {Preview} from '#contract/preview.ts';
import {ownableFields, productFields} from '#domain/catalogue/product-fields.ts';
import {count} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

type Written = Pick<Preview, 'fieldsWritten' | 'updated' | 'restored'>;

/** Whether any field but the price is written to a product that exists. */
export const hasWrittenFields = (preview: Written): boolean => namedFields(preview).length > 0;

/** How many products are written, and how many of them in each field; empty: none. */
export function writtenFieldsSentences(preview: Written): readonly string[] {
  const named = namedFields(preview);
  if (named.length === 0) return [];
  const products = countNoun(preview.updated + preview.restored, 'product is', 'products are');
  return [`${products} changed: ${named.map(([label, number]) => `${label} of ${count(number)}`).join(', ')}.`];
}

/** The written fields but the price, with the number of products. */
const namedFields = ({fieldsWritten}: Written): readonly (readonly [label: string, products: number])[] =>
  ownableFields.flatMap((field) => {
    const products = fieldsWritten[field] ?? 0;
    return field === 'price' || products === 0 ? [] : [[productFields[field].label.toLowerCase(), products] as const];
  });
