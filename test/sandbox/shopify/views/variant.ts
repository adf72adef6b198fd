// The options of a product and its variants, as the API shows them.

import type {View} from '../field.ts';
import {gid} from '../store/gid.ts';
import type {OptionRecord, ProductRecord, VariantRecord} from '../store/records.ts';

export function optionView(product: ProductRecord, option: OptionRecord, index: number): View {
  const used = new Set(product.variants.flatMap((variant) => variant.valueIds));
  return {
    __typename: 'ProductOption',
    id: gid('ProductOption', option.id),
    name: option.name,
    position: index + 1,
    linkedMetafield: null,
    // `values` names those a variant uses, `optionValues` all (schema description of ProductOption).
    values: option.values.filter(({id}) => used.has(id)).map(({name}) => name),
    optionValues: option.values.map((value) => ({
      id: gid('ProductOptionValue', value.id),
      name: value.name,
      hasVariants: used.has(value.id),
      linkedMetafieldValue: null,
    })),
  };
}

export function selectedOptions(
  product: ProductRecord,
  variant: VariantRecord,
): {name: string; value: string; optionValue: View}[] {
  return product.options.flatMap((option) =>
    option.values
      .filter(({id}) => variant.valueIds.includes(id))
      .map(({id, name}) => ({
        name: option.name,
        value: name,
        optionValue: {id: gid('ProductOptionValue', id), name, hasVariants: true, linkedMetafieldValue: null},
      })),
  );
}

export function variantTitle(product: ProductRecord, variant: VariantRecord | undefined): string {
  if (variant === undefined) return '';
  return selectedOptions(product, variant)
    .map(({value}) => value)
    .join(' / ');
}
