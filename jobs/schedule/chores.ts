// Periodic work that calls a store or takes long. Most of it is one job per shop, so that a hanging store does not delay the others;
// the schedule starts `purge-history`, `read-edits` and `read-images` as one job over all shops. No job is added while the same one
// waits or runs.
import type {ShopDomain} from '#domain/ids.ts';
import {listInstalledShops} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';
import {reconcileOrders, reconcileWeek} from '../orders/reconcile-orders.ts';
import {maintainCatalogue} from './catalogue-maintenance.ts';
import {type Chore, enqueueChore} from './enqueue-batch.ts';
import {deleteClosed} from './retention.ts';
import {askStopped} from './stopped-store.ts';
import {readStoreId} from './store-ids.ts';

export type ChoreDeps = Pick<
  Deps,
  'db' | 'sealer' | 'admin' | 'tokens' | 'queues' | 'log' | 'metrics' | 'now' | 'newId'
>;

export async function doChore(deps: ChoreDeps, {task, shop}: Message<'chores'>): Promise<void> {
  switch (task) {
    case 'ask-stopped':
      return shop === undefined ? undefined : askStopped(deps, shop);
    case 'purge-history':
    case 'read-edits':
    case 'read-images':
      return maintainCatalogue(deps, task, shop);
    case 'keep-tokens-alive':
    case 'reconcile-orders':
    case 'reconcile-week':
    case 'retention':
      return shop === undefined ? enqueueChoreForAll(deps, task) : void (await ofShop[task](deps, shop));
  }
}

type OrderChore = Exclude<Chore, 'ask-stopped' | 'purge-history' | 'read-edits' | 'read-images'>;

const ofShop: Readonly<Record<OrderChore, (deps: ChoreDeps, shop: ShopDomain) => Promise<unknown>>> = {
  async 'keep-tokens-alive'(deps, shop) {
    await deps.tokens.keepAlive(shop);
    await readStoreId(deps, shop);
  },
  'reconcile-orders': reconcileOrders,
  'reconcile-week': reconcileWeek,
  retention: deleteClosed,
};

export async function enqueueChoreForAll(deps: Pick<Deps, 'db' | 'queues'>, task: OrderChore): Promise<void> {
  for (const {shop} of await listInstalledShops(deps.db)) await enqueueChore(deps, task, shop);
}
