import {readFileSync, writeFileSync} from 'node:fs';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import react from '@vitejs/plugin-react';
import {defineConfig, type Plugin, runnerImport} from 'vite';
import type {renderOutlines} from './outlines/render-outlines.tsx';

type Outlines = {readonly renderOutlines: typeof renderOutlines};

export default defineConfig({
  root: import.meta.dirname,
  envDir: false,
  plugins: [react(), writeOutlines(), writeCompressed()],
  // The manifest names the script of each page, so that the server can announce it: server/http/page-scripts.ts.
  build: {outDir: 'dist', assetsDir: 'assets', emptyOutDir: true, target: 'es2024', manifest: 'manifest.json'},
});

/** Writes the outlines of pages, and the script that shows them, beside the build, for server/http/page-outlines.ts. */
function writeOutlines(): Plugin {
  const folder = `${import.meta.dirname}/outlines`;
  let script = '';
  return {
    name: 'outlines-of-pages',
    apply: 'build',
    buildStart() {
      script = this.emitFile({type: 'chunk', id: `${folder}/show-outline.ts`});
    },
    async generateBundle() {
      const {module} = await runnerImport<Outlines>(`${folder}/render-outlines.tsx`);
      const outlines = {script: `/${this.getFileName(script)}`, pages: module.renderOutlines()};
      this.emitFile({type: 'asset', fileName: 'outlines.json', source: JSON.stringify(outlines)});
    },
  };
}

/** Writes each asset compressed beside it, for server/http/encoding/serve-assets.ts; not where that would be larger. */
function writeCompressed(): Plugin {
  return {
    name: 'compressed-assets',
    apply: 'build',
    writeBundle({dir}, bundle) {
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      for (const file of assets.map((name) => `${String(dir)}/${name}`)) {
        const bytes = readFileSync(file);
        const compressed = {br: brotliCompressSync(bytes), gz: gzipSync(bytes, {level: 9})};
        for (const [ending, content] of Object.entries(compressed)) {
          if (content.length < bytes.length) writeFileSync(`${file}.${ending}`, content);
        }
      }
    },
  };
}
