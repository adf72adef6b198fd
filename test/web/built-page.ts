import {execFile} from 'node:child_process';
import {readdir, stat} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

const run = promisify(execFile);
const web = fileURLToPath(new URL('../../web/', import.meta.url));

/** Builds web/dist where it is missing or older than a source of it, so that tests never look at yesterday's page. */
export async function ensurePageIsBuilt(): Promise<void> {
  const built = await stat(`${web}dist/index.html`).catch(() => null);
  if (built !== null && built.mtimeMs > (await newestSource())) return;
  // In a process of its own: what vitest calls NODE_ENV would put React's development build into the page.
  const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
  await run(process.execPath, [vite, 'build', '--config', `${web}vite.config.ts`, '--logLevel', 'error'], {
    env: {...process.env, NODE_ENV: 'production'},
  });
}

async function newestSource(): Promise<number> {
  const entries = await readdir(web, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.startsWith(`${web}dist`));
  const times = await Promise.all(files.map(async (file) => (await stat(`${file.parentPath}/${file.name}`)).mtimeMs));
  return Math.max(...times);
}
