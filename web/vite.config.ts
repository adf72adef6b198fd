import react from '@vitejs/plugin-react';
import {defineConfig} from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  envDir: false,
  plugins: [react()],
  // The manifest names the script of each page, so that the server can announce it: server/http/page-scripts.ts.
  build: {outDir: 'dist', assetsDir: 'assets', emptyOutDir: true, target: 'es2024', manifest: 'manifest.json'},
});
