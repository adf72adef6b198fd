// What a request costs in points, before it runs (requested) and after (actual).
//
// Documented: scalars and enums 0, objects 1, interfaces and unions the maximum of their selections, mutations 10,
// connections "sized by first and last" (https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits).
// The sizing is logarithmic: 2 + floor(2 · ln(max(2, first))) · children; small value objects without identity are free
// (https://community.shopify.dev/t/how-to-calculate-graphql-cost-estimates/24364; 25 points for 250 variants with their
// inventory items in https://community.shopify.dev/t/23101 agrees).

import {
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
import {z} from 'zod';

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
  readonly kind: 'plain' | 'connection' | 'items';
  /** Set where the field stands under a fragment on one of several possible types. */
  readonly onType: string | null;
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

export function planCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): CostPlan {
  const root = schema.getRootType(operation.operation);
  const nodes = root == null ? [] : collect(schema, root, operation.selectionSet, fragments, null);
  const base = (node: CostNode, variables: Variables) =>
    operation.operation === 'mutation' ? 10 - node.own + inputCost(node.field, variables) : 0;
  return {
    requested: (variables) =>
      Math.ceil(sumRequested(nodes, variables) + total(nodes.map((node) => base(node, variables)))),
    actual: (variables, data) => Math.ceil(sumActual(nodes, data) + total(nodes.map((node) => base(node, variables)))),
  };
}

function collect(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  selections: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  onType: string | null,
): CostNode[] {
  return selections.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return toNode(schema, parent, selection, fragments, onType);
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    if (fragment === undefined) return [];
    const narrowed = fragment.typeCondition === undefined ? parent : schema.getType(fragment.typeCondition.name.value);
    if (!isCompositeType(narrowed)) return [];
    const condition = isAbstractType(parent) && narrowed !== parent ? narrowed.name : onType;
    return collect(schema, narrowed, fragment.selectionSet, fragments, condition);
  });
}

function toNode(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  field: FieldNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  onType: string | null,
): CostNode[] {
  const definition = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined;
  if (definition === undefined || field.selectionSet === undefined) return [];
  const type = getNamedType(definition.type);
  if (!isCompositeType(type) || freeFields.has(field.name.value)) return [];
  const isConnection =
    type.name.endsWith('Connection') && definition.args.some((argument) => argument.name === 'first');
  const isItems = parent.name.endsWith('Connection') && field.name.value === 'edges';
  return [
    {
      key: field.alias?.value ?? field.name.value,
      own: isItems ? 0 : isConnection ? 2 : 1,
      kind: isConnection ? 'connection' : isItems ? 'items' : 'plain',
      onType,
      field,
      children: collect(schema, type, field.selectionSet, fragments, null),
    },
  ];
}

function sumRequested(nodes: readonly CostNode[], variables: Variables): number {
  const byType = new Map<string, number>();
  let common = 0;
  for (const node of nodes) {
    const children = sumRequested(node.children, variables);
    const cost = node.own + (node.kind === 'connection' ? sized(askedFor(node.field, variables)) * children : children);
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
      if (node.kind !== 'connection') {
        const items = Array.isArray(value) ? value : [value];
        return (
          node.own +
          (items.length === 0 ? 0 : total(items.map((item) => sumActual(node.children, item))) / items.length)
        );
      }
      const count = itemCount(value);
      return node.own + (count === 0 ? 0 : sized(count) * sumActual(node.children, value));
    }),
  );
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

const List = z.array(z.unknown()).nullish();
const PricedInput = z.looseObject({
  files: List,
  metafields: List,
  variants: z.array(z.looseObject({file: z.unknown().optional(), metafields: List})).nullish(),
});

/** Points per entry of productSet's lists, as the input fields' schema descriptions state them. */
function inputCost(field: FieldNode, variables: Variables): number {
  if (field.name.value !== 'productSet') return 0;
  const argument = field.arguments?.find(({name}) => name.value === 'input');
  const input = PricedInput.safeParse(argument && valueFromASTUntyped(argument.value, variables));
  if (!input.success) return 0;
  const {files, metafields, variants} = input.data;
  const perVariant = (variants ?? []).map(
    (variant) => 0.2 + (variant.file == null ? 0 : 0.6) + 0.4 * (variant.metafields?.length ?? 0),
  );
  return 1.9 * (files?.length ?? 0) + 0.4 * (metafields?.length ?? 0) + total(perVariant);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
