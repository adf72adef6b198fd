// "Input arguments that accept an array have a maximum size of 250", https://shopify.dev/docs/api/usage/limits
//
// The variants of one product may be 2,048, as many as a product has: the changelog on inventory quantities counts 51,200 of them in one
// productVariantsBulkCreate, productVariantsBulkUpdate or productSet, that is 2,048 variants at 25 locations
// (https://shopify.dev/changelog/inventoryquantities-limit-in-mutations). More are refused in the same words (recorded).

import {
  type FieldNode,
  type GraphQLFormattedError,
  type GraphQLObjectType,
  getArgumentValues,
  getVariableValues,
  Kind,
} from 'graphql';
import type {Variables} from './cost.ts';
import type {PreparedOperation} from './documents.ts';
import {adminSchema} from './schema.ts';

const maxInputSize = 250;
const maxOfOneProduct = 2048;

const ofOneProduct = new Set([
  'productSet',
  'productVariantsBulkCreate',
  'productVariantsBulkUpdate',
  'productVariantsBulkDelete',
]);
const longLists = new Set(['variants', 'variantsIds', 'values']);

/** Of the arguments as the fields get them, whether they stand in the document or in a variable of any name. */
export function oversizedInput(operation: PreparedOperation, variables: Variables): GraphQLFormattedError | null {
  const {schema} = adminSchema();
  const root = operation.type === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  const {coerced} = getVariableValues(schema, operation.definition.variableDefinitions ?? [], variables);
  // Execution says what is wrong with them.
  if (coerced === undefined || root == null) return null;
  for (const field of operation.definition.selectionSet.selections) {
    const found = field.kind === Kind.FIELD ? findInField(root, field, coerced) : null;
    if (found !== null) return found;
  }
  return null;
}

function findInField(root: GraphQLObjectType, field: FieldNode, coerced: Variables): GraphQLFormattedError | null {
  const name = field.name.value;
  const definition = root.getFields()[name];
  if (definition === undefined) return null;
  const most = (list: string) => (ofOneProduct.has(name) && longLists.has(list) ? maxOfOneProduct : maxInputSize);
  const found = findOversized(getArgumentValues(definition, field, coerced), [], most);
  if (found === null) return null;
  const limit = most(found.path.at(-1) ?? '');
  return {
    message: `The input array size of ${found.size} is greater than the maximum allowed of ${limit}.`,
    path: [field.alias?.value ?? name, ...found.path],
    extensions: {code: 'MAX_INPUT_SIZE_EXCEEDED'},
  };
}

type Oversized = {readonly path: readonly string[]; readonly size: number};

function findOversized(value: unknown, path: readonly string[], most: (list: string) => number): Oversized | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value) && value.length > most(path.at(-1) ?? '')) return {path, size: value.length};
  for (const [key, child] of Object.entries(value)) {
    const found = findOversized(child, Array.isArray(value) ? path : [...path, key], most);
    if (found !== null) return found;
  }
  return null;
}
