// The two stand-in scripts as the browser loads them: each one classic script, bundled from its modules in browser/.
import {fileURLToPath} from 'node:url';
import {build} from 'vite';
import {loadPolarisManifest} from './polaris-manifest.ts';

export const loadPolarisScript = once(async () => {
  const [manifest, script] = await Promise.all([loadPolarisManifest(), bundleScript('polaris')]);
  return `globalThis.__POLARIS_MANIFEST__ = ${JSON.stringify(manifest)};\n${script}`;
});

export const loadAppBridgeScript = once(() => bundleScript('app-bridge'));

/** The first good answer is kept; a failure is tried again. */
function once(load: () => Promise<string>): () => Promise<string> {
  let kept: Promise<string> | undefined;
  return () => {
    kept ??= load().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}

async function bundleScript(name: 'polaris' | 'app-bridge'): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL(`browser/${name}/main.js`, import.meta.url)),
        formats: ['iife'],
        name: 'sandbox',
      },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  for (const result of outputs) {
    const chunk = 'output' in result ? result.output[0] : undefined;
    if (chunk?.type === 'chunk') return chunk.code;
  }
  throw new Error(`The modules of ${name} were not bundled into one script.`);
}
