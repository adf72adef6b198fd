// Flags sent orders that no longer fit their store order, and removes a flag when its cause is gone. An older reading of the
// store order never overwrites the result of a newer one.
import {type Flag, isFlaggedState, planFlags, renewFlags} from '#domain/orders/flags.ts';
import type {UnplannedOrder} from '#domain/orders/store-order.ts';
import {type StoredDropshipOrder, saveAddressMark, saveFlags} from '../../server/db/orders/dropship-orders.ts';
import {compareAddress, markPlace, renewPlaces} from '../../server/db/secrets/address-mark.ts';
import type {Deps} from '../../server/deps.ts';
import {cancelledPieces} from './cancelled-fulfilment.ts';

export async function flagSent(
  {db, sealer, log, now}: Pick<Deps, 'db' | 'sealer' | 'log' | 'now'>,
  order: UnplannedOrder,
  ours: readonly StoredDropshipOrder[],
): Promise<void> {
  for (const sent of ours) {
    if (!isFlaggedState(sent.state)) continue;
    const {isElsewhere, mark} = compareAddress(sealer, sent, order.destination?.address ?? null);
    if (mark !== sent.address_mark) await saveAddressMark(db, sent, mark, order.updatedAt);
    const at = now().toISOString();
    // Without a stored address mark (never made, or erased) there is nothing to compare a later address with.
    const place = sent.address_mark === null ? null : markPlace(sealer, sent, order.destination);
    const known = renewPlaces(sealer, sent, order.destination);
    const flags = renewFlags(known, planFlags(order, sent, isElsewhere, cancelledPieces(order, sent)), {at, place});
    if (isAlike(flags, sent.flags)) continue;
    if (!(await saveFlags(db, sent, flags, order.updatedAt, now()))) continue;
    const codes = flags.map(({code}) => code);
    log.info({shop: sent.shop, dropshipOrder: sent.id, flags: codes}, 'the store order changed after sending');
  }
}

const isAlike = (flags: readonly Flag[], known: readonly Flag[]): boolean =>
  flags.length === known.length &&
  flags.every(({code, at, wanted, place}) =>
    known.some((one) => one.code === code && one.at === at && one.wanted === wanted && one.place === place),
  );
