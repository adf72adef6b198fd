// The worker that has an order in hand is killed (-9), and the order is neither lost nor sent twice.
import type {Crew} from './crew.ts';
import {buy, type DemoScene, type Shopping, scene} from './shopper.ts';

export type Killed = {
  readonly pid: number;
  readonly signal: NodeJS.Signals;
  readonly order: string;
  readonly reference: string;
  /** What the order was when its worker was dead, and what became of it. */
  readonly stateThen: string;
  readonly state: string;
  /** How many the supplier has under its reference. */
  readonly supplierOrders: number;
};

/** Throws where no worker died, or where the dead one did not have the order. */
export async function playKilledWorker(
  shopping: Shopping,
  crew: Crew,
): Promise<{readonly scene: DemoScene; readonly killed: Killed}> {
  const {merchant, supplier} = shopping;
  const asked = () => supplier.requestCount('dropship', 'stock');
  const askedBefore = asked();
  // While the supplier takes its time over this article, the worker has the order and has sent nothing.
  const slow = supplier.misbehave({api: 'dropship', a: 'stock', times: 1, does: {kind: 'slow', ms: 3_000}});
  const {done: gid, ...dead} = await crew.killTheOneWith(
    'dropship',
    () => buy(shopping, 'DK'),
    () => asked() > askedBefore,
  );
  slow();
  const killedAt = Date.now();
  const stateThen = (await merchant.orders()).orders.find(({orderGid}) => orderGid === gid)?.state;
  const title = 'An order to Denmark whose worker is killed (-9): another takes it over';
  const played = await scene(shopping, title, [gid]);
  const seconds = ((Date.now() - killedAt) / 1_000).toFixed(1);
  const [order] = played.orders;
  // The dead one's question went unheard: who sends the order has asked again.
  if (order === undefined || stateThen !== 'waiting' || asked() < askedBefore + 2) {
    throw new Error('the killed worker did not have the order');
  }
  const killed = {
    ...dead,
    order: order.order,
    reference: order.reference,
    stateThen,
    state: order.state,
    supplierOrders: order.supplierRefs.length,
  };
  const note = `Worker process ${dead.pid} was killed (${dead.signal}) while it asked the supplier about ${order.order}; the order was still ${stateThen}, nothing of it had left. ${seconds} s later another worker had sent it: the supplier has it ${timesIn(killed.supplierOrders)}${order.ref === null ? '' : `, as ${order.ref}`}.`;
  return {scene: {...played, note}, killed};
}

const timesIn = (count: number): string => (count === 1 ? 'once' : `${count} times`);
