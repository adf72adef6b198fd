// Decides whether a changed store order must be read again. Our own tag and metafields change every order after it was sent, and Shopify
// announces each of these changes too.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {isOpenState} from '#domain/orders/dropship-state.ts';
import {loadDropshipOrdersOfStoreOrder} from '../../server/db/orders/dropship-orders.ts';
import {compareWithSent, toShownBuyer} from '../../server/db/secrets/sent-marks.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchOrderState} from '../../server/shopify/orders/orders.ts';

/**
 * True if all lines were sent or are closed, and nothing changed that matters for them. Only for `orders/updated`, because edits, refunds
 * and cancellations have topics of their own. An order with a flag is always read, because its cause may be gone or come again; so is one
 * that is delivered in parts. This check costs three points, a reading twelve.
 */
export async function isUnchangedSinceRead(
  {db, sealer, admin}: Pick<Deps, 'db' | 'sealer' | 'admin'>,
  shop: ShopDomain,
  gid: OrderGid,
): Promise<boolean> {
  const ours = await loadDropshipOrdersOfStoreOrder(db, shop, gid);
  const known = ours[0]?.store_fingerprint ?? null;
  const isUnsettled = ours.some(({state, flags, scheduled}) => {
    return isOpenState(state) || state === 'placing' || flags.length > 0 || scheduled > 0;
  });
  if (known === null || isUnsettled) return false;
  const state = await fetchOrderState(admin, shop, gid);
  if (state === null || state.fingerprint !== known) return false;
  const shown = toShownBuyer(state);
  return !ours.some((sent) => {
    const {isElsewhere, isOtherBuyer} = compareWithSent(sealer, sent, shown);
    // If this short reading has no name, the whole reading may have one, because it also reads the payer.
    return isElsewhere || isOtherBuyer || (shown.name === null && sent.name_mark !== null);
  });
}
