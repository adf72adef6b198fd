// From the inbox to the queue, behind the acknowledgement's back. A few at a time, so that a storm of webhooks is written
// down at full speed and called up after; what is not called up, the sweep over the inbox finds.
import type {Deps} from '../deps.ts';

/** Calls of the queue under way at once. */
const lanes = 2;
/** More than this is left to the sweep. */
const longest = 10_000;

/** Never waits and never throws. */
export type CallUp = (deliveryId: number) => void;

export function createCallUp({queues, log}: Pick<Deps, 'queues' | 'log'>): CallUp {
  let waiting: number[] = [];
  let open = 0;

  async function serve(): Promise<void> {
    open++;
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await queues.enqueue('deliveries', {deliveryId: id}, {deduplicationId: `delivery-${id}`});
      } catch (err) {
        const left = waiting.length + 1;
        waiting = [];
        log.warn({err, deliveries: left}, 'the queue is away; the sweep finds the deliveries');
      }
    }
    open--;
  }

  return (deliveryId) => {
    if (waiting.length >= longest) return;
    waiting.push(deliveryId);
    if (open < lanes) void serve();
  };
}
