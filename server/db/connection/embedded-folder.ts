// The folder of the embedded database. Only the account that runs the app may enter it, as Postgres requires of its own folder.
import {chmodSync, mkdirSync, readdirSync, statSync} from 'node:fs';

/** Mode of a folder that only its owner may enter. */
const ownerOnlyMode = 0o700;
/** Mode bits that let other accounts in. */
const otherAccountsMask = 0o077;

/**
 * Creates the folder, or closes it to other accounts. Throws one sentence if it cannot be closed, or if it is open and holds files that are
 * no database: other accounts may need them.
 */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, {recursive: true, mode: ownerOnlyMode});
  // Windows has no such modes; there a folder inherits the rights of its parent.
  if (process.platform === 'win32' || (statSync(folder).mode & otherAccountsMask) === 0) return;
  const names = readdirSync(folder);
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new Error(
      `The folder ${folder} is open to other accounts and holds files that are no database; set DATA_FOLDER to a folder of its own.`,
    );
  }
  try {
    chmodSync(folder, ownerOnlyMode);
  } catch (cause) {
    throw new Error(`The folder ${folder} of the embedded database cannot be closed to other accounts.`, {cause});
  }
}
