// metafieldsSet: up to 25 at once, all or none, with compare-and-set (schema description of the mutation).

import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {notImplemented} from '../not-implemented.ts';
import {idOf, typeOf} from '../store/gid.ts';
import {readValue} from '../store/metafield-values.ts';
import {digestOf, type MetafieldRecord, metafieldKey, type OwnerType, toNamespace} from '../store/metafields.ts';
import type {OrderRecord, ProductRecord} from '../store/records.ts';
import {draftOf, type ShopStore, saveProduct, touchOrder} from '../store/shop-store.ts';
import {metafieldView} from '../views/metafield.ts';
import {writeMetafield} from './metafield-writes.ts';
import {asUserErrors, refuse, type UserError, workOnAll} from './user-error.ts';

const Inputs = z.array(
  z.strictObject({
    ownerId: z.string(),
    namespace: z.string().nullish(),
    key: z.string(),
    type: z.string().nullish(),
    value: z.string(),
    compareDigest: z.string().nullable().optional(),
  }),
);

type Input = z.infer<typeof Inputs>[number];

const maxAtOnce = 25;
const codes = {
  invalid: 'INVALID_VALUE',
  blank: 'BLANK',
  tooShort: 'TOO_SHORT',
  tooLong: 'TOO_LONG',
  invalidType: 'INVALID_TYPE',
  notUnique: 'TAKEN',
};

type Owner =
  | {readonly kind: 'product'; readonly draft: ProductRecord}
  | {readonly kind: 'order'; readonly draft: OrderRecord; readonly original: OrderRecord};

export function metafieldsSet(store: ShopStore, args: Readonly<Record<string, unknown>>): View {
  const inputs = parseInput('MetafieldsSetInput', Inputs, args['metafields']);
  if (inputs.length > maxAtOnce) {
    const message = `Exceeded the maximum metafields input limit of ${maxAtOnce}.`;
    // Recorded: no list, where one that was looked at is empty.
    return {metafields: null, userErrors: shown([{code: 'LESS_THAN_OR_EQUAL_TO', field: ['metafields'], message}])};
  }
  return asUserErrors<View>(
    () => {
      // Recorded: of a call with an unknown owner nothing else is looked at.
      const owners = findOwners(store, inputs);
      const written = workOnAll(inputs, (input, index) => write(store, owners, input, index));
      for (const owner of owners.values()) save(store, owner);
      return {metafields: written.map(({record, ownerType}) => metafieldView(record, ownerType)), userErrors: []};
    },
    // Recorded: every entry that is wrong, and an empty list.
    (userErrors) => ({metafields: [], userErrors: shown(userErrors)}),
  );
}

/** Recorded: no index of an element, but for values that are lists. */
const shown = (userErrors: readonly UserError[]): readonly UserError[] =>
  userErrors.map((error) => ({...error, elementIndex: null}));

const fieldOf = (index: number) => ['metafields', String(index)];

function findOwners(store: ShopStore, inputs: readonly Input[]): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  workOnAll(inputs, ({ownerId}, index) =>
    owners.set(ownerId, owners.get(ownerId) ?? findOwner(store, ownerId, fieldOf(index))),
  );
  return owners;
}

function write(
  store: ShopStore,
  owners: ReadonlyMap<string, Owner>,
  input: Input,
  index: number,
): {record: MetafieldRecord; ownerType: OwnerType} {
  const field = fieldOf(index);
  const owner = owners.get(input.ownerId) ?? findOwner(store, input.ownerId, field);
  const ownerType = owner.kind === 'product' ? 'PRODUCT' : 'ORDER';
  const before = owner.draft.metafields.get(metafieldKey(toNamespace(input.namespace), input.key));
  checkDigest(input, before, field);
  const target = {ownerType, ownerId: owner.draft.id, metafields: owner.draft.metafields} as const;
  return {record: writeMetafield(store, target, input, field, codes), ownerType};
}

function findOwner(store: ShopStore, ownerId: string, field: readonly string[]): Owner {
  const product = store.products.get(idOf('Product', ownerId) ?? -1);
  if (product !== undefined) return {kind: 'product', draft: draftOf(product)};
  const order = store.orders.get(idOf('Order', ownerId) ?? -1);
  if (order !== undefined) {
    return {kind: 'order', draft: {...order, metafields: new Map(order.metafields)}, original: order};
  }
  const type = typeOf(ownerId);
  const isUnknown = type === 'Product' || type === 'Order' || (type === 'ProductVariant' && !isVariant(store, ownerId));
  if (!isUnknown) throw notImplemented(`metafields of a ${type ?? ownerId}`);
  throw refuse('INVALID', [...field, 'ownerId'], 'Owner does not exist.');
}

const isVariant = (store: ShopStore, gid: string): boolean => store.variants.has(idOf('ProductVariant', gid) ?? -1);

function save(store: ShopStore, owner: Owner): void {
  if (owner.kind === 'product') return saveProduct(store, owner.draft);
  const {original, draft} = owner;
  for (const [key, record] of draft.metafields) original.metafields.set(key, record);
  return touchOrder(store, original);
}

/** Recorded: what would change nothing is done whatever the digest is. */
function checkDigest(input: Input, before: MetafieldRecord | undefined, field: readonly string[]): void {
  const {compareDigest} = input;
  if (compareDigest === undefined || compareDigest === (before === undefined ? null : digestOf(before))) return;
  if (before === undefined) throw refuse('INVALID_COMPARE_DIGEST', field, 'Invalid `compareDigest` value.');
  const read = (input.type ?? before.type) === before.type ? readValue(before.type, input.value) : null;
  if (read !== null && 'value' in read && read.value === before.value) return;
  throw refuse(
    'STALE_OBJECT',
    field,
    'The resource has been updated since it was loaded. Try again with an updated `compareDigest` value.',
  );
}
