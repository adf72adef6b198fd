// What was sent and no longer fits its store order is flagged; a flag whose cause was undone goes away.
import {flaggedStates, planFlags} from '#domain/orders/flags.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import {isOtherAddress} from '../../server/db/address-mark.ts';
import {type StoredDropshipOrder, saveFlags} from '../../server/db/dropship-orders.ts';
import type {Deps} from '../../server/deps.ts';

export async function flagSent(
  {db, sealer, log, now}: Pick<Deps, 'db' | 'sealer' | 'log' | 'now'>,
  order: StoreOrder,
  ours: readonly StoredDropshipOrder[],
): Promise<void> {
  for (const sent of ours) {
    if (!flaggedStates.some((state) => state === sent.state)) continue;
    const isElsewhere = isOtherAddress(sealer, sent, order.destination?.address ?? null);
    const codes = planFlags(order, sent, isElsewhere);
    const known = new Map(sent.flags.map((flag) => [flag.code, flag]));
    if (codes.length === known.size && codes.every((code) => known.has(code))) continue;
    const at = now().toISOString();
    await saveFlags(
      db,
      sent,
      codes.map((code) => known.get(code) ?? {code, at}),
      now(),
    );
    log.info({shop: sent.shop, dropshipOrder: sent.id, flags: codes}, 'the store order changed after sending');
  }
}
