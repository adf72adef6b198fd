// Takes the lock of the folder it is given, says whether it got it, and stays: one of several racing for it.
import {lockFolder} from '../../../server/db/connection/folder-lock.ts';

try {
  const lock = lockFolder(process.argv[2] ?? '');
  process.stdout.write('open\n');
  process.stdin.once('data', () => {
    lock.release();
    process.exit(0);
  });
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(3);
}
