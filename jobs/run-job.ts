// Connects a queue to a job's code: parses the payload, calls the code, and reports the outcome as BullMQ expects it. Only this file throws
// BullMQ's error classes.
import {UnrecoverableError} from 'bullmq';
import {Failure, isTransient} from '#domain/failure.ts';
import type {Deps} from '../server/deps.ts';
import {toLoggedMessage} from '../server/log.ts';
import {type Message, Messages, type QueueName} from '../server/queue/messages.ts';
import type {Processor} from '../server/queue/queues.ts';

/** The code of a job. It gets the parsed payload, and a signal that aborts when the worker must stop. */
type JobHandler<N extends QueueName> = (message: Message<N>, signal?: AbortSignal) => Promise<unknown>;

/** Makes the function that BullMQ calls for each job of the queue `name`. It also counts and times the job. */
export function runJob<N extends QueueName>(
  name: N,
  work: JobHandler<N>,
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
      throw toQueueError(error);
    }
  };
}

/**
 * The error that the queue stores. It has only the log's message, because the queue keeps it for days and no erasure of data deletes it. A
 * failure that is not temporary becomes an UnrecoverableError, so that the queue does not retry.
 */
function toQueueError(error: unknown): Error {
  const message = error instanceof Error ? toLoggedMessage(error) : 'unknown';
  return error instanceof Failure && !isTransient(error) ? new UnrecoverableError(message) : new Error(message);
}
