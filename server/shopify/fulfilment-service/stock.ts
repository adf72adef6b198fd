// Reads at which locations variants are stocked, and changes it: needs the optional scope `write_inventory`. Variants need not be tracked.
// https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/inventoryBulkToggleActivation
import {z} from 'zod';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation} from '../client/operation.ts';
import {catchRefusal, type Refused, toRefused, UserErrors} from '../client/user-errors.ts';

/** How many locations of a variant are read; a store of the largest plan has 200. */
const locationsRead = 200;

const LevelsAnswer = z.object({
  nodes: z.array(
    z
      .object({
        id: z.custom<VariantGid>((id) => typeof id === 'string'),
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
        id inventoryItem { id inventoryLevels(first: ${locationsRead}) { nodes { location { id } } } }
      }
    }
  }`,
  cost: ({ids}) => ids.length * (2 + connectionPoints(locationsRead, 2)),
  answer: LevelsAnswer,
  isWrite: false,
};

/** At which locations a variant is stocked. */
export type VariantStock = {readonly itemGid: string; readonly locations: readonly string[]};

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
      const {id, inventoryItem: item} = node;
      const locations = item.inventoryLevels.nodes.map(({location}) => location.id);
      return [[id, {itemGid: item.id, locations}] as const];
    }),
  );
}

const ToggleAnswer = z.object({inventoryBulkToggleActivation: z.object({userErrors: UserErrors}).nullable()});

type StockUpdate = {readonly locationId: string; readonly activate: boolean};

/** Stocks one variant at locations, or no longer. Doing so twice has the same effect as once. */
export const stockToggle: Operation<
  {readonly item: string; readonly updates: readonly StockUpdate[]},
  typeof ToggleAnswer
> = {
  document: `mutation StockToggle($item: ID!, $updates: [InventoryBulkToggleActivationInput!]!) {
    inventoryBulkToggleActivation(inventoryItemId: $item, inventoryItemUpdates: $updates) {
      userErrors { field message code }
    }
  }`,
  cost: 10,
  answer: ToggleAnswer,
  isWrite: true,
  isRepeatable: true,
};

/** `on` before `off`: the last location of a variant cannot be switched off. */
export type StockChange = {readonly on: readonly string[]; readonly off: readonly string[]};

/** Changes where one variant is stocked, with one call. */
export async function changeStock(
  admin: Admin,
  shop: ShopDomain,
  itemGid: string,
  {on, off}: StockChange,
): Promise<{readonly kind: 'done'} | Refused> {
  const updates = [
    ...on.map((locationId) => ({locationId, activate: true})),
    ...off.map((locationId) => ({locationId, activate: false})),
  ];
  if (updates.length === 0) return {kind: 'done'};
  const answer = await catchRefusal(admin.call(shop, stockToggle, {item: itemGid, updates}));
  if ('kind' in answer) return answer;
  const errors = answer.inventoryBulkToggleActivation?.userErrors ?? [];
  return errors.length > 0 ? toRefused(errors) : {kind: 'done'};
}
