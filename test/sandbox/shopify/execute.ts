// One GraphQL request for one shop: parse and validate, price, take the points, run, give back what was not used.
// Answers as Shopify does: HTTP 200 with `errors` for everything but transport and token.

import {execute, type GraphQLError, type GraphQLFormattedError} from 'graphql';
import {type CostPlan, maxQueryCost, type Variables} from './cost.ts';
import {type PreparedDocument, type PreparedOperation, prepareDocument} from './documents.ts';
import {type RequestContext, resolveField, type View} from './field.ts';
import {oversizedInput} from './input-size.ts';
import {toVariableErrors} from './refusals/variable-errors.ts';
import {adminSchema} from './schema.ts';
import type {ShopStore} from './store/shop-store.ts';

export type GraphQLRequest = {
  readonly query: string;
  readonly variables: Variables;
  readonly operationName: string | null;
};

export type Answer = {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
};

export type Outcome = {
  readonly answer: Answer;
  readonly operation: PreparedOperation | null;
  readonly cost: number;
  readonly result: 'executed' | 'invalid' | 'throttled' | 'too expensive';
};

export function executeRequest(
  store: ShopStore,
  root: View,
  request: GraphQLRequest,
  {throttle, scopes}: {throttle: (operation: PreparedOperation) => boolean; scopes: readonly string[]},
): Outcome {
  const prepared = prepareDocument(request.query);
  const misnamed = nameError(prepared, request.operationName);
  if (misnamed !== null) return {answer: {errors: [misnamed]}, operation: null, cost: 0, result: 'invalid'};
  const operation = prepared.kind === 'ready' ? chooseOperation(prepared, request.operationName) : null;
  if (prepared.kind === 'invalid' || operation === null) {
    const errors = prepared.kind === 'invalid' ? prepared.errors.map(format) : [{message: 'No operation to execute.'}];
    return {answer: {errors}, operation: null, cost: 0, result: 'invalid'};
  }
  const refused = toVariableErrors(adminSchema().schema, operation.definition, request.variables);
  if (refused.length > 0) return {answer: {errors: refused.map(format)}, operation, cost: 0, result: 'invalid'};
  const tooLarge = oversizedInput(operation, request.variables);
  if (tooLarge !== null) return {answer: {errors: [tooLarge]}, operation, cost: 0, result: 'invalid'};
  const requested = operation.cost.requested(request.variables);
  if (requested > maxQueryCost) {
    return {answer: tooExpensive(store, requested), operation, cost: 0, result: 'too expensive'};
  }
  if (throttle(operation)) store.bucket.drain();
  if (!store.bucket.take(requested)) {
    return {answer: throttled(store, requested), operation, cost: 0, result: 'throttled'};
  }
  if (operation.type === 'mutation') store.writes += 1;
  return run(store, root, request, {prepared, operation, requested, scopes});
}

/**
 * In the words of graphql-ruby, with which Shopify answers (https://github.com/apollographql/apollo-client/issues/1760); as there, the
 * name is looked at before the fields (https://github.com/rmosolgo/graphql-ruby, GraphQL::Query).
 */
function nameError({names}: PreparedDocument, name: string | null): GraphQLFormattedError | null {
  if (names.length === 0) return null;
  if (name === null) return names.length === 1 ? null : {message: 'An operation name is required'};
  return names.includes(name) ? null : {message: `No operation named "${name}"`};
}

function chooseOperation(prepared: PreparedDocument & {kind: 'ready'}, name: string | null): PreparedOperation | null {
  if (name !== null) return prepared.operations.find((operation) => operation.name === name) ?? null;
  return prepared.operations.length === 1 ? (prepared.operations[0] ?? null) : null;
}

type Prepared = {
  readonly prepared: PreparedDocument & {kind: 'ready'};
  readonly operation: PreparedOperation;
  readonly requested: number;
  /** What the token may do. */
  readonly scopes: readonly string[];
};

function run(
  store: ShopStore,
  root: View,
  request: GraphQLRequest,
  {prepared, operation, requested, scopes}: Prepared,
): Outcome {
  const context: RequestContext = {store, grantedScopes: new Set(scopes)};
  const result = execute({
    schema: adminSchema().schema,
    document: prepared.document,
    rootValue: root,
    contextValue: context,
    variableValues: request.variables,
    operationName: operation.name,
    fieldResolver: resolveField,
  });
  if (result instanceof Promise)
    throw new Error('A resolver of the sandbox answered a promise; all of them are immediate.');
  const used = Math.min(requested, spent(operation.cost, request.variables, result.data));
  store.bucket.refund(requested - used);
  const extensions = costOf(store, requested, used);
  const errors = result.errors?.map(format);
  return {
    answer: {
      ...(result.data === undefined ? {} : {data: result.data}),
      ...(errors === undefined ? {} : {errors}),
      extensions,
    },
    operation,
    cost: used,
    result: result.data === undefined ? 'invalid' : 'executed',
  };
}

function spent(plan: CostPlan, variables: Variables, data: unknown): number {
  return data == null ? plan.requested(variables) : plan.actual(variables, data);
}

function costOf(
  store: ShopStore,
  requestedQueryCost: number,
  actualQueryCost: number | null,
): Readonly<Record<string, unknown>> {
  return {cost: {requestedQueryCost, actualQueryCost, throttleStatus: store.bucket.status()}};
}

/** Over budget is HTTP 200 with code THROTTLED. https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits */
function throttled(store: ShopStore, requested: number): Answer {
  return {
    errors: [
      {
        message: 'Throttled',
        extensions: {code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits'},
      },
    ],
    extensions: costOf(store, requested, null),
  };
}

function tooExpensive(store: ShopStore, requested: number): Answer {
  return {
    errors: [
      {
        message: `Query cost is ${requested}, which exceeds the single query max cost limit (${maxQueryCost}).`,
        extensions: {
          code: 'MAX_COST_EXCEEDED',
          cost: requested,
          maxCost: maxQueryCost,
          documentation: 'https://shopify.dev/api/usage/rate-limits#rate-limits',
        },
      },
    ],
    extensions: costOf(store, requested, null),
  };
}

function format(error: GraphQLError): GraphQLFormattedError {
  return error.toJSON();
}
