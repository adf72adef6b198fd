// Counts the running jobs of a worker, so that closing the worker can wait for them.
import type {Processor} from 'bullmq';

/** Wraps a processor: returns one that does the same, the number of its running jobs, and a promise that resolves when none runs. */
export function countRunning(process: Processor<unknown>) {
  let running = 0;
  const onIdle: (() => void)[] = [];
  const counted: Processor<unknown> = async (job, token, signal) => {
    running++;
    try {
      return await process(job, token, signal);
    } finally {
      running--;
      if (running === 0) for (const tell of onIdle.splice(0)) tell();
    }
  };
  return {
    /** Must name three parameters: BullMQ passes the signal only to a processor that does. */
    process: counted,
    running: () => running,
    idle: () => (running === 0 ? Promise.resolve() : new Promise<void>((resolve) => onIdle.push(resolve))),
  };
}
