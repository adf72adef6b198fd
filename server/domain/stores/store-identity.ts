// Decides which shop in our database a store is. A store may change its `myshopify.com` name, and a name may come to belong to another
// store, but Shopify's `shop.id` stays. Only an id read with the store's own token counts, never one from a header, body or session token.
//
// What Shopify documents: `Shop.id` is "a globally-unique ID" (https://shopify.dev/docs/api/admin-graphql/latest/objects/Shop). That a store's
// library session is keyed by its name, and an app that keeps data by that name loses them, is known:
// https://github.com/Shopify/shopify-api-js/issues/742. What becomes of tokens, webhooks and session tokens is not documented.
import type {ShopGid} from '#domain/ids.ts';

/** The shop's row under the name for which the token was granted. */
export type NamedShop = {
  readonly gid: ShopGid | null;
  /** Whether nothing of the store was ever stored: no run, no order, no line of the audit trail. */
  readonly isEmpty: boolean;
  /** Whether the app counts as installed under this name. */
  readonly isInstalled: boolean;
};

/** The shop's row that has the store's id but is stored under another name. */
export type HoldingShop = {
  /** Whether the store had the name of the token before. */
  readonly hadName: boolean;
};

/** Which row the store has from now on, and what becomes of another row. */
export type IdentityVerdict =
  /** `known`: the name's row has the id already. `record`: it gets the id now. */
  | {readonly kind: 'known'}
  | {readonly kind: 'record'}
  /** The store was renamed: the row with its id gets this name. `setAside`: another row has the name and is set aside first. */
  | {readonly kind: 'move'; readonly setAside: boolean}
  /** The name belongs to another store now, which is new here: the name's row is set aside, and an empty one is made. */
  | {readonly kind: 'begin_empty'}
  /** The store was used under the new name before ids were stored: that row continues, and the row of the old name is set aside. */
  | {readonly kind: 'go_on'}
  /** The name is a former one of the store, and Shopify states another as the present one. */
  | {readonly kind: 'former_name'};

/**
 * Decides which row the store has from now on.
 * @param gid the store's id, which Shopify stated to the token of the name.
 * @param named the row under the name; null: none.
 * @param holding the row with the store's id under another name; null: none.
 * @param isPresentName whether Shopify states this name as the store's present one.
 */
export function decideIdentity(
  gid: ShopGid,
  named: NamedShop | null,
  holding: HoldingShop | null,
  isPresentName: boolean,
): IdentityVerdict {
  if (named?.gid === gid) return {kind: 'known'};
  const isAnothers = named !== null && named.gid !== null;
  if (holding === null) return {kind: isAnothers ? 'begin_empty' : 'record'};
  // Pages may be open under both names. Without this check, each of them would take the shop from the other.
  if (holding.hadName && !isPresentName) return {kind: 'former_name'};
  if (named === null || (!isAnothers && named.isEmpty)) return {kind: 'move', setAside: false};
  return isAnothers || !named.isInstalled ? {kind: 'move', setAside: true} : {kind: 'go_on'};
}
