// A disk without room for the embedded database's log of changes (WAL), without a full disk: where its next files would be made there are
// folders.
import {mkdirSync, readdirSync, rmdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';

const segments = 4;

/** @param folder of the embedded database. `current` is the file that is being written; one that was prepared after it is removed. */
export function blockLog(folder: string, current = newestSegment(folder)): {readonly free: () => void} {
  const blocked = Array.from({length: segments}, (_, at) => join(folder, 'pg_wal', segmentAfter(current, at + 1)));
  for (const segment of blocked) {
    rmSync(segment, {force: true});
    mkdirSync(segment);
  }
  return {
    free() {
      for (const segment of blocked) rmdirSync(segment);
    },
  };
}

function newestSegment(folder: string): string {
  const names = readdirSync(join(folder, 'pg_wal')).filter((name) => /^[\dA-F]{24}$/.test(name));
  return names.toSorted().at(-1) ?? '';
}

const segmentAfter = (name: string, steps: number): string => {
  const number = Number.parseInt(name.slice(16), 16) + steps;
  return name.slice(0, 16) + number.toString(16).padStart(8, '0').toUpperCase();
};
