// metafieldDefinitionCreate. https://shopify.dev/docs/apps/build/metafields/definitions

import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {notImplemented} from '../not-implemented.ts';
import {faultOf, type MetafieldDefinition, type OwnerType, toNamespace} from '../store/metafields.ts';
import {findDefinition, type ShopStore} from '../store/shop-store.ts';
import {definitionView} from '../views/metafield.ts';
import {asUserErrors, refuse} from './user-error.ts';

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
  faultOf(input.type, '');
  const namespace = toNamespace(input.namespace);
  if (!/^[A-Za-z0-9_-]{2,64}$/.test(input.key)) {
    throw refuse('INVALID_CHARACTER', ['definition', 'key'], 'Key contains one or more invalid characters.');
  }
  if (findDefinition(store, ownerType.data, namespace, input.key) !== undefined) {
    throw refuse(
      'TAKEN',
      ['definition', 'key'],
      `Key is in use for ${input.ownerType} metafields on the '${namespace}' namespace.`,
    );
  }
  checkFilters(store, ownerType.data, input);
  const definition = {
    id: store.newId(),
    name: input.name,
    ownerType: ownerType.data,
    namespace,
    key: input.key,
    type: input.type,
    adminAccess: input.access?.admin ?? 'MERCHANT_READ_WRITE',
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
