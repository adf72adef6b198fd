import {readdir, stat} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {build} from 'vite';

const web = fileURLToPath(new URL('../../web/', import.meta.url));

/** Builds web/dist where it is missing or older than a source of it, so that tests never look at yesterday's page. */
export async function ensurePageIsBuilt(): Promise<void> {
  const built = await stat(`${web}dist/index.html`).catch(() => null);
  if (built !== null && built.mtimeMs > (await newestSource())) return;
  await build({configFile: `${web}vite.config.ts`, logLevel: 'error'});
}

async function newestSource(): Promise<number> {
  const entries = await readdir(web, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.startsWith(`${web}dist`));
  const times = await Promise.all(files.map(async (file) => (await stat(`${file.parentPath}/${file.name}`)).mtimeMs));
  return Math.max(...times);
}
