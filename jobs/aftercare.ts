// A shop's turn at what is to be written to its store about orders: fulfilments, variants off sale, tags and metafields.
import {Failure} from '#domain/failure.ts';
import {loadShop} from '../server/db/shops.ts';
import {loadOrdersToNote} from '../server/db/store-orders.ts';
import {loadFulfilmentOwed, loadOffSaleOwed} from '../server/db/store-writes.ts';
import type {Deps} from '../server/deps.ts';
import type {Message} from '../server/queue/messages.ts';
import {callUp, startTurn} from './call-up.ts';
import {fulfilInStore} from './orders/fulfil-in-store.ts';
import {noteInStore} from './orders/note-in-store.ts';
import {takeOffSale} from './orders/take-off-sale.ts';

export type AftercareDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now' | 'digest' | 'checkpoint'>;

const writesPerTurn = 10;

/** Trouble with the store ends the turn; the sweep calls it up again within a minute. */
export async function doAftercare(deps: AftercareDeps, {shop}: Message<'aftercare'>): Promise<void> {
  const facts = await loadShop(deps.db, shop);
  if (facts === null || facts.state !== 'installed' || facts.needsReauth) return;
  const mayGoOn = startTurn(writesPerTurn);
  try {
    for (;;) {
      const next = await nextWork(deps, shop);
      if (next === null) return;
      if (!mayGoOn()) return await callUp(deps, 'aftercare', shop);
      await next();
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    deps.log.warn({shop, err: error}, 'the store could not be written to; it is tried again');
  }
}

/** What the buyer waits for comes before what is only told. */
async function nextWork(
  deps: AftercareDeps,
  shop: Message<'aftercare'>['shop'],
): Promise<(() => Promise<void>) | null> {
  const shipped = await loadFulfilmentOwed(deps.db, shop, deps.now());
  if (shipped !== null) return () => fulfilInStore(deps, shop, shipped);
  const refunded = await loadOffSaleOwed(deps.db, shop);
  if (refunded !== null) return () => takeOffSale(deps, shop, refunded);
  const [changed] = await loadOrdersToNote(deps.db, shop, 1);
  return changed === undefined ? null : () => noteInStore(deps, shop, changed);
}
