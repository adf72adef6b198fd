// Connects a queue to a job's code: parses the payload, calls the code, reports the outcome as BullMQ expects it. The only file
// that throws BullMQ's error classes.
import {UnrecoverableError} from 'bullmq';
import {Failure, isPassing} from '#domain/failure.ts';
import type {Deps} from '../server/deps.ts';
import {toLoggedMessage} from '../server/log.ts';
import {type Message, Messages, type QueueName} from '../server/queue/messages.ts';
import type {Processor} from '../server/queue/queues.ts';

type JobWork<N extends QueueName> = (message: Message<N>, signal?: AbortSignal) => Promise<unknown>;

export function runJob<N extends QueueName>(
  name: N,
  work: JobWork<N>,
  {log, metrics}: Pick<Deps, 'log' | 'metrics'>,
): Processor<unknown> {
  return async (job, _token, signal) => {
    const message = Messages[name].safeParse(job.data);
    if (!message.success) throw new UnrecoverableError(`unknown ${name} job payload: ${message.error.message}`);
    const end = metrics.startJob(name);
    log.debug({queue: name, job: job.id}, 'job begins');
    try {
      await work(message.data as Message<N>, signal);
      end('done');
    } catch (error) {
      end('failed');
      log.warn({queue: name, job: job.id, err: error}, 'job failed');
      throw toKept(error);
    }
  };
}

/**
 * The queue keeps a failed job's message for days, where no erasure reaches it: so it is the message of the log. After a final failure a
 * retry would be refused again; the job's row stays for the sweeps and the merchant.
 */
function toKept(error: unknown): Error {
  const message = error instanceof Error ? toLoggedMessage(error) : 'unknown';
  return error instanceof Failure && !isPassing(error) ? new UnrecoverableError(message) : new Error(message);
}
