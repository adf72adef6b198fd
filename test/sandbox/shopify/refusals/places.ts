// Where the parts of a document stand, as Shopify's errors name it: the operation, the fields by their response keys, arguments,
// places in a list, input fields.

import {
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

export type Path = readonly (string | number)[];

/** What an argument or an input field belongs to, and the type it asks for. */
type Input = {
  readonly of: 'Field' | 'InputObject';
  readonly owner: string;
  readonly name: string;
  readonly type: string;
};

export type Place = {readonly path: Path; readonly input: Input | null};

export function placesOf(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<ASTNode, Place> {
  const places = new Map<ASTNode, Place>();
  const path: (string | number)[] = [];
  const inputs: Input[] = [];
  const owners: ASTNode[] = [];
  const info = new TypeInfo(schema);
  const visitor = {
    enter(node: ASTNode, key: string | number | undefined) {
      const step = stepOf(node, key, owners.at(-1));
      if (step !== null) path.push(step);
      const input = inputOf(node, info, owners.at(-1));
      if (input !== null) inputs.push(input);
      owners.push(node);
      places.set(node, {path: [...path], input: inputs.at(-1) ?? null});
    },
    leave(node: ASTNode, key: string | number | undefined) {
      owners.pop();
      if (stepOf(node, key, owners.at(-1)) !== null) path.pop();
      if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) inputs.pop();
    },
  };
  visit(document, visitWithTypeInfo(info, visitor));
  return places;
}

function stepOf(node: ASTNode, key: string | number | undefined, owner: ASTNode | undefined): string | number | null {
  if (owner?.kind === Kind.LIST && typeof key === 'number') return key;
  if (node.kind === Kind.OPERATION_DEFINITION) {
    return node.name === undefined ? node.operation : `${node.operation} ${node.name.value}`;
  }
  if (node.kind === Kind.FRAGMENT_DEFINITION) return `fragment ${node.name.value}`;
  if (node.kind === Kind.INLINE_FRAGMENT) {
    return node.typeCondition === undefined ? '...' : `... on ${node.typeCondition.name.value}`;
  }
  if (node.kind === Kind.FIELD) return (node.alias ?? node.name).value;
  return node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD ? node.name.value : null;
}

function inputOf(node: ASTNode, info: TypeInfo, owner: ASTNode | undefined): Input | null {
  if (node.kind === Kind.ARGUMENT) {
    const name = owner?.kind === Kind.FIELD ? owner.name.value : '';
    return {of: 'Field', owner: name, name: node.name.value, type: String(info.getInputType() ?? '')};
  }
  if (node.kind !== Kind.OBJECT_FIELD) return null;
  const parent = getNamedType(info.getParentInputType() ?? undefined)?.name ?? '';
  return {of: 'InputObject', owner: parent, name: node.name.value, type: String(info.getInputType() ?? '')};
}
