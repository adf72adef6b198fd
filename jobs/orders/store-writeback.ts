// One batch of a shop's work on its store besides sending: fulfilments, variants taken off sale, reading the orders' money, tags and
// metafields.
import {minute} from '#domain/durations.ts';
import {concernsAll, Failure, isPassing} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {isSendingDue} from '../../server/db/orders/due-orders.ts';
import {postponeMoney} from '../../server/db/orders/money-due.ts';
import {loadOrdersToNote, postponeNote} from '../../server/db/orders/store-orders.ts';
import {
  loadFulfilmentOwed,
  loadOffSaleOwed,
  postponeFulfilment,
  postponeOffSale,
} from '../../server/db/orders/store-writes.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';
import {enqueueBatch, limitBatch} from '../enqueue-batch.ts';
import {fulfilInStore} from './fulfil-in-store.ts';
import {noteInStore} from './note-in-store.ts';
import {nextMoneyToRead, readMoney} from './read-money.ts';
import {takeOffSale} from './take-off-sale.ts';

export type WritebackDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now' | 'digest' | 'checkpoint'>;

const writesPerBatch = 10;
/** How long to wait after a failure: a temporary one, and one where waiting hardly helps. */
const againAfterMs = {passing: 5 * minute, hopeless: 60 * minute} as const;

type WritebackWork = {
  readonly carryOut: () => Promise<void>;
  /** Skips this work until then, so that it does not block the rest. @param why a sentence for the merchant. */
  readonly postpone: (until: Date, why: string) => Promise<void>;
};

/** Bugs are rethrown after the batch, so one cannot block the rest. */
export async function writeBackToStore(deps: WritebackDeps, {shop}: Message<'store-writeback'>): Promise<void> {
  const facts = await loadShop(deps.db, shop);
  if (facts === null || facts.state !== 'installed' || facts.needsReauth) return;
  const mayContinue = limitBatch(writesPerBatch);
  let wrong: unknown = null;
  for (;;) {
    const next = await nextWork(deps, shop);
    if (next === null) break;
    if (!mayContinue()) {
      await enqueueBatch(deps, 'store-writeback', shop);
      break;
    }
    const served = await serve(deps, shop, next);
    if (served.kind === 'wrong') wrong = served.error;
    if (served.kind === 'store_unreachable') break;
  }
  if (wrong !== null) throw wrong;
}

type Served =
  | {readonly kind: 'served'}
  | {readonly kind: 'store_unreachable'}
  | {readonly kind: 'wrong'; readonly error: unknown};

/** The batch ends if the store may be down. The sweep enqueues it again within a minute, after other shops. */
async function serve({log, now}: WritebackDeps, shop: ShopDomain, work: WritebackWork): Promise<Served> {
  try {
    await work.carryOut();
    return {kind: 'served'};
  } catch (error) {
    const failure = error instanceof Failure ? error : null;
    if (failure !== null) log.warn({shop, err: failure}, 'the store could not be written to; it is tried again');
    if (failure !== null && concernsAll(failure)) return {kind: 'store_unreachable'};
    const mayPass = failure === null || isPassing(failure);
    const until = new Date(now().getTime() + (mayPass ? againAfterMs.passing : againAfterMs.hopeless));
    await work.postpone(until, `It could not be written to the store yet; it is tried again.${toWhy(failure)}`);
    if (failure === null) return {kind: 'wrong', error};
    return {kind: mayPass ? 'store_unreachable' : 'served'};
  }
}

const toWhy = (failure: Failure | null): string => (failure === null ? '' : ` (${failure.message})`);

/** Fulfilments first, because the buyer waits for them. Money before tags, since it makes the row that remembers what was noted. */
async function nextWork(deps: WritebackDeps, shop: ShopDomain): Promise<WritebackWork | null> {
  const {db, now} = deps;
  const shipped = await loadFulfilmentOwed(db, shop, now());
  if (shipped !== null) {
    return {
      carryOut: () => fulfilInStore(deps, shop, shipped),
      postpone: (until, why) => postponeFulfilment(db, shipped, why, until),
    };
  }
  const refunded = await loadOffSaleOwed(db, shop, now());
  if (refunded !== null) {
    return {
      carryOut: () => takeOffSale(deps, shop, refunded),
      postpone: (until, why) => postponeOffSale(db, refunded, why, until),
    };
  }
  // The rest waits while the shop's orders are to be sent, ten minutes at most: it would take the points they need.
  if (await isSendingDue(db, shop, now())) return null;
  const outdated = await nextMoneyToRead(deps, shop);
  if (outdated.length > 0) {
    const gids = outdated.map(({orderGid}) => orderGid);
    return {
      carryOut: () => readMoney(deps, shop, outdated),
      postpone: (until) => postponeMoney(db, shop, gids, until),
    };
  }
  const [changed] = await loadOrdersToNote(db, shop, 1, now());
  if (changed === undefined) return null;
  return {
    carryOut: () => noteInStore(deps, shop, changed),
    postpone: (until) => postponeNote(db, shop, changed, until),
  };
}
