import react from '@vitejs/plugin-react';
import {defineConfig} from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  envDir: false,
  plugins: [react()],
  build: {outDir: 'dist', assetsDir: 'assets', emptyOutDir: true, target: 'es2024'},
});
