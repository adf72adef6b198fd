// One process per folder of the embedded database: a second one would open it without an error and lose rows.
import {mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {identifyThisProcess, livenessOf, ProcessIdentity} from './process-identity.ts';

export type FolderLock = {readonly release: () => void};

const heartbeatMs = 5_000;
/** A holder that cannot be looked up by its process id counts as dead after this long without a heartbeat. */
const silentMs = 30_000;
/** Writing or taking over the lock takes microseconds; after this long, an unfinished one counts as abandoned. */
const halfDoneMs = 10_000;

/** Takes `<folder>.lock`, from a dead holder if need be. Throws one sentence when a living process holds it. */
export function lockFolder(folder: string): FolderLock {
  const file = `${folder}.lock`;
  const self = identifyThisProcess();
  mkdirSync(dirname(file), {recursive: true});
  if (!create(file, self) && !takeOver(file, self)) throw new Error(refusal(folder, readHolder(file)));
  const heartbeat = setInterval(() => touch(file), heartbeatMs).unref();
  return {
    release() {
      clearInterval(heartbeat);
      rmSync(file, {force: true});
    },
  };
}

/** True when the file did not exist and is ours now; the exclusive flag makes check and creation atomic. */
function create(file: string, self: ProcessIdentity): boolean {
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
function takeOver(file: string, self: ProcessIdentity): boolean {
  if (isHeld(file, self)) return false;
  const guard = `${file}.taking`;
  if (!create(guard, self)) {
    if (ageMs(guard) > halfDoneMs) rmSync(guard, {force: true});
    return false;
  }
  try {
    if (isHeld(file, self)) return false;
    rmSync(file, {force: true});
    return create(file, self);
  } finally {
    rmSync(guard, {force: true});
  }
}

function isHeld(file: string, self: ProcessIdentity): boolean {
  const holder = readHolder(file);
  if (holder === null) return ageMs(file) < halfDoneMs;
  const liveness = livenessOf(holder, self);
  return liveness === 'unknown' ? ageMs(file) < silentMs : liveness === 'alive';
}

/** Null when there is no lock, or it cannot be read: its writer may have only created it so far. */
function readHolder(file: string): ProcessIdentity | null {
  try {
    return ProcessIdentity.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Infinity for a missing file. */
function ageMs(file: string): number {
  const found = statSync(file, {throwIfNoEntry: false});
  return found === undefined ? Number.POSITIVE_INFINITY : Date.now() - found.mtimeMs;
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Somebody removed the file by hand; the next process creates its own.
  }
}

function refusal(folder: string, holder: ProcessIdentity | null): string {
  const who = holder === null ? 'another process' : `process ${holder.pid}`;
  return `The embedded database in ${folder} is in use by ${who}; stop that one, or set DATABASE_URL to run several processes.`;
}
