// Reads at which locations variants are stocked, and changes it: needs the optional scope `write_inventory`. Variants need not be tracked,
// but Shopify stocks none without an SKU at the location of a service.
// https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/inventoryBulkToggleActivation
import {z} from 'zod';
import type {ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import {mutate} from '../client/mutate.ts';
import type {Operation} from '../client/operation.ts';
import {type Mutation, UserErrorsOnly, type WriteOutcome} from '../client/user-errors.ts';

/** How many locations of a variant are read; a store of the largest plan has 200. */
const locationsRead = 200;

const LevelsAnswer = z.object({
  nodes: z.array(
    z
      .object({
        id: z.custom<VariantGid>((id) => typeof id === 'string'),
        sku: z.string().nullable(),
        product: z.object({id: z.custom<ProductGid>((id) => typeof id === 'string')}),
        inventoryItem: z.object({
          id: z.string(),
          inventoryLevels: z.object({nodes: z.array(z.object({location: z.object({id: z.string()})}))}),
        }),
      })
      .nullable(),
  ),
});

/** Reads at which locations variants are stocked. Shopify leaves out locations that are switched off for a variant. */
export const variantStock: Operation<{readonly ids: readonly VariantGid[]}, typeof LevelsAnswer> = {
  document: `query VariantStock($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on ProductVariant {
        id sku product { id } inventoryItem { id inventoryLevels(first: ${locationsRead}) { nodes { location { id } } } }
      }
    }
  }`,
  cost: ({ids}) => ids.length * (3 + connectionPoints(locationsRead, 2)),
  answer: LevelsAnswer,
  isWrite: false,
};

/** At which locations a variant is stocked, and its SKU; null: it has none. */
export type VariantStock = {
  readonly productGid: ProductGid;
  readonly itemGid: string;
  readonly sku: string | null;
  readonly locations: readonly string[];
};

/** Where each variant is stocked. Variants that the store does not have are left out. */
export async function fetchStock(
  admin: Admin,
  shop: ShopDomain,
  ids: readonly VariantGid[],
): Promise<ReadonlyMap<VariantGid, VariantStock>> {
  const {nodes} = await admin.call(shop, variantStock, {ids});
  return new Map(
    nodes.flatMap((node) => {
      if (node === null) return [];
      const {id, sku, product, inventoryItem: item} = node;
      const locations = item.inventoryLevels.nodes.map(({location}) => location.id);
      return [[id, {productGid: product.id, itemGid: item.id, sku: sku || null, locations}] as const];
    }),
  );
}

type StockUpdate = {readonly locationId: string; readonly activate: boolean};

/** Stocks one variant at locations, or no longer. Doing so twice has the same effect as once. */
export const stockToggle: Mutation<{readonly item: string; readonly updates: readonly StockUpdate[]}> = {
  document: `mutation StockToggle($item: ID!, $updates: [InventoryBulkToggleActivationInput!]!) {
    inventoryBulkToggleActivation(inventoryItemId: $item, inventoryItemUpdates: $updates) {
      userErrors { field message code }
    }
  }`,
  cost: 10,
  answer: UserErrorsOnly,
  isWrite: true,
  isRepeatable: true,
};

/** `on` before `off`: the last location of a variant cannot be switched off. */
export type StockChange = {readonly on: readonly string[]; readonly off: readonly string[]};

/** Changes where one variant is stocked, with one call. */
export async function changeStock(
  admin: Admin,
  shop: ShopDomain,
  item: string,
  {on, off}: StockChange,
): Promise<WriteOutcome> {
  const updates = [
    ...on.map((locationId) => ({locationId, activate: true})),
    ...off.map((locationId) => ({locationId, activate: false})),
  ];
  return updates.length === 0 ? {kind: 'done'} : mutate(admin, shop, stockToggle, {item, updates});
}

type SkuInput = {readonly id: VariantGid; readonly inventoryItem: {readonly sku: string}};

/** Writes the SKUs of variants of one product. */
export const skusWrite: Mutation<{readonly product: ProductGid; readonly variants: readonly SkuInput[]}> = {
  document: `mutation SkusWrite($product: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $product, variants: $variants) { userErrors { code field message } }
  }`,
  cost: ({variants}) => Math.ceil(10 + 0.2 * variants.length),
  answer: UserErrorsOnly,
  isWrite: true,
  isRepeatable: true,
};

/** Writes SKUs of variants of one product; an empty one means that there is none. */
export function writeSkus(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  skus: ReadonlyMap<VariantGid, string>,
): Promise<WriteOutcome> {
  const variants = [...skus].map(([id, sku]) => ({id, inventoryItem: {sku}}));
  return mutate(admin, shop, skusWrite, {product, variants});
}
