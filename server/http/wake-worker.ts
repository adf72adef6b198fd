// From the inbox to the queue, behind the acknowledgement's back. A few at a time, and of one shop's storm one in a while, so
// that it is written down at full speed; what is not called up, the sweep over the inbox finds.
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../deps.ts';

/** Calls of the queue under way at once. */
const maxCalls = 2;
/** A shop called up is left alone for this long; what came meanwhile is one call at the end of it. */
const restMs = 25;

/** Never waits and never throws. One call stands for all that a shop's inbox holds by then. */
export type CallUp = (shop: ShopDomain) => void;

export function createWakeWorker({queues, log}: Pick<Deps, 'queues' | 'log'>): CallUp {
  const waiting = new Set<ShopDomain>();
  /** Called up a moment ago; true where more came since. */
  const resting = new Map<ShopDomain, boolean>();
  let open = 0;

  function call(shop: ShopDomain): void {
    if (resting.has(shop)) {
      resting.set(shop, true);
      return;
    }
    waiting.add(shop);
    if (open < maxCalls) void serve();
  }

  function rest(shop: ShopDomain): void {
    resting.set(shop, false);
    const wake = (): void => {
      const more = resting.get(shop);
      resting.delete(shop);
      if (more) call(shop);
    };
    setTimeout(wake, restMs).unref();
  }

  async function serve(): Promise<void> {
    open++;
    for (const shop of waiting) {
      waiting.delete(shop);
      rest(shop);
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

  return call;
}
