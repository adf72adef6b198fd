// Which shop a store is. A store may change its `myshopify.com` name, and a name may come to belong to another store; Shopify's `shop.id`
// stays. It counts only as read with the store's own token, never from a header, a body or a session token.
//
// What Shopify documents: `Shop.id` is "a globally-unique ID" (https://shopify.dev/docs/api/admin-graphql/latest/objects/Shop). That a store's
// library session is keyed by its name, and an app that keeps data by that name loses them, is known:
// https://github.com/Shopify/shopify-api-js/issues/742. What becomes of tokens, webhooks and session tokens is not documented.
import type {ShopGid} from '#domain/ids.ts';

/** The row of the name under which the token was granted. */
export type NamedShop = {
  readonly gid: ShopGid | null;
  /** Nothing of the store's was ever stored: no run, no order, no line of the audit trail. */
  readonly isEmpty: boolean;
  readonly isInstalled: boolean;
};

/** The row that has the store's id, under another name. */
export type HoldingShop = {
  /** Whether the name asked about is one it had before. */
  readonly hadName: boolean;
};

export type IdentityVerdict =
  /** Nothing to do: the name's row has the id, or gets it now. */
  | {readonly kind: 'known'}
  | {readonly kind: 'record'}
  /** The store was renamed: the row that has its id gets this name. `setAside`: the name's own row, of another store, makes way first. */
  | {readonly kind: 'move'; readonly setAside: boolean}
  /** The name belongs to another store now, which is new here: the name's row makes way. */
  | {readonly kind: 'begin_empty'}
  /** Opened under the new name before ids were kept, and used since: it goes on, and the row of the old name makes way. */
  | {readonly kind: 'go_on'}
  /** A former name, which Shopify does not state as the present one. */
  | {readonly kind: 'former_name'};

/**
 * @param gid what Shopify answered to the token of the name.
 * @param isPresentName whether Shopify states this very name as the store's.
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
  // A page may be open under each name; without this each of the two would take the shop from the other.
  if (holding.hadName && !isPresentName) return {kind: 'former_name'};
  if (named === null || (!isAnothers && named.isEmpty)) return {kind: 'move', setAside: false};
  return isAnothers || !named.isInstalled ? {kind: 'move', setAside: true} : {kind: 'go_on'};
}
