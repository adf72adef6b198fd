// Does one batch of a shop's work in its store after sending: fulfilments, taking variants off sale, reading the orders' amounts, tags and
// metafields.
import {minute} from '#domain/durations.ts';
import {affectsOtherRequests, Failure, isTransient} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {isSendingDue} from '../../server/db/orders/due-orders.ts';
import {postponeMoney} from '../../server/db/orders/money-due.ts';
import {loadOrdersToNote, postponeNote} from '../../server/db/orders/store-orders.ts';
import {
  loadNextFulfilment,
  loadNextOffSaleVariant,
  postponeFulfilment,
  postponeOffSale,
} from '../../server/db/orders/store-writes.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';
import {createBatchLimit, enqueueBatch} from '../enqueue-batch.ts';
import {fulfilInStore} from './fulfil-in-store.ts';
import {writeNoteToStore} from './note-in-store.ts';
import {chooseMoneyToRead, readMoney} from './read-money.ts';
import {takeOffSale} from './take-off-sale.ts';

export type WritebackDeps = Pick<Deps, 'db' | 'admin' | 'queues' | 'log' | 'now' | 'digest' | 'checkpoint'>;

/** The most steps that one job does. */
const writesPerBatch = 10;
/** How long a step is postponed after a failure: a temporary one, and one for which waiting hardly helps. */
const postponeMs = {passing: 5 * minute, hopeless: 60 * minute} as const;

/** One piece of work in the store: a fulfilment, a variant to take off sale, one reading of amounts, or one order's tag and metafields. */
type WritebackStep = {
  /** Does the step. A failure is thrown. */
  readonly carryOut: () => Promise<void>;
  /** Postpones this step, so that it does not block the others. @param why a sentence for the merchant. */
  readonly postpone: (until: Date, why: string) => Promise<void>;
};

/**
 * Does one batch of the shop's steps. An unexpected error is thrown only after the batch, so that one step cannot block the others. Does
 * nothing while the app has no access to the store.
 */
export async function writeBackToStore(deps: WritebackDeps, {shop}: Message<'store-writeback'>): Promise<void> {
  const facts = await loadShop(deps.db, shop);
  if (facts === null || facts.state !== 'installed' || facts.needsReauth) return;
  const mayContinue = createBatchLimit(writesPerBatch);
  let wrong: unknown = null;
  for (;;) {
    const next = await loadNextStep(deps, shop);
    if (next === null) break;
    if (!mayContinue()) {
      await enqueueBatch(deps, 'store-writeback', shop);
      break;
    }
    const served = await runStep(deps, shop, next);
    if (served.kind === 'wrong') wrong = served.error;
    if (served.kind === 'store_unreachable') break;
  }
  if (wrong !== null) throw wrong;
}

/** What became of one step. `store_unreachable` ends the batch. `wrong`: an unexpected error, which the batch throws at its end. */
type StepResult =
  | {readonly kind: 'served'}
  | {readonly kind: 'store_unreachable'}
  | {readonly kind: 'wrong'; readonly error: unknown};

/** Does one step. If the store may be down, the batch ends, and the sweep enqueues it again within a minute. */
async function runStep({log, now}: WritebackDeps, shop: ShopDomain, work: WritebackStep): Promise<StepResult> {
  try {
    await work.carryOut();
    return {kind: 'served'};
  } catch (error) {
    const failure = error instanceof Failure ? error : null;
    if (failure !== null) log.warn({shop, err: failure}, 'the store could not be written to; it is tried again');
    if (failure !== null && affectsOtherRequests(failure)) return {kind: 'store_unreachable'};
    const mayPass = failure === null || isTransient(failure);
    const until = new Date(now().getTime() + (mayPass ? postponeMs.passing : postponeMs.hopeless));
    await work.postpone(until, `It could not be written to the store yet; it is tried again.${failureSuffix(failure)}`);
    if (failure === null) return {kind: 'wrong', error};
    return {kind: mayPass ? 'store_unreachable' : 'served'};
  }
}

/** The failure's message in brackets; empty for another error. */
const failureSuffix = (failure: Failure | null): string => (failure === null ? '' : ` (${failure.message})`);

/**
 * The next step; null: none is due, or only such as wait while orders must be sent. Fulfilments come first, because buyers wait for them;
 * amounts before tags, because saving amounts makes the row that tags need.
 */
async function loadNextStep(deps: WritebackDeps, shop: ShopDomain): Promise<WritebackStep | null> {
  const {db, now} = deps;
  const shipped = await loadNextFulfilment(db, shop, now());
  if (shipped !== null) {
    return {
      carryOut: () => fulfilInStore(deps, shop, shipped),
      postpone: (until, why) => postponeFulfilment(db, shipped, why, until),
    };
  }
  const refunded = await loadNextOffSaleVariant(db, shop, now());
  if (refunded !== null) {
    return {
      carryOut: () => takeOffSale(deps, shop, refunded),
      postpone: (until, why) => postponeOffSale(db, refunded, why, until),
    };
  }
  // The other steps wait while orders must be sent, ten minutes at most, because they would take the API points that sending needs.
  if (await isSendingDue(db, shop, now())) return null;
  const outdated = await chooseMoneyToRead(deps, shop);
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
    carryOut: () => writeNoteToStore(deps, shop, changed),
    postpone: (until) => postponeNote(db, shop, changed, until),
  };
}
