// Points for what a mutation is given. productSet's are documented, entry by entry, in the schema descriptions of its
// input fields and in https://shopify.dev/changelog/dynamic-complexity-cost-for-productset-mutation, whose examples
// (10.2 is "10 points") show that the sum is rounded down. The bulk variant mutations are dynamic too
// (https://shopify.dev/changelog/dynamic-complexity-for-productvariantsbulkcreate-and-productvariantsbulkupdate-mutations);
// their amounts could not be read and are taken to be productSet's.

import {type FieldNode, valueFromASTUntyped} from 'graphql';
import {z} from 'zod';

const List = z.array(z.unknown()).nullish();
const Variant = z.looseObject({file: z.unknown().optional(), metafields: List});
const Variants = z.array(Variant);
const ProductInput = z.looseObject({files: List, metafields: List, variants: Variants.nullish()});

const point = {file: 1.9, metafield: 0.4, variant: 0.2, variantFile: 0.6, variantMetafield: 0.4};

export function inputCost(field: FieldNode, variables: Readonly<Record<string, unknown>>): number {
  const argument = (name: string): unknown => {
    const given = field.arguments?.find((candidate) => candidate.name.value === name);
    return given === undefined ? undefined : valueFromASTUntyped(given.value, variables);
  };
  switch (field.name.value) {
    case 'productSet':
      return productCost(ProductInput.safeParse(argument('input')).data ?? {});
    case 'productVariantsBulkCreate':
    case 'productVariantsBulkUpdate':
      return variantsCost(Variants.safeParse(argument('variants')).data ?? []);
    default:
      return 0;
  }
}

function productCost({files, metafields, variants}: Partial<z.infer<typeof ProductInput>>): number {
  return point.file * (files?.length ?? 0) + point.metafield * (metafields?.length ?? 0) + variantsCost(variants ?? []);
}

function variantsCost(variants: readonly z.infer<typeof Variant>[]): number {
  const files = variants.filter(({file}) => file != null).length;
  const metafields = variants.reduce((sum, variant) => sum + (variant.metafields?.length ?? 0), 0);
  return point.variant * variants.length + point.variantFile * files + point.variantMetafield * metafields;
}
