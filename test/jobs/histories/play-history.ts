// A random history, played by the app's own jobs: store orders come in, workers place them, die and race, the supplier and time
// do their worst, the merchant decides; then everything works.
import {DropshipOrderId, OrderGid, ShopDomain} from '#domain/ids.ts';
import {drainOrders} from '../../../jobs/orders/drain-orders.ts';
import {runTask} from '../../../jobs/schedule/tasks.ts';
import {takeStoreOrder} from '../../../jobs/webhooks/take-store-order.ts';
import {confirmUnconfirmed} from '../../../server/actions/merchant-actions.ts';
import {placeAgain} from '../../../server/actions/place-again.ts';
import {isConnectionLost} from '../../../server/db/connection/connection-loss.ts';
import {type StoredDropshipOrder, toDropshipOrder} from '../../../server/db/orders/dropship-orders.ts';
import {makeDueByReason} from '../../../server/db/orders/due-orders.ts';
import {saveDropshipKey} from '../../../server/db/secrets/shop-keys.ts';
import type {Deps} from '../../../server/deps.ts';
import type {Misdeed} from '../../sandbox/supplier/start.ts';
import {calm, type Decision, type History, type Round, type WorkerFaults} from './history.ts';
import {type HistoryShop, type HistoryTestApp, type HistoryWorker, patient} from './history-test-app.ts';

/** What is done about an order of which it is not known whether the supplier has it: our app leaves it to the merchant. */
export type Care = 'left to the merchant' | 'sent again';

export type Played = {
  readonly app: HistoryTestApp;
  readonly orders: readonly {readonly shop: HistoryShop; readonly gid: OrderGid; readonly lines: readonly string[]}[];
  /** As they are now, by line and generation. */
  rows: readonly StoredDropshipOrder[];
  /** Of the dropship orders that the merchant had placed again, by their ids: the state they were in before. */
  readonly placedAgain: ReadonlyMap<string, StoredDropshipOrder['state']>;
};

class Crash extends Error {
  override readonly name = 'Crash';
}

/** @param steps what happened so far, for whoever debugs a failure. */
export async function playHistory(app: HistoryTestApp, history: History, care: Care, steps: string[]): Promise<Played> {
  const game = openGame(app, history);
  const tell = (when: string) => steps.push(`${when}: ${describe(game)}`);
  await readListsAgain(game);
  for (const order of game.orders) await takeStoreOrder(game.first, order.shop.domain, order.gid, 'webhook');
  game.rows = await loadRows(game);
  for (const [at, round] of history.rounds.entries()) {
    await playRound(game, round);
    if (care === 'sent again') await forgetDoubts(game);
    tell(`round ${at + 1}`);
  }
  for (let left = calmRounds; left > 0 && game.rows.some(isUnderWay); left -= 1) {
    await playRound(game, {...calm, passes: untilDue(game)});
    tell('calm');
  }
  return game;
}

/** More than it can take: what is still under way after so many goes on for ever. */
const calmRounds = 3;

const isUnderWay = ({state}: StoredDropshipOrder): boolean => state === 'waiting' || state === 'placing';

type Game = Played & {
  readonly first: Deps;
  readonly shops: readonly HistoryShop[];
  readonly cancelled: Set<string>;
  readonly placedAgain: Map<string, StoredDropshipOrder['state']>;
};

function openGame(app: HistoryTestApp, history: History): Game {
  const orders = history.orders.map(({shop: at, lines}) => {
    const shop = app.shops[at];
    if (shop === undefined) throw new Error(`the app has no shop ${at}`);
    const bought = shop.goods.slice(0, lines).map(({variantId}) => ({variantId}));
    const order = shop.store.placeOrder({country: 'DE', lines: bought});
    return {shop, gid: OrderGid.parse(order.id), lines: order.lines.map(({id}) => id)};
  });
  const shops = [...new Set(orders.map(({shop}) => shop))];
  return {app, orders, shops, first: app.deps, rows: [], cancelled: new Set(), placedAgain: new Map()};
}

async function loadRows({first, shops, orders}: Game): Promise<readonly StoredDropshipOrder[]> {
  const [domains, gids] = [shops.map(({domain}) => domain), orders.map(({gid}) => gid)];
  const query = first.db.selectFrom('dropship_orders').selectAll();
  const ours = query.where('shop', 'in', domains).where('order_gid', 'in', gids);
  return (await ours.orderBy('line_gid').orderBy('generation').execute()).map(toDropshipOrder);
}

/** As after a night's run, so that orders need not ask for `a=list`. */
async function readListsAgain({first}: Game): Promise<void> {
  await first.db.updateTable('shops').set({list_read_at: first.now()}).execute();
}

async function playRound(game: Game, round: Round): Promise<void> {
  const {app, first, orders} = game;
  app.clock.turn(round.passes);
  await runTask(first, {task: 'sweep-placing'});
  cancel(game, round.cancelled);
  if (round.newKey) await enterKeys(game);
  if (round.decision !== 'none') await carryOut(game, round.decision);
  const ends = misbehave(game, round);
  const sweeps: Promise<void>[] = [];
  const onClaim = () => {
    if (round.late && sweeps.length === 0) sweeps.push(giveUpClaims(game));
  };
  const told = round.toldAgain ? orders.map(({shop, gid}) => takeStoreOrder(first, shop.domain, gid, 'webhook')) : [];
  const isAnswerAwaited = round.faults.every((fault) => fault?.kind !== 'hang');
  for (const {setPatience} of app.workers) setPatience(isAnswerAwaited ? patient : impatient);
  const working = round.workers.map((faults, at) => work(game, at, faults, onClaim));
  for (const ended of await Promise.allSettled([...told, ...working])) {
    if (ended.status === 'rejected' && !(ended.reason instanceof Crash)) throw ended.reason;
  }
  await Promise.all(sweeps);
  for (const end of ends) end();
  game.rows = await loadRows(game);
}

