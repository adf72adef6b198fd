// The embedded page, built as it is for production, where it is missing or older than what it is made of.
import {spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, renameSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const dist = join(root, 'web/dist');
const sources = ['web', 'server/domain', 'server/http/contract', 'package-lock.json'];

export function buildPage(): void {
  const built = statSync(join(dist, 'index.html'), {throwIfNoEntry: false});
  if (built !== undefined && built.mtimeMs > Math.max(...sources.map((source) => newest(join(root, source))))) return;
  const fresh = join(root, `node_modules/.cache/piecewise/page-${process.pid}`);
  build(fresh);
  replace(fresh);
}

/** The last change to a file, or to any below a folder; what was built does not count. */
function newest(path: string): number {
  if (path === dist) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function build(folder: string): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const flags = ['--config', 'web/vite.config.ts', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'];
  const done = spawnSync(process.execPath, [vite, 'build', ...flags], {cwd: root, stdio: ['ignore', 2, 2]});
  if (done.status !== 0) throw new Error('The embedded page could not be built.');
}

/** In one step, so that an app that serves the page never finds it half written. */
function replace(fresh: string): void {
  const old = `${fresh}-old`;
  mkdirSync(dist, {recursive: true});
  renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, {recursive: true, force: true});
}
