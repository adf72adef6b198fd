// From the inbox to the queue, behind the acknowledgement's back. A few at a time, so that a storm of webhooks is written
// down at full speed and called up after; what is not called up, the sweep over the inbox finds.
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../deps.ts';

/** Calls of the queue under way at once. */
const lanes = 2;

/** Never waits and never throws. One call stands for all that a shop's inbox holds by then. */
export type CallUp = (shop: ShopDomain) => void;

export function createCallUp({queues, log}: Pick<Deps, 'queues' | 'log'>): CallUp {
  const waiting = new Set<ShopDomain>();
  let open = 0;

  async function serve(): Promise<void> {
    open++;
    for (const shop of waiting) {
      waiting.delete(shop);
      try {
        await queues.enqueue('deliveries', {shop}, {deduplicationId: `deliveries-${shop}`, keepLast: true});
      } catch (err) {
        const left = waiting.size + 1;
        waiting.clear();
        log.warn({err, shops: left}, 'the queue is away; the sweep finds the deliveries');
      }
    }
    open--;
  }

  return (shop) => {
    waiting.add(shop);
    if (open < lanes) void serve();
  };
}
