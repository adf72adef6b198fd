// An embedded database that holds the empty schema, the queue's included, made once and kept: initialising one takes seconds, and
// most test files need one. Another schema or another engine is another dump.
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {migrate} from '../../server/db/connection/migrate.ts';
import {openDatabase} from '../../server/db/connection/open.ts';
import {createLog} from '../../server/log.ts';
import {openQueues} from '../../server/queue/queues.ts';

const root = join(import.meta.dirname, '..', '..');
const kept = join(root, 'node_modules', '.cache', 'piecewise');

/** What `DATA_FOLDER` says for an embedded database in memory that is migrated and empty. */
export const emptyEmbedded = async (): Promise<string> => `memory://${await keptDump()}`;

/**
 * Writes the same database into a new folder, its buffers of 16 MB included. A process that opens it starts as after a first start, which
 * takes seconds of a core.
 */
export async function writeEmptyEmbedded(folder: string): Promise<void> {
  const dump = await keptDump();
  mkdirSync(folder, {recursive: true});
  execFileSync('tar', ['-xf', dump, '-C', folder], {stdio: ['ignore', 'ignore', 'pipe']});
}

async function keptDump(): Promise<string> {
  const dump = join(kept, `embedded-${fingerprint()}.tar`);
  if (!existsSync(dump)) await makeDump(dump);
  return dump;
}

/** Of all that goes into the dump. */
function fingerprint(): string {
  const folder = join(root, 'server', 'db', 'connection', 'migrations');
  const files = [
    ...readdirSync(folder, {recursive: true, encoding: 'utf8'})
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
    ...['migrate.ts', 'schema-ledger.ts'].map((name) => join(folder, '..', name)),
    join(root, 'server', 'queue', 'pglite-pool.ts'),
  ];
  const packages = ['@electric-sql/pglite', 'bullmq'].map((name) => join(root, 'node_modules', name, 'package.json'));
  const hash = createHash('sha256');
  for (const file of [...files.toSorted(), ...packages, import.meta.filename]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Of two that make it at once each makes a whole one. */
async function makeDump(path: string): Promise<void> {
  const log = createLog('silent');
  const database = await openDatabase({folder: 'memory://', log});
  await migrate(database, new Date());
  const queues = await openQueues({database, log});
  if (database.queueStore.kind !== 'pglite') throw new Error('An embedded database is a PGlite.');
  const {pglite} = database.queueStore;
  // Takes effect where the dump is opened. The usual 128 MB take a third of a second of a core to prepare, and tests hold little.
  await pglite.exec("alter system set shared_buffers = '16MB'");
  await pglite.exec('checkpoint');
  const dump = await pglite.dumpDataDir('none');
  await queues.close();
  await database.close();
  mkdirSync(kept, {recursive: true});
  const made = `${path}.${process.pid}`;
  writeFileSync(made, Buffer.from(await dump.arrayBuffer()));
  renameSync(made, path);
}
