// What Shopify answers to a document that its schema does not allow. The rules are those of graphql-js; the words, paths and
// codes are those of recorded answers. An error of a kind that was not recorded keeps the words of graphql-js.

import {
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import {isGlobalId} from '../store/gid.ts';
import {type Path, type Place, placesOf} from './places.ts';

type Wording = {readonly message: string; readonly extensions: Readonly<Record<string, unknown>>; readonly path: Path};

export function toDocumentErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  errors: readonly GraphQLError[],
): readonly GraphQLError[] {
  const places = placesOf(schema, document);
  const translated = errors.map((error) => {
    const [node] = error.nodes ?? [];
    const place = node === undefined ? undefined : places.get(node);
    const wording = node === undefined || place === undefined ? null : wordingOf(error.message, node, place);
    return wording === null ? error : toError(wording, node);
  });
  return [...translated, ...unusedVariables(document, errors)];
}

/** Literals of type ID that are no global id. */
export function invalidIds(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const places = placesOf(schema, document);
  const found: GraphQLError[] = [];
  const info = new TypeInfo(schema);
  const check = (node: ASTNode & {readonly value: string}) => {
    if (getNamedType(info.getInputType() ?? undefined)?.name !== 'ID' || isGlobalId(node.value)) return;
    const extensions = {code: 'argumentLiteralsIncompatible', typeName: 'CoercionError'};
    found.push(
      toError(
        {message: `Invalid global id '${node.value}'`, extensions, path: ofArgument(places.get(node)?.path ?? [])},
        node,
      ),
    );
  };
  visit(document, visitWithTypeInfo(info, {StringValue: check, IntValue: check}));
  return found;
}

/** Recorded: of a list of ids the list is named, not the place in it. */
const ofArgument = (path: Path): Path => (typeof path.at(-1) === 'number' ? path.slice(0, -1) : path);

const toError = ({message, extensions, path}: Wording, node: ASTNode | undefined): GraphQLError =>
  new GraphQLError(message, {...(node === undefined ? {} : {nodes: node}), path, extensions});

type Words = (place: Place, found: readonly string[], node: ASTNode) => Wording | null;

const words: readonly (readonly [RegExp, Words])[] = [
  [
    /^Cannot query field "(\w+)" on type "(\w+)"/,
    ({path}, [fieldName, typeName]) => ({
      message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
      extensions: {code: 'undefinedField', typeName, fieldName},
      path,
    }),
  ],
  [
    /^Unknown argument "(\w+)" on field "\w+\.(\w+)"/,
    ({path}, [argumentName, name]) => ({
      message: `Field '${name}' doesn't accept argument '${argumentName}'`,
      extensions: {code: 'argumentNotAccepted', name, typeName: 'Field', argumentName},
      path,
    }),
  ],
  [
    /^Field "(\w+)" is not defined by type "(\w+)"/,
    ({path}, [argumentName, name]) => ({
      message: `InputObject '${name}' doesn't accept argument '${argumentName}'`,
      extensions: {code: 'argumentNotAccepted', name, typeName: 'InputObject', argumentName},
      path,
    }),
  ],
  [
    /^Field "(\w+)" argument "(\w+)" of type "[^"]+" is required/,
    ({path}, [name, missing]) => ({
      message: `Field '${name}' is missing required arguments: ${missing}`,
      extensions: {code: 'missingRequiredArguments', className: 'Field', name, arguments: missing},
      path,
    }),
  ],
  [
    /^Field "(\w+)\.(\w+)" of required type "([^"]+)" was not provided/,
    ({path}, [inputObjectType, argumentName = '', argumentType]) => ({
      message: `Argument '${argumentName}' on InputObject '${inputObjectType}' is required. Expected type ${argumentType}`,
      extensions: {code: 'missingRequiredInputObjectAttribute', argumentName, argumentType, inputObjectType},
      path: [...path, argumentName],
    }),
  ],
  [
    /^(?:Value "\w+" does not exist in "\w+" enum|Expected value of type "[^"]+", found)/,
    ({path, input}, _, {loc}) =>
      input === null || loc === undefined
        ? null
        : {
            message: `Argument '${input.name}' on ${input.of} '${input.owner}' has an invalid value (${loc.source.body.slice(loc.start, loc.end)}). Expected type '${input.type}'.`,
            extensions: {code: 'argumentLiteralsIncompatible', typeName: input.of, argumentName: input.name},
            path,
          },
  ],
  [
    /^Variable "\$(\w+)" is never used(?: in operation "(\w+)")?/,
    ({path}, [variableName = '', operation]) => unused(variableName, operation, path),
  ],
];

function wordingOf(message: string, node: ASTNode, place: Place): Wording | null {
  for (const [pattern, toWording] of words) {
    const match = pattern.exec(message);
    if (match !== null) return toWording(place, match.slice(1), node);
  }
  return null;
}

const unused = (variableName: string, operation: string | undefined, path: Path): Wording => ({
  message: `Variable $${variableName} is declared by ${operation ?? 'anonymous operation'} but not used`,
  extensions: {code: 'variableNotUsed', variableName},
  path: path.slice(0, 1),
});

/** A variable that only an unknown argument takes counts as used in graphql-js, and as unused at Shopify. */
function unusedVariables(document: DocumentNode, errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const refused = new Set(
    errors.filter(({message}) => message.startsWith('Unknown argument')).map(({nodes}) => nodes?.[0]),
  );
  if (refused.size === 0) return [];
  const used = new Set<string>();
  visit(document, {
    Argument: (node) => (refused.has(node) ? false : undefined),
    VariableDefinition: () => false,
    Variable: ({name}) => void used.add(name.value),
  });
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const operation = definition.name?.value;
    const path = [operation === undefined ? definition.operation : `${definition.operation} ${operation}`];
    return (definition.variableDefinitions ?? [])
      .filter(({variable}) => !used.has(variable.name.value))
      .map(({variable}) => toError(unused(variable.name.value, operation, path), definition));
  });
}
