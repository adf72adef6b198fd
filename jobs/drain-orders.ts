// A shop's turn at its dropship orders that are due: one at a time, the oldest store order first.
import {Failure, isPassing} from '#domain/failure.ts';
import {DropshipOrderId, type ShopDomain} from '#domain/ids.ts';
import {loadDropshipOrder} from '../server/db/dropship-orders.ts';
import {loadDueOrders, postpone, postponeLane} from '../server/db/due-orders.ts';
import type {Deps} from '../server/deps.ts';
import type {Message} from '../server/queue/messages.ts';
import {callUp, startTurn} from './call-up.ts';
import {unreachable} from './orders/not-now.ts';
import type {PlacingDeps} from './orders/placing-deps.ts';
import {placeDropshipOrder} from './place-dropship-order.ts';

export type LaneDeps = PlacingDeps & Pick<Deps, 'queues'>;

const ordersPerTurn = 10;
const minute = 60_000;

export async function drainOrders(deps: LaneDeps, {shop}: Message<'dropship'>): Promise<void> {
  const mayGoOn = startTurn(ordersPerTurn);
  for (;;) {
    const [id] = await loadDueOrders(deps.db, shop, deps.now(), 1);
    if (id === undefined) break;
    if (!mayGoOn()) return callUp(deps, 'dropship', shop);
    if (!(await serve(deps, shop, DropshipOrderId.parse(id)))) break;
  }
  await callUp(deps, 'aftercare', shop);
}

/** False when the lane had better stand still for now. */
async function serve(deps: LaneDeps, shop: ShopDomain, dropshipOrderId: DropshipOrderId): Promise<boolean> {
  try {
    const placed = await placeDropshipOrder(deps, {shop, dropshipOrderId});
    if (placed === 'supplier_away') await waitTogether(deps, shop, dropshipOrderId);
    return true;
  } catch (error) {
    const now = deps.now();
    const isRemote = error instanceof Failure;
    const passing = isRemote && isPassing(error);
    // What cannot be looked at is left alone for a while, so that those behind it get their turn.
    await postpone(deps.db, shop, dropshipOrderId, new Date(now.getTime() + (passing ? minute : 15 * minute)));
    if (!isRemote) throw error;
    deps.log.warn({shop, dropshipOrder: dropshipOrderId, err: error}, 'a dropship order could not be looked at');
    return false;
  }
}

/** The others that are due wait as long as the one that found out. */
async function waitTogether({db, now}: LaneDeps, shop: ShopDomain, tried: string): Promise<void> {
  const until = (await loadDropshipOrder(db, shop, tried))?.next_attempt_at ?? null;
  if (until !== null && until > now()) await postponeLane(db, shop, unreachable.reason, until, now());
}
