// BullMQ's worker, with a pause when it is refused a job, and with a word on whether it can fetch any.
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

  stuckMs(): number {
    if (!this.isRunning()) this.#failingSince ??= performance.now();
    return this.#failingSince === null ? 0 : performance.now() - this.#failingSince;
  }

  protected override async moveToActive(token: string, name?: string) {
    try {
      const job = await super.moveToActive(token, name);
      this.#failingSince = null;
      return job;
    } catch (error) {
      this.#failingSince ??= performance.now();
      await wait(refusedMs);
      throw error;
    }
  }
}

/** Milliseconds; far below the grace period of a worker that closes. */
const refusedMs = 1_000;
