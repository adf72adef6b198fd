// One process per folder of the embedded database: a second one would open it without an error and lose rows.
import {mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {identifyThisProcess, livenessOf, ProcessIdentity} from './process-identity.ts';

/** A lock that this process has on a folder; `release` deletes its file. */
export type FolderLock = {readonly release: () => void};

/** How often the process with the lock renews the time of its file. */
const heartbeatMs = 5_000;
/** A holder that cannot be looked up by its process id counts as dead after this long without a heartbeat. */
const silentHolderMs = 30_000;
/** Writing or taking over the lock takes microseconds; after this long, an unfinished one counts as abandoned. */
const unfinishedLockMs = 10_000;

/** Takes `<folder>.lock`, from a dead holder if need be. Throws one sentence when a living process holds it. */
export function lockFolder(folder: string): FolderLock {
  const file = `${folder}.lock`;
  const self = identifyThisProcess();
  mkdirSync(dirname(file), {recursive: true});
  if (!createLockFile(file, self) && !takeOverLock(file, self))
    throw new Error(toInUseMessage(folder, readHolder(file)));
  const heartbeat = setInterval(() => touchFile(file), heartbeatMs).unref();
  return {
    release() {
      clearInterval(heartbeat);
      rmSync(file, {force: true});
    },
  };
}

/**
 * Creates the file, with this process as its content. True when it did not exist and is ours now; the exclusive flag makes check and
 * creation atomic.
 */
function createLockFile(file: string, self: ProcessIdentity): boolean {
  try {
    writeFileSync(file, JSON.stringify(self), {flag: 'wx'});
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Replaces a dead holder's lock. Only the process that holds the guard may remove a foreign lock, and it reads the lock again once it
 * has the guard. So two processes that saw the same dead holder cannot both succeed.
 */
function takeOverLock(file: string, self: ProcessIdentity): boolean {
  if (isLockHeld(file, self)) return false;
  const guard = `${file}.taking`;
  if (!createLockFile(guard, self)) {
    if (fileAgeMs(guard) > unfinishedLockMs) rmSync(guard, {force: true});
    return false;
  }
  try {
    if (isLockHeld(file, self)) return false;
    rmSync(file, {force: true});
    return createLockFile(file, self);
  } finally {
    rmSync(guard, {force: true});
  }
}

/** Whether a living process has the lock; a lock that cannot be read counts for ten seconds as one that is being written. */
function isLockHeld(file: string, self: ProcessIdentity): boolean {
  const holder = readHolder(file);
  if (holder === null) return fileAgeMs(file) < unfinishedLockMs;
  const liveness = livenessOf(holder, self);
  return liveness === 'unknown' ? fileAgeMs(file) < silentHolderMs : liveness === 'alive';
}

/** The process that has the lock. Null when there is no lock, or it cannot be read: its writer may have only created the file so far. */
function readHolder(file: string): ProcessIdentity | null {
  try {
    return ProcessIdentity.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Milliseconds since the file was last written or touched; Infinity for a missing file. */
function fileAgeMs(file: string): number {
  const found = statSync(file, {throwIfNoEntry: false});
  return found === undefined ? Number.POSITIVE_INFINITY : Date.now() - found.mtimeMs;
}

/** Sets the file's time to now: the heartbeat of the lock. */
function touchFile(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Somebody removed the file by hand; the next process creates its own.
  }
}

/** The sentence for the operator when another process has the folder. */
function toInUseMessage(folder: string, holder: ProcessIdentity | null): string {
  const who = holder === null ? 'another process' : `process ${holder.pid}`;
  return `The embedded database in ${folder} is in use by ${who}; stop that one, or set DATABASE_URL to run several processes.`;
}
