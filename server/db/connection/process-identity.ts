// Who holds a folder: enough facts to tell a living process from a dead one whose process id was reused.
import {execFileSync} from 'node:child_process';
import {readFileSync, readlinkSync} from 'node:fs';
import {z} from 'zod';

/** What identifies a process, as written into the lock's file. */
export const ProcessIdentity = z.object({
  pid: z.int().positive(),
  /** Start time as the system states it: clock ticks on Linux, elsewhere a date. Only compared for equality. Empty: not known. */
  startedAt: z.string(),
  /** The kernel's id of the machine's present start; empty where the system does not report one. */
  bootId: z.string(),
  /** Process ids are unique only inside their namespace (a container has its own); empty where there are no namespaces. */
  pidNamespace: z.string(),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** The facts about the calling process. */
export function identifyThisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    startedAt: startTimeOf(process.pid),
    bootId: readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: readOrEmpty(() => readlinkSync('/proc/self/ns/pid')),
  };
}

/**
 * Whether the other process still runs. 'unknown': it is in another namespace (a container beside this one), so its id says nothing here.
 */
export function livenessOf(other: ProcessIdentity, self: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  if (other.bootId !== self.bootId) return 'dead';
  if (other.pidNamespace !== self.pidNamespace) return 'unknown';
  if (!isRunning(other.pid)) return 'dead';
  const startedAt = startTimeOf(other.pid);
  const isReused = other.startedAt !== '' && startedAt !== '' && startedAt !== other.startedAt;
  return isReused ? 'dead' : 'alive';
}

/**
 * Whether a process with this id runs. A zombie does not count, although it accepts signals: it has ended, and its parent has not read its
 * exit code.
 */
function isRunning(pid: number): boolean {
  const [state = ''] = statusFieldsOf(pid);
  if (endedStates.has(state)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Zombie and dead, field 3 of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; `x` on kernels before 3.14. */
const endedStates: ReadonlySet<string> = new Set(['Z', 'X', 'x']);

/** The process's start time: clock ticks after boot from /proc (field 22), else what `ps` says. */
function startTimeOf(pid: number): string {
  return (
    (statusFieldsOf(pid)[19] ?? '') ||
    readOrEmpty(() =>
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {encoding: 'utf8', stdio: 'pipe'}).trim(),
    )
  );
}

/** /proc/PID/stat from its third field on; empty without such a file. The name before it may hold spaces and parentheses. */
function statusFieldsOf(pid: number): readonly string[] {
  const stat = readOrEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** What `read` returns; empty if it throws. */
function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
