// "Input arguments that accept an array have a maximum size of 250", https://shopify.dev/docs/api/usage/limits
//
// The variants of one product are exempt where a product may have 2,048 of them: the changelog on inventory quantities
// counts 51,200 of them in one productVariantsBulkCreate, productVariantsBulkUpdate or productSet, that is 2,048 variants
// at 25 locations (https://shopify.dev/changelog/inventoryquantities-limit-in-mutations).

import type {GraphQLFormattedError} from 'graphql';
import type {Variables} from './cost.ts';
import type {PreparedOperation} from './documents.ts';

const maxInputSize = 250;

const exemptRoots = new Set([
  'productSet',
  'productVariantsBulkCreate',
  'productVariantsBulkUpdate',
  'productVariantsBulkDelete',
]);
const exemptLists = new Set(['variants', 'variantsIds', 'values']);

export function oversizedInput(operation: PreparedOperation, variables: Variables): GraphQLFormattedError | null {
  const [rootField = ''] = operation.rootFields;
  const found = findOversized(variables, [], exemptRoots.has(rootField));
  if (found === null) return null;
  return {
    message: `The input array size of ${found.size} is greater than the maximum allowed of ${maxInputSize}.`,
    path: [rootField, ...found.path],
    extensions: {code: 'MAX_INPUT_SIZE_EXCEEDED'},
  };
}

type Oversized = {readonly path: readonly string[]; readonly size: number};

function findOversized(value: unknown, path: readonly string[], exempt: boolean): Oversized | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value) && value.length > maxInputSize && !(exempt && exemptLists.has(path.at(-1) ?? ''))) {
    return {path, size: value.length};
  }
  for (const [key, child] of Object.entries(value)) {
    const found = findOversized(child, Array.isArray(value) ? path : [...path, key], exempt);
    if (found !== null) return found;
  }
  return null;
}
