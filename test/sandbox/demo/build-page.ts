// The embedded page, built as it is for production.
import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export function buildPage(): void {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const done = spawnSync(process.execPath, [vite, 'build', '--config', 'web/vite.config.ts', '--logLevel', 'error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) throw new Error('the embedded page could not be built');
}
