import {readFileSync, writeFileSync} from 'node:fs';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import react from '@vitejs/plugin-react';
import {defineConfig, type Plugin, type Rolldown, runnerImport} from 'vite';
import type * as Routes from './routes.ts';
import type * as RenderOutlines from './shell/render-outlines.tsx';

export default defineConfig({
  root: import.meta.dirname,
  envDir: false,
  plugins: [react(), writePageParts(), writeCompressed()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    target: 'es2024',
    rolldownOptions: {
      output: {chunkFileNames: ({facadeModuleId}) => `assets/${pageFolderOf(facadeModuleId)}-[hash:7].js`},
    },
  },
});

/** The folder of the page that a module belongs to, which names the page's script; `[name]` for other modules. */
function pageFolderOf(module: string | null | undefined): string {
  return /\/pages\/([^/]+)\/page\.tsx$/.exec(module ?? '')?.[1] ?? '[name]';
}

/** Writes page-parts.json: the scripts and the outline that the server puts into each page (server/http/page-parts.ts). */
function writePageParts(): Plugin {
  const folder = `${import.meta.dirname}/shell`;
  let outlineScript = '';
  return {
    name: 'parts-of-pages',
    apply: 'build',
    buildStart() {
      outlineScript = this.emitFile({type: 'chunk', id: `${folder}/show-outline.ts`});
    },
    async generateBundle(_options, bundle) {
      const {routes} = (await runnerImport<typeof Routes>(`${import.meta.dirname}/routes.ts`)).module;
      const {renderOutline} = (await runnerImport<typeof RenderOutlines>(`${folder}/render-outlines.tsx`)).module;
      const pages = Object.entries(routes).map(([path, route]) => ({
        path,
        scripts: scriptsOf(bundle, `/pages/${route.folder}/page.tsx`),
        outline: renderOutline(route),
      }));
      const parts = {outlineScript: `/${this.getFileName(outlineScript)}`, pages};
      this.emitFile({type: 'asset', fileName: 'page-parts.json', source: JSON.stringify(parts)});
    },
  };
}

/** The scripts of a page and of everything it imports, except the entry, which the page names itself. */
function scriptsOf(bundle: Rolldown.OutputBundle, source: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set<string>();
  const follow = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || chunk.isEntry || found.has(`/${chunk.fileName}`)) return;
    found.add(`/${chunk.fileName}`);
    for (const name of chunk.imports) follow(chunks.find(({fileName}) => fileName === name));
  };
  follow(chunks.find(({facadeModuleId}) => facadeModuleId?.endsWith(source)));
  return [...found];
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
