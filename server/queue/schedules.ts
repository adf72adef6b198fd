// Jobs at times of day, stored by the queue's engine as BullMQ job schedulers.
import {ErrorCode} from 'bullmq';
import type {BackendQueue} from './backend.ts';
import type {QueueName} from './messages.ts';

/** A job that is enqueued at the times of a cron pattern. */
export type Schedule = {
  readonly id: string;
  readonly queue: QueueName;
  readonly cron: string;
  readonly timeZone: string;
  readonly payload: unknown;
  /** When the next job is due; null: none is pending. */
  readonly next: Date | null;
};

/** A schedule as it is to be stored, in the queue `name`. */
type WantedSchedule = Omit<Schedule, 'queue' | 'next'> & {readonly name: QueueName};

/**
 * Writes a new, changed or broken schedule; true when it was written. Writing deletes a due job that no worker has begun, so an unchanged
 * schedule is left alone.
 */
export async function upsertSchedule(queue: BackendQueue, wanted: WantedSchedule): Promise<boolean> {
  if (await isUpToDate(queue, wanted)) return false;
  try {
    await queue.upsertJobScheduler(
      wanted.id,
      {pattern: wanted.cron, tz: wanted.timeZone},
      {name: wanted.name, data: wanted.payload},
    );
  } catch (error) {
    // Another process that starts at the same time has just written the same schedule.
    if (!isCollision(error) || !(await isUpToDate(queue, wanted))) throw error;
    return false;
  }
  return true;
}

/** Whether another process writes the same schedule at this moment. */
const isCollision = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === ErrorCode.SchedulerJobIdCollision || error.code === ErrorCode.SchedulerJobSlotsBusy);

/** Whether this schedule is stored unchanged and has its next job. */
async function isUpToDate(queue: BackendQueue, wanted: WantedSchedule): Promise<boolean> {
  const found = await queue.getJobScheduler(wanted.id);
  if (found?.next === undefined || found.pattern !== wanted.cron || found.tz !== wanted.timeZone) return false;
  if (JSON.stringify(found.template?.data) !== JSON.stringify(wanted.payload)) return false;
  // A schedule continues from its one pending job; without that job it would never run again.
  return (await queue.getJob(`repeat:${wanted.id}:${found.next}`)) !== undefined;
}

/** Removes the schedule from every queue; no error if there is none. */
export async function removeSchedule(queues: Iterable<BackendQueue>, id: string): Promise<void> {
  for (const queue of queues) await queue.removeJobScheduler(id);
}

/** All stored schedules of these queues. */
export async function listSchedules(queues: ReadonlyMap<QueueName, BackendQueue>): Promise<readonly Schedule[]> {
  const schedules: Schedule[] = [];
  for (const [name, queue] of queues) {
    for (const found of await queue.getJobSchedulers(0, -1)) {
      schedules.push({
        id: found.key,
        queue: name,
        cron: found.pattern ?? '',
        timeZone: found.tz ?? '',
        payload: found.template?.data,
        next: found.next === undefined ? null : new Date(found.next),
      });
    }
  }
  return schedules;
}
