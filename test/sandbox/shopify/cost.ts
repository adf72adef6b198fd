// What a request costs in points, before it runs (requested) and after (actual).
//
// Documented: scalars and enums 0, objects 1, interfaces and unions the maximum of their selections, mutations 10,
// connections "sized by first and last" (https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits).
// The sizing is logarithmic: 2 + floor(2 · ln(max(2, first))) · children; small value objects without identity are free
// (https://community.shopify.dev/t/how-to-calculate-graphql-cost-estimates/24364; 25 points for 250 variants with their
// inventory items in https://community.shopify.dev/t/23101 agrees). What stands directly in a mutation's payload is in
// its 10: answers of real shops show 10 for one object there and 11 for one object within it.

import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import {inputCost} from './input-cost.ts';

export type Variables = Readonly<Record<string, unknown>>;

export type CostPlan = {
  readonly requested: (variables: Variables) => number;
  readonly actual: (variables: Variables, data: unknown) => number;
};

/** A single query may not ask for more. https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits */
export const maxQueryCost = 1000;

type CostNode = {
  readonly key: string;
  readonly own: number;
  readonly isConnection: boolean;
  /** Set where the field stands under a fragment on one of several possible types. */
  readonly onType: string | null;
  readonly conditions: readonly DirectiveNode[];
  readonly field: FieldNode;
  readonly children: readonly CostNode[];
};

const freeFields = new Set([
  'pageInfo',
  'unitCost',
  'measurement',
  'address',
  'billingAddress',
  'currencyFormats',
  'userErrors',
]);

/** Dearer than documented: what recorded answers say they cost. */
const dearFields: Readonly<Record<string, number>> = {
  'DeliveryProfile.productVariantsCount': 10,
  'Mutation.deliveryProfileUpdate': 100,
  'Mutation.fulfillmentTrackingInfoUpdate': 50,
};

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export function planCost(schema: GraphQLSchema, operation: OperationDefinitionNode, fragments: Fragments): CostPlan {
  const root = schema.getRootType(operation.operation);
  const place = {onType: null, conditions: []};
  const nodes = root == null ? [] : collect({schema, fragments}, root, operation.selectionSet, place);
  const inputs = (variables: Variables) =>
    operation.operation === 'mutation' ? total(nodes.map(({field}) => inputCost(field, variables))) : 0;
  return {
    requested: (variables) => Math.floor(sumRequested(nodes, variables) + inputs(variables)),
    actual: (variables, data) => Math.floor(sumActual(nodes, data) + inputs(variables)),
  };
}

type Known = {readonly schema: GraphQLSchema; readonly fragments: Fragments};
type Place = Pick<CostNode, 'onType' | 'conditions'>;

function collect(known: Known, parent: GraphQLCompositeType, selections: SelectionSetNode, place: Place): CostNode[] {
  return selections.selections.flatMap((selection) => {
    const conditions = [...place.conditions, ...(selection.directives ?? [])];
    if (selection.kind === Kind.FIELD) return toNode(known, parent, selection, {...place, conditions});
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? known.fragments.get(selection.name.value) : selection;
    if (fragment === undefined) return [];
    const condition = fragment.typeCondition;
    const narrowed = condition === undefined ? parent : known.schema.getType(condition.name.value);
    if (!isCompositeType(narrowed)) return [];
    const onType = isAbstractType(parent) && narrowed !== parent ? narrowed.name : place.onType;
    return collect(known, narrowed, fragment.selectionSet, {onType, conditions});
  });
}

function toNode(known: Known, parent: GraphQLCompositeType, field: FieldNode, place: Place): CostNode[] {
  const name = field.name.value;
  const definition = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  if (definition === undefined || field.selectionSet === undefined || freeFields.has(name)) return [];
  const type = getNamedType(definition.type);
  if (!isCompositeType(type)) return [];
  const isConnection =
    type.name.endsWith('Connection') && definition.args.some((argument) => argument.name === 'first');
  const isWithin = parent.name.endsWith('Payload') || (parent.name.endsWith('Connection') && name === 'edges');
  return [
    {
      key: field.alias?.value ?? name,
      own: isConnection
        ? 2
        : (dearFields[`${parent.name}.${name}`] ?? (parent.name === 'Mutation' ? 10 : isWithin ? 0 : 1)),
      isConnection,
      ...place,
      field,
      children: collect(known, type, field.selectionSet, {onType: null, conditions: []}),
    },
  ];
}

function sumRequested(nodes: readonly CostNode[], variables: Variables): number {
  const byType = new Map<string, number>();
  let common = 0;
  for (const node of nodes) {
    if (isLeftOut(node.conditions, variables)) continue;
    const children = sumRequested(node.children, variables);
    const cost = node.own + (node.isConnection ? sized(askedFor(node.field, variables)) * children : children);
    if (node.onType === null) common += cost;
    else byType.set(node.onType, (byType.get(node.onType) ?? 0) + cost);
  }
  return common + Math.max(0, ...byType.values());
}

function sumActual(nodes: readonly CostNode[], data: unknown): number {
  if (!isRecord(data)) return 0;
  return total(
    nodes.map((node) => {
      const value = data[node.key];
      if (value === undefined) return 0;
      if (node.isConnection) return node.own + sized(itemCount(value)) * sumActual(node.children, value);
      const items = Array.isArray(value) ? value : [value];
      const perItem =
        items.length === 0 ? 0 : total(items.map((item) => sumActual(node.children, item))) / items.length;
      return node.own + perItem;
    }),
  );
}

function isLeftOut(conditions: readonly DirectiveNode[], variables: Variables): boolean {
  return conditions.some(({name, arguments: given}) => {
    const condition = given?.find((argument) => argument.name.value === 'if');
    const value = condition === undefined ? undefined : valueFromASTUntyped(condition.value, variables);
    return (name.value === 'include' && value === false) || (name.value === 'skip' && value === true);
  });
}

function sized(count: number): number {
  return count === 0 ? 0 : Math.floor(2 * Math.log(Math.max(2, count)));
}

function askedFor(field: FieldNode, variables: Variables): number {
  const sizes = (field.arguments ?? [])
    .filter((argument) => argument.name.value === 'first' || argument.name.value === 'last')
    .map((argument) => valueFromASTUntyped(argument.value, variables))
    .filter((value) => typeof value === 'number');
  return Math.min(250, Math.max(1, ...sizes));
}

function itemCount(value: unknown): number {
  if (!isRecord(value)) return 0;
  const items = value['nodes'] ?? value['edges'];
  return Array.isArray(items) ? items.length : 1;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
