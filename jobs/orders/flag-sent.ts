// Flags sent orders that no longer fit their store order, and removes a flag when its cause is gone. An older reading of the
// store order never overwrites the result of a newer one.
import {isUnpaidLong} from '#domain/fulfilment-requests/close-unpaid.ts';
import {findRequestEnd} from '#domain/fulfilment-requests/request-end.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {type Flag, isFlaggedState, planFlags, renewFlags} from '#domain/orders/flags.ts';
import {scheduledPieces} from '#domain/orders/pieces.ts';
import type {UnplannedOrder} from '#domain/orders/store-order.ts';
import {defaultSettings, type Settings} from '#domain/settings/settings.ts';
import {loadRequestsOfOrder} from '../../server/db/fulfilment-services/requests.ts';
import {type StoredDropshipOrder, saveFlags, saveSentMarks} from '../../server/db/orders/dropship-orders.ts';
import {
  compareWithSent,
  createCauseMarks,
  renewCauseMarks,
  toFlagCauses,
  toShownBuyer,
} from '../../server/db/secrets/sent-marks.ts';
import {loadShopWithSettings} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchFulfilmentOrders} from '../../server/shopify/orders/orders.ts';
import {countCancelledByStore} from './cancelled-fulfilment.ts';

/**
 * Compares the sent dropship orders of one store order with that order, and saves the flags that changed.
 * @param ours all dropship orders of the store order; those not sent are ignored.
 */
export async function flagSentOrders(
  {db, sealer, admin, log, now}: Pick<Deps, 'db' | 'sealer' | 'admin' | 'log' | 'now'>,
  order: UnplannedOrder,
  ours: readonly StoredDropshipOrder[],
): Promise<void> {
  const flagged = ours.filter(({state}) => isFlaggedState(state));
  const [parted] = flagged.filter(({scheduled}) => scheduled > 0);
  // The fulfilment orders are read only for orders that are delivered in parts, which are rare.
  const fulfilmentOrders = parted ? await fetchFulfilmentOrders(admin, parted.shop, order.gid) : null;
  const [first] = flagged;
  const requests = first === undefined ? [] : await loadRequestsOfOrder(db, first.shop, order.gid);
  // Without a request the settings decide nothing here.
  const rules = await loadOrderRules(db, requests[0]?.shop ?? null);
  for (const sent of flagged) {
    const shown = toShownBuyer({address: order.destination?.address ?? null, customer: order.customer});
    const {marks, ...differs} = compareWithSent(sealer, sent, shown);
    await saveSentMarks(db, sent, marks, order.updatedAt);
    const at = now().toISOString();
    const causes = toFlagCauses(order.destination, shown);
    const scheduled = scheduledPieces({fulfilmentOrders}, sent.line_gid);
    const planned = planFlags(order, sent, {
      ...differs,
      cancelled: countCancelledByStore(order, sent),
      isRequestCancelled: findRequestEnd(requests, sent.line_gid)?.how === 'cancelled',
      isUnpaidLong: isUnpaidLong({...sent, line: sent.line_gid, placedAt: sent.placed_at}, requests, rules, now()),
      scheduled,
    });
    const known = renewCauseMarks(sealer, sent, causes);
    const flags = renewFlags(known, planned, {at, causes: createCauseMarks(sealer, sent, causes)});
    if (areSameFlags(flags, sent.flags)) continue;
    if (!(await saveFlags(db, sent, flags, order.updatedAt, now()))) continue;
    const codes = flags.map(({code}) => code);
    log.info({shop: sent.shop, dropshipOrder: sent.id, flags: codes}, 'the store order changed after sending');
  }
}

/** The order settings of the shop; the defaults without one. */
const loadOrderRules = async (db: Deps['db'], shop: ShopDomain | null): Promise<Settings['orders']> =>
  (shop === null ? defaultSettings : (await loadShopWithSettings(db, shop)).settings).orders;

/** Whether both lists have the same flags, in any order. */
const areSameFlags = (flags: readonly Flag[], known: readonly Flag[]): boolean =>
  flags.length === known.length &&
  flags.every(({code, at, wanted, place}) =>
    known.some((one) => one.code === code && one.at === at && one.wanted === wanted && one.place === place),
  );
