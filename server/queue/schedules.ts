// Times of day, stored by the queue's engine: BullMQ job schedulers.
import {ErrorCode} from 'bullmq';
import type {BackendQueue} from './backend.ts';
import type {QueueName} from './messages.ts';

export type Schedule = {
  readonly id: string;
  readonly queue: QueueName;
  readonly cron: string;
  readonly timeZone: string;
  readonly payload: unknown;
  readonly next: Date | null;
};

type Wanted = Omit<Schedule, 'queue' | 'next'> & {readonly name: QueueName};

/**
 * Writes a new, changed or broken schedule. Upserting deletes a due run that no worker has taken yet, so an unchanged schedule is left
 * alone. True when it was written.
 */
export async function upsertSchedule(queue: BackendQueue, wanted: Wanted): Promise<boolean> {
  if (await stands(queue, wanted)) return false;
  try {
    await queue.upsertJobScheduler(
      wanted.id,
      {pattern: wanted.cron, tz: wanted.timeZone},
      {name: wanted.name, data: wanted.payload},
    );
  } catch (error) {
    // Another process that starts at the same time has just written the same schedule.
    if (!isTaken(error) || !(await stands(queue, wanted))) throw error;
    return false;
  }
  return true;
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === ErrorCode.SchedulerJobIdCollision || error.code === ErrorCode.SchedulerJobSlotsBusy);

async function stands(queue: BackendQueue, wanted: Wanted): Promise<boolean> {
  const found = await queue.getJobScheduler(wanted.id);
  if (found?.next === undefined || found.pattern !== wanted.cron || found.tz !== wanted.timeZone) return false;
  if (JSON.stringify(found.template?.data) !== JSON.stringify(wanted.payload)) return false;
  // A schedule continues from its one pending job; without that job it would never run again.
  return (await queue.getJob(`repeat:${wanted.id}:${found.next}`)) !== undefined;
}

export async function removeSchedule(queues: Iterable<BackendQueue>, id: string): Promise<void> {
  for (const queue of queues) await queue.removeJobScheduler(id);
}

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
