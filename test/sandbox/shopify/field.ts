// How a field of the schema gets its value: from a view, and only if the view models it. A field, an argument or an
// input field that is not modelled is a GraphQL error naming it, never null and never invented data.

import {
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  getDirectiveValues,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import type {z} from 'zod';
import {notImplemented} from './not-implemented.ts';
import {adminSchema} from './schema.ts';
import type {ShopStore} from './store/shop-store.ts';

/** What a GraphQL object is made of: values, getters for what is costly, and `withArgs` where a field takes arguments. */
export type View = Readonly<Record<string, unknown>>;

export type RequestContext = {readonly store: ShopStore; readonly grantedScopes: ReadonlySet<string>};

type Args = Readonly<Record<string, unknown>>;

class ArgumentField {
  readonly names: readonly string[];
  readonly run: (args: Args, key: string | null) => unknown;
  constructor(names: readonly string[], run: (args: Args, key: string | null) => unknown) {
    this.names = names;
    this.run = run;
  }
}

/** A field that models the named arguments; `key` is that of the directive @idempotent, null without it. */
export function withArgs(names: readonly string[], run: (args: Args, key: string | null) => unknown): unknown {
  return new ArgumentField(names, run);
}

export const resolveField: GraphQLFieldResolver<unknown, RequestContext, Args> = (source, args, context, info) => {
  const name = `${info.parentType.name}.${info.fieldName}`;
  checkAccess(name, getNamedType(info.returnType).name, context.grantedScopes, info.fieldName);
  checkProtected(name, context.store, info.fieldName);
  if (typeof source !== 'object' || source === null || !(info.fieldName in source)) throw notImplemented(name);
  const value: unknown = Reflect.get(source, info.fieldName);
  const given = (info.fieldNodes[0]?.arguments ?? []).map((argument) => argument.name.value);
  const modelled = value instanceof ArgumentField ? value.names : [];
  for (const argument of given) {
    if (args[argument] === undefined || args[argument] === null) continue;
    if (!modelled.includes(argument)) throw notImplemented(`the argument ${name}(${argument})`);
  }
  return value instanceof ArgumentField ? value.run(args, idempotencyKey(info)) : value;
};

function idempotencyKey({schema, fieldNodes, variableValues}: GraphQLResolveInfo): string | null {
  const [directive, node] = [schema.getDirective('idempotent'), fieldNodes[0]];
  const values = directive && node && getDirectiveValues(directive, node, variableValues);
  const key = values?.['key'];
  return typeof key === 'string' ? key : null;
}

/**
 * Access by scope as the schema file states it (`requiredAccess`): one of the listed scopes must be granted, and a
 * write scope contains its read scope. https://shopify.dev/docs/api/usage/access-scopes
 */
function checkAccess(field: string, type: string, granted: ReadonlySet<string>, plainName: string): void {
  for (const key of [field, type]) {
    const required = adminSchema().scopes.get(key);
    if (required === undefined || required.anyOf.some((scope) => isGranted(scope, granted))) continue;
    throw new GraphQLError(`Access denied for ${plainName} field. Required access: ${required.text}`, {
      extensions: {
        code: 'ACCESS_DENIED',
        documentation: 'https://shopify.dev/api/usage/access-scopes',
        requiredAccess: required.text,
      },
    });
  }
}

const wholeAddresses: ReadonlySet<string> = new Set(['Order.shippingAddress', 'Order.billingAddress']);

/** An app without approval for a field of protected customer data gets null and this error; a development store grants all. */
function checkProtected(field: string, store: ShopStore, plainName: string): void {
  const {showsProtectedData, withholdsAddresses} = store.settings;
  const isWhole = withholdsAddresses && wholeAddresses.has(field);
  if (showsProtectedData || (!isWhole && !adminSchema().protectedFields.has(field))) return;
  throw new GraphQLError(
    isBelowGrow(store) ? refusedByPlan : `This app is not approved to use the ${plainName} field. ${seeDetails}`,
    {
      extensions: {
        code: 'ACCESS_DENIED',
        documentation: 'https://shopify.dev/docs/apps/launch/protected-customer-data',
      },
    },
  );
}

const seeDetails = 'See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.';

/** As merchants on the Basic plan report it; their custom apps need the Grow plan: https://help.shopify.com/en/manual/apps/app-types/custom-apps */
const refusedByPlan =
  'This app is not approved to access the Order object. Access to personally identifiable information (PII) like customer names, addresses, emails, phone numbers is only available on Shopify, Advanced, and Plus plans.';

const isBelowGrow = ({settings}: ShopStore): boolean =>
  settings.appCategory === 'CUSTOM' && ['Basic', 'Starter'].includes(settings.planName ?? '');

function isGranted(scope: string, granted: ReadonlySet<string>): boolean {
  return granted.has(scope) || (scope.startsWith('read_') && granted.has(scope.replace('read_', 'write_')));
}

/**
 * Parses an input object, or a list of them, by a strict zod schema; an input field it does not list is named as not
 * implemented, unless it holds the schema's own default, which execution fills in where the caller gave nothing.
 */
export function parseInput<T>(type: string, shape: z.ZodType<T>, value: unknown): T {
  const parsed = shape.safeParse(withoutDefaults(adminSchema().schema.getType(type), value));
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      const path = [type, ...issue.path.filter((step) => typeof step === 'string'), issue.keys[0]].join('.');
      throw notImplemented(`the input field ${path}`);
    }
  }
  const [first] = parsed.error.issues;
  const fault = `${first?.path.join('.')} (${first?.message})`;
  throw new GraphQLError(`Variable of type ${type} was provided invalid value for ${fault}`, {
    extensions: {code: 'INVALID_VARIABLE'},
  });
}

function withoutDefaults(type: GraphQLInputType | GraphQLNamedType | undefined, value: unknown): unknown {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(named, item));
  const fields = named.getFields();
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const field = fields[key];
      if (field?.defaultValue !== undefined && field.defaultValue === inner) return [];
      return [[key, withoutDefaults(field?.type, inner)]];
    }),
  );
}
