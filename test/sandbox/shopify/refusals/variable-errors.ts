// What Shopify answers to variables that do not fit their types, as recorded: one error for each variable, with all its problems.

import {
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  print,
  type TypeNode,
  typeFromAST,
} from 'graphql';
import type {Variables} from '../cost.ts';
import {isGlobalId} from '../store/gid.ts';
import type {Path} from './places.ts';

type Problem = {readonly path: Path; readonly explanation: string};

export function toVariableErrors(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): readonly GraphQLError[] {
  return (operation.variableDefinitions ?? []).flatMap((definition) => {
    const name = definition.variable.name.value;
    const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const type = inputType(schema, definition.type);
    if (type === undefined || (given === undefined && definition.defaultValue !== undefined)) return [];
    const problems = problemsOf(type, given, []);
    if (problems.length === 0) return [];
    const where = problems.filter(({path}) => path.length > 0);
    const details = where.map(({path, explanation}) => `${path.join('.')} (${explanation})`).join(', ');
    const message = `Variable $${name} of type ${print(definition.type)} was provided invalid value${details === '' ? '' : ` for ${details}`}`;
    const extensions = {code: 'INVALID_VARIABLE', value: given ?? null, problems};
    return [new GraphQLError(message, {nodes: definition, extensions})];
  });
}

function inputType(schema: GraphQLSchema, node: TypeNode): GraphQLInputType | undefined {
  const type = typeFromAST(schema, node);
  return isInputType(type) ? type : undefined;
}

function problemsOf(type: GraphQLInputType, value: unknown, path: Path): readonly Problem[] {
  if (value === undefined || value === null) {
    return isNonNullType(type) ? [{path, explanation: 'Expected value to not be null'}] : [];
  }
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (isListType(nullable)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.flatMap((item, index) =>
      problemsOf(nullable.ofType, item, Array.isArray(value) ? [...path, index] : path),
    );
  }
  if (isEnumType(nullable)) {
    const names = nullable.getValues().map(({name}) => name);
    if (names.some((name) => name === value)) return [];
    return [{path, explanation: `Expected ${JSON.stringify(value)} to be one of: ${names.join(', ')}`}];
  }
  if (isInputObjectType(nullable)) {
    if (typeof value !== 'object') return [];
    const fields = nullable.getFields();
    const unknown = Object.keys(value)
      .filter((key) => fields[key] === undefined)
      .map((key) => ({path: [...path, key], explanation: `Field is not defined on ${nullable.name}`}));
    const wrong = Object.values(fields).flatMap((field) => {
      const inner: unknown = Reflect.get(value, field.name);
      if (inner === undefined && field.defaultValue !== undefined) return [];
      return problemsOf(field.type, inner, [...path, field.name]);
    });
    return [...unknown, ...wrong];
  }
  if (nullable.name !== 'ID' || (typeof value !== 'string' && typeof value !== 'number')) return [];
  return isGlobalId(String(value)) ? [] : [{path, explanation: `Invalid global id '${value}'`}];
}
