// Whether a change of a store order needs a whole reading. Our own tag and metafield change every order after it was sent, and each
// change is announced.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {isOpen} from '#domain/orders/dropship-state.ts';
import {loadDropshipOrdersOf} from '../../server/db/orders/dropship-orders.ts';
import {compareSent, toShown} from '../../server/db/secrets/sent-marks.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchOrderState} from '../../server/shopify/orders/orders.ts';

/**
 * True where all lines were sent or are closed, and nothing changed that they react to. Only for `orders/updated`: an edit, a refund or a
 * cancellation has a topic of its own, and an edit or a refund may leave the fingerprint as it was. An order with a flag is
 * always read, since its cause may be gone, or come again; so is one that is delivered in parts. Costs three points, a reading twelve.
 */
export async function isUnchangedSinceRead(
  {db, sealer, admin}: Pick<Deps, 'db' | 'sealer' | 'admin'>,
  shop: ShopDomain,
  gid: OrderGid,
): Promise<boolean> {
  const ours = await loadDropshipOrdersOf(db, shop, gid);
  const known = ours[0]?.store_fingerprint ?? null;
  const isUnsettled = ours.some(({state, flags, scheduled}) => {
    return isOpen(state) || state === 'placing' || flags.length > 0 || scheduled > 0;
  });
  if (known === null || isUnsettled) return false;
  const state = await fetchOrderState(admin, shop, gid);
  if (state === null || state.fingerprint !== known) return false;
  const shown = toShown(state);
  return !ours.some((sent) => {
    const {isElsewhere, isOtherBuyer} = compareSent(sealer, sent, shown);
    // The whole reading knows the payer's name as well.
    return isElsewhere || isOtherBuyer || (shown.name === null && sent.name_mark !== null);
  });
}
