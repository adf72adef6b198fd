// BullMQ's worker that pauses when the engine refuses to hand out a job, and that reports for how long it could fetch none.
import {setTimeout as wait} from 'node:timers/promises';
import {type ConnectionOptions, type IQueueBackend, type JobProgress, type RedisQueueBackend, Worker} from 'bullmq';

/**
 * When the engine refuses a job (a full disk, a read-only server), BullMQ asks again at once: thousands of statements and log lines
 * a second. The embedded database refuses without any wait, so nothing else would run in the process. This worker pauses first.
 */
export class PatientWorker<B extends IQueueBackend = RedisQueueBackend, C = ConnectionOptions> extends Worker<
  unknown,
  unknown,
  string,
  B,
  JobProgress,
  C
> {
  #failingSince: number | null = null;

  /** Milliseconds for which each attempt to fetch a job has failed, or the worker has not run; 0: it fetches. */
  stuckMs(): number {
    if (!this.isRunning()) this.#failingSince ??= performance.now();
    return this.#failingSince === null ? 0 : performance.now() - this.#failingSince;
  }

  /** Fetches the next job; after a refusal it pauses before it throws. */
  protected override async moveToActive(token: string, name?: string) {
    try {
      const job = await super.moveToActive(token, name);
      this.#failingSince = null;
      return job;
    } catch (error) {
      this.#failingSince ??= performance.now();
      await wait(refusedPauseMs);
      throw error;
    }
  }
}

/** Milliseconds between a refused attempt to fetch a job and the next; far below the grace period of a worker that closes. */
const refusedPauseMs = 1_000;