/** Milliseconds of real time: short, because it goes by; an answer that comes later is one more that is not known of. */
const impatient = 40;

/** Milliseconds until everything that waits is due and no claim holds any more. */
function untilDue({first, rows}: Game): number {
  const dues = rows.filter(isUnderWay).flatMap((row) => [row.next_attempt_at ?? [], row.lease_until ?? []].flat());
  return Math.max(0, ...dues.map((due) => due.getTime() + 1 - first.now().getTime()));
}

function cancel({orders, cancelled}: Game, at: number | null): void {
  const order = at === null ? undefined : orders[at];
  if (order === undefined || cancelled.has(order.gid)) return;
  cancelled.add(order.gid);
  order.shop.store.cancelOrder(order.gid);
}

async function enterKeys({shops, first}: Game): Promise<void> {
  for (const {domain, dropshipKey: key} of shops) {
    await saveDropshipKey(first.db, first.sealer, domain, {key}, first.now());
    await makeDueByReason(first.db, domain, ['key_missing', 'key_rejected'], first.now());
  }
}

async function carryOut(game: Game, decision: Exclude<Decision, 'none'>): Promise<void> {
  const {first, app, placedAgain} = game;
  for (const {id, reference, state, shop} of await loadRows(game)) {
    if (state !== 'unconfirmed' && state !== 'rejected') continue;
    const context = {shop: ShopDomain.parse(shop), id, actor: 'user:7'};
    const found = app.supplier.orders().find((order) => order.reference === reference);
    if (decision === 'looks' && found !== undefined) {
      await confirmUnconfirmed(first.db, context, {ref: found.ref, checkoutUrl: null}, first.now());
    } else if (
      (await placeAgain(first.db, context, DropshipOrderId.parse(first.newId()), first.now())).kind === 'done'
    ) {
      placedAgain.set(id, state);
    }
  }
  game.rows = await loadRows(game);
}

/** One rule for each dropship order's next request. */
function misbehave({app, rows}: Game, {faults, late}: Round): readonly (() => void)[] {
  const before: readonly Misdeed[] = late ? [{kind: 'slow', ms: 15}] : [];
  return rows.map(({reference}, at) => {
    const fault = faults[at % faults.length] ?? null;
    const does = fault === null ? before : [...before, fault];
    return app.supplier.misbehave({api: 'dropship', a: 'order', reference, times: 1, does});
  });
}

/** Long before the supplier answers, time is up for every claim. */
async function giveUpClaims({app, first}: Game): Promise<void> {
  app.clock.turn(100_000);
  await runTask(first, {task: 'sweep-placing'});
}

/** One worker's turn at every shop, as its queue would call it up; not all begin with the same one. */
async function work({app, shops}: Game, at: number, faults: WorkerFaults, onClaim: () => void): Promise<void> {
  const worker = app.workers[at];
  if (worker === undefined) throw new Error(`the app has no worker ${at}`);
  const deps = mortal(worker, faults, onClaim);
  const start = at % shops.length;
  try {
    for (const {domain} of [...shops.slice(start), ...shops.slice(0, start)]) await drainOrders(deps, {shop: domain});
  } catch (error) {
    // What the queue would hear: the job failed, and another one finds what is due.
    if (faults.cut === null || !isLoss(error)) throw error;
  } finally {
    worker.setCut(null);
    worker.setSupplierAway(false);
  }
}

/** Postgres gone under a statement, or Redis under a command. */
const isLoss = (error: unknown): boolean =>
  isConnectionLost(error) ||
  (error instanceof Error && /queue did not answer|Connection is closed/.test(error.message));

/** A worker that dies where it is told to: from then on it reaches neither database nor queue. */
function mortal(
  {deps, setSupplierAway, setCut}: HistoryWorker,
  {diesAt, refused, cut}: WorkerFaults,
  onClaim: () => void,
): Deps {
  let isDead = false;
  const ifAlive = <Part>(part: Part): Part => {
    if (isDead) throw new Crash('dead');
    return part;
  };
  return {
    ...deps,
    get db() {
      return ifAlive(deps.db);
    },
    get queues() {
      return ifAlive(deps.queues);
    },
    checkpoint(name) {
      if (name === cut?.at) setCut(cut);
      if (name === diesAt) {
        isDead = true;
        throw new Crash(name);
      }
      if (name !== 'after-claim') return;
      if (refused) setSupplierAway(true);
      onClaim();
    },
  };
}

/** What a careless app does after a timeout. */
async function forgetDoubts(game: Game): Promise<void> {
  const doubtful = game.rows.filter(({state}) => state === 'unconfirmed').map(({id}) => id);
  if (doubtful.length === 0) return;
  const again = {state: 'waiting', next_attempt_at: game.first.now()} as const;
  await game.first.db.updateTable('dropship_orders').set(again).where('id', 'in', doubtful).execute();
  game.rows = await loadRows(game);
}

function describe({app, rows}: Game): string {
  const taken = Map.groupBy(app.supplier.orders(), ({reference}) => reference);
  return rows
    .map(({reference, state, reason_code, attempts}) => {
      const why = reason_code === null ? '' : ` (${reason_code})`;
      return `${reference} ${state}${why}, ${attempts} attempts, ${taken.get(reference)?.length ?? 0} at the supplier`;
    })
    .join('; ');
}
