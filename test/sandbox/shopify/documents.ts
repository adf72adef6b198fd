// Documents, parsed and validated once each against the real schema; thousands of calls send the same few texts.

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import {type CostPlan, planCost} from './cost.ts';
import {invalidIds, toDocumentErrors} from './refusals/document-errors.ts';
import {adminSchema} from './schema.ts';

export type PreparedDocument =
  | {
      readonly kind: 'ready';
      readonly names: OperationNames;
      readonly document: DocumentNode;
      readonly operations: readonly PreparedOperation[];
    }
  | {readonly kind: 'invalid'; readonly names: OperationNames; readonly errors: readonly GraphQLError[]};

/** Of all its operations, null for one without a name; empty where the text is no document. */
export type OperationNames = readonly (string | null)[];

export type PreparedOperation = {
  readonly name: string | null;
  readonly type: 'query' | 'mutation';
  readonly rootFields: readonly string[];
  readonly cost: CostPlan;
  readonly definition: OperationDefinitionNode;
};

const prepared = new Map<string, PreparedDocument>();
const keptDocuments = 1000;

export function prepareDocument(text: string): PreparedDocument {
  const known = prepared.get(text);
  if (known !== undefined) return known;
  if (prepared.size >= keptDocuments) prepared.clear();
  const fresh = prepare(text);
  prepared.set(text, fresh);
  return fresh;
}

function prepare(text: string): PreparedDocument {
  const {schema} = adminSchema();
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    return {kind: 'invalid', names: [], errors: [toGraphQLError(error)]};
  }
  const definitions = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const names = definitions.map(({name}) => name?.value ?? null);
  const errors = validate(schema, document, specifiedRules);
  if (errors.length > 0) return {kind: 'invalid', names, errors: toDocumentErrors(schema, document, errors)};
  const ids = invalidIds(schema, document);
  if (ids.length > 0) return {kind: 'invalid', names, errors: ids};
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const operations = definitions.map((operation) => toOperation(operation, fragments));
  return {kind: 'ready', names, document, operations};
}

function toOperation(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): PreparedOperation {
  return {
    name: operation.name?.value ?? null,
    type: operation.operation === 'mutation' ? 'mutation' : 'query',
    rootFields: operation.selectionSet.selections.flatMap((selection) =>
      selection.kind === Kind.FIELD ? [selection.name.value] : [],
    ),
    cost: planCost(adminSchema().schema, operation, fragments),
    definition: operation,
  };
}

function toGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  throw error;
}
