// metafieldDefinitionCreate. https://shopify.dev/docs/apps/build/metafields/definitions

import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {notImplemented} from '../not-implemented.ts';
import {readValue} from '../store/metafield-values.ts';
import {type MetafieldDefinition, type OwnerType, toNamespace} from '../store/metafields.ts';
import {findDefinition, type ShopStore} from '../store/shop-store.ts';
import {definitionView} from '../views/metafield.ts';
import {lengthErrors} from './metafield-writes.ts';
import {asUserErrors, Refusal, refuse} from './user-error.ts';

const Input = z.strictObject({
  name: z.string(),
  namespace: z.string().nullish(),
  key: z.string(),
  type: z.string(),
  ownerType: z.string(),
  description: z.string().nullish(),
  access: z.strictObject({admin: z.string().nullish()}).nullish(),
  capabilities: z.strictObject({adminFilterable: z.strictObject({enabled: z.boolean()}).nullish()}).nullish(),
});

export type NewDefinition = z.infer<typeof Input>;

const KnownOwner = z.enum(['ORDER', 'PRODUCT', 'PRODUCTVARIANT']);

export function metafieldDefinitionCreate(store: ShopStore, args: Readonly<Record<string, unknown>>): View {
  const input = parseInput('MetafieldDefinitionInput', Input, args['definition']);
  return asUserErrors<View>(
    () => ({createdDefinition: definitionView(addDefinition(store, input)), userErrors: []}),
    (userErrors) => ({createdDefinition: null, userErrors}),
  );
}

export function addDefinition(store: ShopStore, input: NewDefinition): MetafieldDefinition {
  const ownerType = KnownOwner.safeParse(input.ownerType);
  if (!ownerType.success) throw notImplemented(`metafield definitions of ${input.ownerType}`);
  readValue(input.type, '');
  const namespace = toNamespace(input.namespace);
  checkNames(input, namespace);
  if (findDefinition(store, ownerType.data, namespace, input.key) !== undefined) {
    throw refuse(
      'TAKEN',
      ['definition', 'key'],
      `Key is in use for ${ownerNames[ownerType.data]} metafields on the '${namespace}' namespace.`,
    );
  }
  checkFilters(store, ownerType.data, input);
  const ofKind = store.definitions.filter((definition) => definition.ownerType === ownerType.data);
  if (ofKind.length >= maxDefinitions) {
    const message = `Stores can only have ${maxDefinitions} definitions for each store resource.`;
    throw refuse('RESOURCE_TYPE_LIMIT_EXCEEDED', ['definition'], message);
  }
  const adminAccess = adminAccessOf(namespace, input.access?.admin ?? null);
  const definition = {
    id: store.newId(),
    name: input.name,
    ownerType: ownerType.data,
    namespace,
    key: input.key,
    type: input.type,
    description: input.description ?? null,
    adminAccess,
    adminFilterable: input.capabilities?.adminFilterable?.enabled ?? false,
  };
  store.definitions.push(definition);
  return definition;
}

const filtersAtMost = 50;

/** Code and message as a real store answers them. https://shopify.dev/docs/apps/build/metafields/use-metafield-capabilities */
function checkFilters(store: ShopStore, ownerType: OwnerType, {capabilities}: NewDefinition): void {
  if (capabilities?.adminFilterable?.enabled !== true) return;
  const used = store.definitions.filter((known) => known.ownerType === ownerType && known.adminFilterable);
  if (used.length < filtersAtMost) return;
  throw refuse(
    'OWNER_TYPE_LIMIT_EXCEEDED_FOR_USE_AS_ADMIN_FILTERS',
    ['definition'],
    `You can only use ${filtersAtMost} ${ownerType.toLowerCase()} metafield definitions to filter the product list. To add a new filter, disable filtering on an existing one.`,
  );
}

/** Recorded; the standing example named 256. */
const maxDefinitions = 256;
const ownerNames = {ORDER: 'Order', PRODUCT: 'Product', PRODUCTVARIANT: 'Variant'} as const;

/** Recorded: of namespace and key every fault is reported; characters are looked at once the lengths are right. */
function checkNames({name, key}: NewDefinition, namespace: string): void {
  const wrong = lengthErrors({namespace, key}, ['definition'], {tooShort: 'TOO_SHORT', tooLong: 'TOO_LONG'});
  if (wrong.length > 0) throw new Refusal(wrong);
  for (const [part, label, text] of [['namespace', 'Namespace', namespace] as const, ['key', 'Key', key] as const]) {
    if (/^[A-Za-z0-9_-]+$/.test(text)) continue;
    const message = `${label} contains one or more invalid characters.`;
    throw refuse('INVALID_CHARACTER', ['definition', part], message);
  }
  if (name.length > 255) {
    throw refuse('TOO_LONG', ['definition', 'name'], 'Name is too long (maximum is 255 characters)');
  }
}

/** Recorded: outside the app's reserved namespaces everybody may read and write, and nothing else may be asked for. */
function adminAccessOf(namespace: string, given: string | null): string {
  if (/^app--\d+/.test(namespace)) return given ?? 'MERCHANT_READ_WRITE';
  if (given === null || given === 'PUBLIC_READ_WRITE') return 'PUBLIC_READ_WRITE';
  const message = 'Setting this access control is not permitted. It must be one of ["public_read_write"].';
  throw refuse('INVALID', ['definition'], message);
}
